// Whether a new event repeats, until when, and which of its dates clash. Beneath the date of the event.

import type { EventSeriesInput } from '@gaffer/domain/event-series'
import { isRealDate, isRealTime, weekdayAndDate } from '@gaffer/domain/dates'
import { messages } from '@gaffer/domain/messages'
import { canRepeat } from '@gaffer/domain/repeat'
import { TriangleAlert } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useSeriesConflicts } from '#api/event-series.ts'
import { useMembers } from '#api/members.ts'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { DateField } from './date-field.tsx'
import type { DraftFields } from './event-form-values.ts'
import { MonthPicker } from './month-picker.tsx'
import { clashingDates, type ClashingDate } from './repeat-clashes.ts'
import { newRepeat, repeatOptions, repeatSummary } from './repeat-dates.ts'
import type { Repeat } from './use-repeat.ts'

type Props = { fields: DraftFields; bandId: string | null; today: string; repeating: Repeat }
type OfBand = Props & { bandId: string }

const timeoutMs = 250

/** Nothing for types that can't repeat. */
export function RepeatField({ bandId, ...props }: Props) {
  return bandId && canRepeat(props.fields.type) ? <FieldOfBand bandId={bandId} {...props} /> : null
}

function FieldOfBand({ fields, bandId, today, repeating }: OfBand) {
  const { repeat, setRepeat, series, error, untilRef } = repeating
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-4 short:gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.875rem),1fr))] gap-x-3 gap-y-4">
        <Select
          label="Repeat"
          options={repeatOptions(fields.date)}
          value={repeat?.every ?? 'never'}
          onChange={(every) => {
            setOpen(false)
            if (every === 'never') setRepeat(null)
            else setRepeat(repeat ? { ...repeat, every } : newRepeat(fields.date, every))
          }}
        />
        {repeat && (
          <DateField
            label="Until"
            error={error}
            isOpen={isOpen}
            panelId={panelId}
            inputRef={untilRef}
            onToggle={() => setOpen(!isOpen)}
            value={repeat.until}
            today={today}
            onChange={(until) => setRepeat({ ...repeat, until })}
          />
        )}
      </div>
      {repeat && isOpen && (
        <div id={panelId}>
          <MonthPicker
            bandId={bandId}
            today={today}
            from={isRealDate(repeat.until) ? repeat.until : null}
            to={null}
            {...(isRealDate(fields.date) && { earliest: fields.date })}
            onPick={(until) => {
              setRepeat({ ...repeat, until })
              setOpen(false)
            }}
          />
        </div>
      )}
      {repeat && series && series.issues.length === 0 && <p className="text-sm text-muted">{repeatSummary(series)}</p>}
      {repeat && <Clashes fields={fields} bandId={bandId} repeating={repeating} />}
    </div>
  )
}

function Clashes({ fields, bandId, repeating }: Omit<OfBand, 'today'>) {
  const { repeat, setRepeat, series } = repeating
  const question = useDebouncedValue(useSeriesQuestion(fields, repeating), timeoutMs)
  const { data } = useSeriesConflicts(bandId, question)
  const { data: members = [] } = useMembers(bandId)
  const clashes = useMemo(() => (data ? clashingDates(data, members) : []), [data, members])
  const skip = repeat?.skip ?? []

  function leaveOut(date: string, isLeftOut: boolean) {
    if (repeat) setRepeat({ ...repeat, skip: isLeftOut ? [...skip, date] : skip.filter((one) => one !== date) })
  }

  return (
    <output className="grid grid-cols-1 gap-1 empty:hidden">
      {question && series && clashes.length > 0 && (
        <div className="rounded-control border border-warn bg-sunken px-3.5 py-3">
          <p className="flex items-center gap-3 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
            {messages.seriesClashes(clashes.length, series.allDates.length)}
          </p>
          <ul className="mt-1 divide-y divide-hairline">
            {clashes.map(({ date, lines }) => (
              <li key={date}>
                <Switch
                  label={`Leave out ${weekdayAndDate(date)}`}
                  hint={<Lines lines={lines} />}
                  isOn={skip.includes(date)}
                  onChange={(isLeftOut) => leaveOut(date, isLeftOut)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </output>
  )
}

function Lines({ lines }: { lines: ClashingDate['lines'] }) {
  return lines.map(({ kind, label, text }) => (
    <span key={kind} className="block min-w-0 break-words">
      {label}: {text}
    </span>
  ))
}

/** Null while the dates or times are incomplete. Without the dates left out: their conflicts are shown too. */
function useSeriesQuestion(
  { type, date, endDate, startTime, endTime }: DraftFields,
  { repeat, series }: Repeat,
): EventSeriesInput | null {
  const [every, until] = [repeat?.every, repeat?.until]
  const isComplete = series !== null && series.allDates.length > 0 && isEndRight(series.issues)
  return useMemo(() => {
    if (!every || !until || !isComplete) return null
    if (endDate !== null && !(isRealDate(endDate) && endDate >= date)) return null
    if ([startTime, endTime].some((time) => time !== null && !isRealTime(time))) return null
    if (startTime === null && endTime !== null) return null
    return { event: { type, date, endDate, startTime, endTime }, repeat: { every, until } }
  }, [type, date, endDate, startTime, endTime, every, until, isComplete])
}

function isEndRight(issues: readonly { path: string }[]): boolean {
  return !issues.some(({ path }) => path === 'until')
}
