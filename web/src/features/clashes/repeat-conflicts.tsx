// The dates of a series that clash, each with a switch that leaves it out.

import type { EventSeriesInput } from '@gaffer/domain/events/event-series'
import { isRealDate, isRealTime, weekdayAndDate } from '@gaffer/domain/shared/dates'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useSeriesConflictCheck } from '#features/events/event-series.ts'
import { Switch } from '#ui/switch.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { rankConflictingDates, type ConflictingDate } from './conflicting-dates.ts'
import type { RepeatConflictsProps } from '#features/events/event-form/clash-check.ts'
import type { EventFormValues } from '#features/events/event-form/event-form-values.ts'
import type { RepeatFieldState } from '#features/events/event-form/use-repeat-field.ts'

const timeoutMs = 250

/** Renders nothing for an event that does not repeat. */
export function RepeatConflicts({ bandId, ...props }: RepeatConflictsProps) {
  return bandId && props.repeating.repeat ? <ClashesOfBand bandId={bandId} {...props} /> : null
}

function ClashesOfBand({ fields, bandId, repeating }: RepeatConflictsProps & { bandId: string }) {
  const { repeat, setRepeat, series } = repeating
  const request = useDebouncedValue(useSeriesConflictCheckRequest(fields, repeating), timeoutMs)
  const { data } = useSeriesConflictCheck(bandId, request)
  const { data: members = [] } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const clashes = useMemo(() => (data ? rankConflictingDates(data, members) : []), [data, members])
  const skip = repeat?.skip ?? []

  function leaveOut(date: string, isLeftOut: boolean) {
    if (repeat) setRepeat({ ...repeat, skip: isLeftOut ? [...skip, date] : skip.filter((one) => one !== date) })
  }

  return (
    <output className="grid grid-cols-1 gap-1 empty:hidden">
      {request && series && clashes.length > 0 && (
        <div className="rounded-control border border-warn bg-sunken px-3.5 py-3">
          <p className="flex items-center gap-3 font-semibold">
            <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
            {seriesMessages.seriesClashes(clashes.length, series.allDates.length)}
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

function Lines({ lines }: { lines: ConflictingDate['lines'] }) {
  return lines.map(({ kind, label, text }) => (
    <span key={kind} className="block min-w-0 break-words">
      {label}: {text}
    </span>
  ))
}

/** The request of the conflict check; null while the dates or times are incomplete. It includes left-out dates, whose conflicts are shown too. */
function useSeriesConflictCheckRequest(
  { type, date, endDate, startTime, endTime }: EventFormValues,
  { repeat, series }: RepeatFieldState,
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
