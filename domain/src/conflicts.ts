// Conflict rules. Callers pass entries that the reader may see.

import { addDays, dayNumber } from './dates.ts'
import { lastDay, nominalLastDay, overlaps, share, type Interval, type Span } from './span.ts'

/**
 * The days in which to look for clashes: an entry whose `date` to `endDate` misses them can't clash. It opens a day
 * early for the night before that runs on past midnight.
 */
export function searchDays(span: Span): { from: string; to: string } {
  return { from: addDays(span.date, -1), to: lastDay(span) }
}

/** What is already in the calendar, each list narrowed to what the asker may see. */
export type Schedule<Entry, Busy> = {
  /** This band's events, days away not among them. */
  bandEvents: readonly Entry[]
  /** Days on which members of this band are away. */
  unavailability: readonly Entry[]
  /** When members of this band play with others. */
  busyElsewhere: readonly Busy[]
}

/** The answer to "what would this clash with?", each list in the order given. */
export type Clashes<Entry, Busy> = {
  bandEventConflicts: Entry[]
  unavailabilityConflicts: Entry[]
  affectedBandEvents: Entry[]
  busyElsewhere: Busy[]
}

/**
 * Finds what a candidate would clash with. A band event meets the band's other events, members who are away, and
 * members who play with another band on the same day, even at another hour: whether they can do both is for the band
 * to say. A day away only meets the band events that it would hit. The excluded entry, the one being edited, is in
 * no list.
 */
export function findConflicts<Entry extends Span & { id: string }, Busy extends Omit<Span, 'isAllDay'>>(
  candidate: Span & { type: string; excludeEventId: string | null },
  schedule: Schedule<Entry, Busy>,
): Clashes<Entry, Busy> {
  const clashing = (entries: readonly Entry[]) =>
    entries.filter((entry) => entry.id !== candidate.excludeEventId && overlaps(candidate, entry))

  if (candidate.type === 'unavailable') {
    const affectedBandEvents = clashing(schedule.bandEvents)
    return { bandEventConflicts: [], unavailabilityConflicts: [], affectedBandEvents, busyElsewhere: [] }
  }
  return {
    bandEventConflicts: clashing(schedule.bandEvents),
    unavailabilityConflicts: clashing(schedule.unavailability),
    affectedBandEvents: [],
    busyElsewhere: schedule.busyElsewhere.filter((busy) => isOnThatDay(candidate, { ...busy, isAllDay: false })),
  }
}

/** True when two spans share time or a day; a night out belongs to the day on which it begins. */
function isOnThatDay(a: Span, b: Span): boolean {
  return overlaps(a, b) || share(nominalDays(a), nominalDays(b))
}

function nominalDays(span: Span): Interval {
  return { from: dayNumber(span.date), to: dayNumber(nominalLastDay(span)) + 1 }
}
