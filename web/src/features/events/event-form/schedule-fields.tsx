// The date and time fields of an event. At most one picker is open, beneath the row of its field.

import { addDays, daysBetween, isRealDate, isRealTime } from '@gaffer/domain/shared/dates'
import { describeEventEnd } from '@gaffer/domain/events/event-length'
import { clsx } from 'clsx'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { defaultPickerTime, suggestedEndTime, TimeField, TimePanel } from './time-field.tsx'
import { DateField } from './date-field.tsx'
import type { EventFormMethods, SetEventFormValues } from './use-event-form.ts'
import type { EventFormValues } from './event-form-values.ts'
import { DayPicker } from './day-picker.tsx'

type FieldName = 'date' | 'endDate' | 'startTime' | 'endTime'
type Props = {
  form: EventFormMethods
  fields: EventFormValues
  set: SetEventFormValues
  bandId: string | null
  today: string
  onMove: (date: string) => void
  /** The fields for the dates of an option group, in place of the date and the end date; null for an event on one date. */
  optionDates: ReactNode
  belowDates: ReactNode
}

const fieldLabels: Record<FieldName, string> = {
  date: 'Date',
  endDate: 'End date',
  startTime: 'Start time',
  endTime: 'End time',
}

export function ScheduleFields({ form, fields, set, bandId, today, onMove, optionDates, belowDates }: Props) {
  const panelId = useId()
  const [openPicker, setOpenPicker] = useState<FieldName | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const control = {
    date: useController({ control: form.control, name: 'date' }),
    endDate: useController({ control: form.control, name: 'endDate' }),
    startTime: useController({ control: form.control, name: 'startTime' }),
    endTime: useController({ control: form.control, name: 'endTime' }),
  }
  const { date, endDate, startTime, endTime } = fields
  const fieldPropsOf = (name: FieldName) => ({
    label: fieldLabels[name],
    error: control[name].fieldState.error?.message,
    isOpen: openPicker === name,
    panelId,
    inputRef: control[name].field.ref,
    onToggle: () => togglePicker(name),
  })

  const openDate = asDateFieldName(openPicker)
  const openTime = asTimeFieldName(openPicker)

  function togglePicker(name: FieldName) {
    setOpenPicker(openPicker === name ? null : name)
    if (openPicker === name) return
    if (name === 'startTime' && startTime === null) set({ startTime: defaultPickerTime })
    if (name === 'endTime' && endTime === null) set({ endTime: suggestedEndTime(validTimeOr(startTime, null)) })
  }

  /** Closes the picker, and returns the focus to the button that opened it. */
  function closePicker() {
    section.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpenPicker(null)
  }

  /** Sets the first day, and moves the last day by the same number of days. */
  function moveFirstDay(to: string) {
    const isMove = endDate !== null && [date, endDate, to].every(isRealDate)
    onMove(to)
    if (isMove) set({ endDate: addDays(to, daysBetween(date, endDate)) })
  }

  return (
    <div ref={section} className="@container grid grid-cols-1 gap-4 short:gap-2">
      {/* The date fields are side by side only if both fit at the current text size. */}
      {optionDates ?? (
        <div
          className={clsx(
            'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.875rem),1fr))] gap-x-3 gap-y-4',
            openDate && `${pinnedClassName} @min-[20.5rem]:sticky`,
          )}
        >
          <DateField {...fieldPropsOf('date')} value={date} today={today} onChange={moveFirstDay} />
          <DateField
            {...fieldPropsOf('endDate')}
            isOptional
            value={endDate ?? ''}
            today={today}
            onChange={(to) => set({ endDate: to || null })}
          />
        </div>
      )}
      {openDate && optionDates === null && (
        <div id={panelId} ref={scrollPanelIntoView} className="scroll-mt-22">
          <DayPicker
            key={openDate}
            bandId={bandId}
            today={today}
            from={isRealDate(date) ? date : null}
            to={endDate && isRealDate(endDate) ? endDate : null}
            {...(openDate === 'endDate' && isRealDate(date) && { earliest: date })}
            onPick={(picked) => {
              if (openDate === 'date') moveFirstDay(picked)
              else set({ endDate: picked === date ? null : picked })
              closePicker()
            }}
          />
        </div>
      )}
      {belowDates}
      <div
        className={clsx(
          'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3',
          openTime && `${pinnedClassName} @min-[16.75rem]:sticky`,
        )}
      >
        <TimeField
          {...fieldPropsOf('startTime')}
          isOptional
          value={startTime}
          onChange={(time) => set({ startTime: time })}
        />
        <TimeField
          {...fieldPropsOf('endTime')}
          isOptional
          value={endTime}
          {...endTimeContext(fields, optionDates !== null)}
          onChange={(time) => set({ endTime: time })}
        />
      </div>
      {openTime && (
        <div id={panelId} ref={scrollPanelIntoView} className="scroll-mt-22">
          <TimePanel
            key={openTime}
            label={fieldLabels[openTime]}
            value={validTimeOr(fields[openTime], defaultPickerTime)}
            onChange={(time) => set({ [openTime]: time })}
            onClear={() => {
              set({ [openTime]: null })
              closePicker()
            }}
            onDone={closePicker}
          />
        </div>
      )}
      {startTime === null && endTime === null && <p className="text-sm text-muted">Without times it is all day.</p>}
    </div>
  )
}

function asDateFieldName(name: FieldName | null) {
  return name === 'date' || name === 'endDate' ? name : null
}

function asTimeFieldName(name: FieldName | null) {
  return name === 'startTime' || name === 'endTime' ? name : null
}

/** The props of the end time field that depend on the start. An option group has no single date, so its end names no weekday. */
function endTimeContext(fields: EventFormValues, isOptionGroup: boolean) {
  const date = isOptionGroup || !isRealDate(fields.date) ? null : fields.date
  const isOneDay =
    isOptionGroup || fields.endDate === null || fields.endDate === fields.date || !isRealDate(fields.endDate)
  const [startTime, endTime] = [validTimeOr(fields.startTime, null), validTimeOr(fields.endTime, null)]
  const end = describeEventEnd({ date, endDate: isOneDay ? null : fields.endDate, startTime, endTime })
  return { after: isOneDay ? startTime : null, end }
}

/** The typed text if it is a valid time, else the fallback. */
function validTimeOr<Fallback>(typed: string | null, fallback: Fallback): string | Fallback {
  return typed !== null && isRealTime(typed) ? typed : fallback
}

/**
 * Keeps the row of fields in sight above its open picker, which is as tall as the dialog on a small phone. It does not apply when large text
 * stacks the two fields of the row.
 */
const pinnedClassName = '-top-1 z-10 -mb-2 bg-surface pt-1 pb-2'

/** Scrolls a newly opened picker into view: all of it if it fits below the pinned row, else its top. */
function scrollPanelIntoView(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' })
  const row = panel?.previousElementSibling?.getBoundingClientRect()
  if (panel && row && panel.getBoundingClientRect().top < row.bottom) panel.scrollIntoView({ block: 'start' })
}
