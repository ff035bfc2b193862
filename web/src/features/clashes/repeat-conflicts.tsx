// The dates of a new series, each with a switch that leaves it out. Dates that clash come first; the others are in a collapsed section.

import type { EventSeriesInput } from '@gaffer/domain/events/event-series'
import { isRealDate, isRealTime, weekdayAndDate } from '@gaffer/domain/shared/dates'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { SeriesConflicts } from '@gaffer/domain/clashes/series-conflicts'
import type { Membership } from '@gaffer/domain/bands/member'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useSeriesConflictCheck } from './conflicts.ts'
import { OptionalFields } from '#ui/optional-fields.tsx'
import { Switch } from '#ui/switch.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import type { RepeatConflictsProps } from '#features/events/event-form/event-form-props.ts'
import type { EventFormValues } from '#features/events/event-form/event-form-values.ts'
import type { RepeatFieldState } from '#features/events/event-form/repeat-field.tsx'
import { formatScheduleConflictLines, type ConflictLine } from './format-conflicts.ts'

const debounceMs = 250

/** Renders nothing without a band, and for an event that does not repeat. */
export function RepeatConflicts({ bandId, ...props }: RepeatConflictsProps) {
  return bandId && props.repeating.repeat ? <SeriesClashes bandId={bandId} {...props} /> : null
}

function SeriesClashes({ fields, bandId, repeating }: RepeatConflictsProps & { bandId: string }) {
  const { repeat, setRepeat, series } = repeating
  const [isAllDay, setAllDay] = useState(false)
  const hasTime = fields.startTime !== null || fields.endTime !== null
  const request = useDebouncedValue(useSeriesConflictCheckRequest(fields, repeating), debounceMs)
  const isChecked = hasTime || isAllDay
  const { data } = useSeriesConflictCheck(bandId, isChecked ? request : null)
  const { data: members = [] } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const conflictingDates = useMemo(() => (data ? rankConflictingDates(data, members) : []), [data, members])
  const [isLeavingOut] = useState((repeat?.skip.length ?? 0) > 0)
  if (!repeat || !series) return null
  const { skip } = repeat
  const clashes = isChecked && request ? conflictingDates.filter(({ date }) => series.allDates.includes(date)) : []
  const otherDates = series.allDates.filter((date) => !clashes.some((one) => one.date === date))

  const renderSwitch = ({ date, lines }: ConflictingDate) => (
    <li key={date}>
      <Switch
        label={`Leave out ${weekdayAndDate(date)}`}
        hint={lines.length > 0 && <ConflictLines lines={lines} />}
        isOn={skip.includes(date)}
        onChange={(isLeftOut) =>
          setRepeat({ ...repeat, skip: isLeftOut ? [...skip, date] : skip.filter((one) => one !== date) })
        }
      />
    </li>
  )

  return (
    <div className="grid grid-cols-1 gap-4">
      {!hasTime && <AllDayChoice isAllDay={isAllDay} onChange={setAllDay} />}
      <output className="grid grid-cols-1 gap-1 empty:-mt-4">
        {clashes.length > 0 && (
          <div className="rounded-control border border-warn bg-sunken px-3.5 py-3">
            <p className="flex items-center gap-3 font-semibold">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
              {seriesMessages.seriesClashes(clashes.length, series.allDates.length)}
            </p>
            <ul className="mt-1 divide-y divide-hairline">{clashes.map(renderSwitch)}</ul>
          </div>
        )}
      </output>
      {otherDates.length > 0 && isEndValid(series.issues) && (
        <OptionalFields label={clashes.length > 0 ? 'Leave out other dates' : 'Leave out dates'} isOpen={isLeavingOut}>
          <ul className="divide-y divide-hairline">{otherDates.map((date) => renderSwitch({ date, lines: [] }))}</ul>
        </OptionalFields>
      )}
    </div>
  )
}

function AllDayChoice({ isAllDay, onChange }: { isAllDay: boolean; onChange: (isAllDay: boolean) => void }) {
  return (
    <div className="grid justify-items-start gap-2">
      <ToggleChip isOn={isAllDay} onChange={onChange}>
        All day
      </ToggleChip>
      {!isAllDay && <p className="text-sm text-muted">{seriesMessages.clashesAfterTime}</p>}
    </div>
  )
}

function ConflictLines({ lines }: { lines: ConflictingDate['lines'] }) {
  return lines.map(({ kind, label, text }) => (
    <span key={kind} className="block min-w-0 break-words">
      {label}: {text}
    </span>
  ))
}

/** The request of the conflict check; null while the dates or times are incomplete. The request includes left-out dates, whose conflicts are shown too. */
function useSeriesConflictCheckRequest(
  { type, date, endDate, startTime, endTime }: EventFormValues,
  { repeat, series }: RepeatFieldState,
): EventSeriesInput | null {
  const [every, until] = [repeat?.every, repeat?.until]
  const isComplete = series !== null && series.allDates.length > 0 && isEndValid(series.issues)
  return useMemo(() => {
    if (!every || !until || !isComplete) return null
    if (endDate !== null && !(isRealDate(endDate) && endDate >= date)) return null
    if ([startTime, endTime].some((time) => time !== null && !isRealTime(time))) return null
    if (startTime === null && endTime !== null) return null
    return { event: { type, date, endDate, startTime, endTime }, repeat: { every, until } }
  }, [type, date, endDate, startTime, endTime, every, until, isComplete])
}

function isEndValid(issues: readonly { path: string }[]): boolean {
  return !issues.some(({ path }) => path === 'until')
}

type ConflictingDate = { date: string; lines: ConflictLine[] }

/** The clashing dates of a series: first the dates with another event of the band, then by the number of missing members, then by date. */
function rankConflictingDates(
  { dates }: SeriesConflicts,
  members: readonly Pick<Membership, 'id' | 'role'>[],
): ConflictingDate[] {
  return dates
    .map(({ date, conflicts }) => ({
      date,
      lines: formatScheduleConflictLines(date, conflicts, members),
      weight: severityOf(conflicts),
    }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ date, lines }) => ({ date, lines }))
}

function severityOf({ bandEventConflicts, unavailabilityConflicts, busyElsewhere }: Conflicts): number {
  if (bandEventConflicts.length > 0) return Number.MAX_SAFE_INTEGER
  return new Set([...unavailabilityConflicts, ...busyElsewhere].map(({ membershipId }) => membershipId)).size
}
