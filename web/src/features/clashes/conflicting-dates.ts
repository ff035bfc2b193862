// The dates of a series that clash, the most important first.

import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { SeriesConflicts } from '@gaffer/domain/clashes/series-conflicts'
import type { Membership } from '@gaffer/domain/bands/member'
import { formatScheduleConflictLines, type ConflictLine } from './format-conflicts.ts'

export type ConflictingDate = { date: string; lines: ConflictLine[] }

/** Dates on which the band has another event come first, then those with the most members missing; equal ones in date order. */
export function rankConflictingDates(
  { dates }: SeriesConflicts,
  members: readonly Pick<Membership, 'id' | 'role'>[],
): ConflictingDate[] {
  return dates
    .map(({ date, conflicts }) => ({
      date,
      lines: formatScheduleConflictLines(date, conflicts, members),
      weight: weightOf(conflicts),
    }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ date, lines }) => ({ date, lines }))
}

function weightOf({ bandEventConflicts, unavailabilityConflicts, busyElsewhere }: Conflicts): number {
  if (bandEventConflicts.length > 0) return Number.MAX_SAFE_INTEGER
  return new Set([...unavailabilityConflicts, ...busyElsewhere].map(({ membershipId }) => membershipId)).size
}
