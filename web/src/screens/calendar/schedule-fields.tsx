// When an event is: its days and its times. One of them at a time opens a picker beneath.

import { addDays, daysBetween, isRealDate } from '@gaffer/domain/dates'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { defaultTime, endAfter } from './clock.ts'
import { DateField } from './date-field.tsx'
import type { DraftForm, SetFields } from './draft-form.ts'
import type { DraftFields } from './event-form-values.ts'
import { MonthPicker } from './month-picker.tsx'
import { TimeField } from './time-field.tsx'
import { TimePanel } from './time-panel.tsx'

type Name = 'date' | 'endDate' | 'startTime' | 'endTime'
type Props = { form: DraftForm; fields: DraftFields; set: SetFields; bandId: string | null; today: string }

const labels: Record<Name, string> = {
  date: 'Date',
  endDate: 'End date',
  startTime: 'Start time',
  endTime: 'End time',
}

export function ScheduleFields({ form, fields, set, bandId, today }: Props) {
  const panelId = useId()
  const [open, setOpen] = useState<Name | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const control = {
    date: useController({ control: form.control, name: 'date' }),
    endDate: useController({ control: form.control, name: 'endDate' }),
    startTime: useController({ control: form.control, name: 'startTime' }),
    endTime: useController({ control: form.control, name: 'endTime' }),
  }
  const { date, endDate, startTime, endTime } = fields
  const fieldOf = (name: Name) => ({
    label: labels[name],
    error: control[name].fieldState.error?.message,
    isOpen: open === name,
    panelId,
  })

  function toggle(name: Name) {
    setOpen(open === name ? null : name)
    if (name === 'startTime' && startTime === null) set({ startTime: defaultTime })
    if (name === 'endTime' && endTime === null) set({ endTime: endAfter(startTime) })
  }

  /** Closes the picker, and gives the focus back to what opened it. */
  function close() {
    section.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpen(null)
  }

  /** An event of several days keeps its length when it moves. */
  function move(to: string) {
    const isMove = endDate !== null && [date, endDate, to].every(isRealDate)
    set({ date: to, ...(isMove && { endDate: addDays(to, daysBetween(date, endDate)) }) })
  }

  return (
    <div ref={section} className="grid grid-cols-1 gap-4">
      {/* Side by side where both dates fit whole, however large the text. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.875rem),1fr))] gap-x-3 gap-y-4">
        <DateField
          {...fieldOf('date')}
          value={date}
          today={today}
          inputRef={control.date.field.ref}
          onChange={move}
          onToggle={() => toggle('date')}
        />
        <DateField
          {...fieldOf('endDate')}
          isOptional
          value={endDate ?? ''}
          today={today}
          inputRef={control.endDate.field.ref}
          onChange={(to) => set({ endDate: to || null })}
          onToggle={() => toggle('endDate')}
        />
      </div>
      {(open === 'date' || open === 'endDate') && (
        <div id={panelId} ref={reveal}>
          <MonthPicker
            key={open}
            bandId={bandId}
            today={today}
            from={isRealDate(date) ? date : null}
            to={endDate && isRealDate(endDate) ? endDate : null}
            {...(open === 'endDate' && isRealDate(date) && { earliest: date })}
            onPick={(picked) => {
              if (open === 'date') move(picked)
              else set({ endDate: picked === date ? null : picked })
              close()
            }}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TimeField
          {...fieldOf('startTime')}
          value={startTime}
          buttonRef={control.startTime.field.ref}
          onToggle={() => toggle('startTime')}
        />
        <TimeField
          {...fieldOf('endTime')}
          value={endTime}
          buttonRef={control.endTime.field.ref}
          onToggle={() => toggle('endTime')}
        />
      </div>
      {(open === 'startTime' || open === 'endTime') && (
        <div id={panelId} ref={reveal}>
          <TimePanel
            key={open}
            label={labels[open]}
            value={(open === 'startTime' ? startTime : endTime) ?? defaultTime}
            onChange={(time) => set({ [open]: time })}
            onClear={() => {
              set({ [open]: null })
              close()
            }}
            onDone={close}
          />
        </div>
      )}
      {startTime === null && endTime === null && <p className="text-sm text-muted">Without times it is all day.</p>}
    </div>
  )
}

/** A panel that opens below the fold comes up to it. */
function reveal(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'nearest' })
}
