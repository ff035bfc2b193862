// Conflict rules. Callers pass only entries that the user may see.

import { addDays, dayNumber } from '@gaffer/domain/shared/dates'
import type { EventStatus } from '@gaffer/domain/events/event'
import {
  intervalsOverlap,
  lastDayOfSpan,
  endDateOfSpan,
  spansOverlap,
  type MinuteInterval,
  type Span,
} from '@gaffer/domain/shared/span'

/**
 * The range of days to search: entries whose `date` to `endDate` lies outside cannot conflict. It starts a day early because an
 * event of the night before can end after midnight.
 */
export function conflictSearchRangeOf(span: Span): { from: string; to: string } {
  return { from: addDays(span.date, -1), to: lastDayOfSpan(span) }
}

/** The stored entries to check a candidate against. */
export type StoredSchedule<BandEvent, DaysAway, Busy> = {
  bandEvents: readonly BandEvent[]
  /** Days away of this band's members. */
  unavailability: readonly DaysAway[]
  /** Events of this band's members with other bands. */
  busyElsewhere: readonly Busy[]
  /** Times from this band's members' connected calendars. */
  busyInCalendars: readonly Busy[]
}

/** The entries that conflict, each list in the order that it has in `StoredSchedule`. */
export type FoundConflicts<BandEvent, DaysAway, Busy> = {
  bandEventConflicts: BandEvent[]
  unavailabilityConflicts: DaysAway[]
  affectedBandEvents: BandEvent[]
  busyElsewhere: Busy[]
}

type StoredEntry = Span & { id: string; status: EventStatus }

/**
 * Finds conflicts of a candidate. Cancelled events conflict with nothing. A band event conflicts with overlapping events of the band,
 * with days away, and with events of members with other bands on the same day, even at another time: the band decides whether a member
 * can do both. Busy times of connected calendars, which are many, conflict only when they overlap. Days away conflict with overlapping
 * band events only. `excludeEventId` is the entry that is being edited.
 */
export function findConflicts<
  BandEvent extends StoredEntry,
  DaysAway extends StoredEntry,
  Busy extends Omit<Span, 'isAllDay'>,
>(
  candidate: Span & { type: string; excludeEventId: string | null },
  schedule: StoredSchedule<BandEvent, DaysAway, Busy>,
): FoundConflicts<BandEvent, DaysAway, Busy> {
  const filterClashing = <One extends StoredEntry>(entries: readonly One[]) =>
    entries.filter(
      (entry) =>
        entry.status !== 'cancelled' && entry.id !== candidate.excludeEventId && spansOverlap(candidate, entry),
    )

  if (candidate.type === 'unavailable') {
    const affectedBandEvents = filterClashing(schedule.bandEvents)
    return { bandEventConflicts: [], unavailabilityConflicts: [], affectedBandEvents, busyElsewhere: [] }
  }
  return {
    bandEventConflicts: filterClashing(schedule.bandEvents),
    unavailabilityConflicts: filterClashing(schedule.unavailability),
    affectedBandEvents: [],
    busyElsewhere: [
      ...schedule.busyElsewhere.filter((busy) => overlapsOrSharesDay(candidate, { ...busy, isAllDay: false })),
      ...schedule.busyInCalendars.filter((busy) => spansOverlap(candidate, { ...busy, isAllDay: false })),
    ],
  }
}

/** Whether two spans overlap or share a day. A span that ends after midnight shares only the day of its start. */
function overlapsOrSharesDay(a: Span, b: Span): boolean {
  return spansOverlap(a, b) || intervalsOverlap(dayIntervalOf(a), dayIntervalOf(b))
}

/** The days of a span as an interval of day numbers, not of minutes: days since 1970-01-01. The day of an end after midnight is left out. */
function dayIntervalOf(span: Span): MinuteInterval {
  return { from: dayNumber(span.date), to: dayNumber(endDateOfSpan(span)) + 1 }
}
