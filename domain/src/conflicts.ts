// What clashes with what: spans of wall-clock time laid over each other.
// Knows no store and no band: callers bring the entries, already narrowed to what the asker may see.
import { addDays, dayNumber, minuteOfDay } from './dates.ts'

/** When something is on. `endDate` null means one day; dates `yyyy-MM-dd`, times `HH:mm`, London wall clock. */
export type Span = {
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  isAllDay: boolean
}

/** Half-open, in wall-clock minutes since 1970-01-01 00:00 as London's clocks show them. */
export type Interval = { from: number; to: number }

const minutesPerDay = 1440

/**
 * The day and time at which a timed span with a known end is over. An end at or before the start means the next day:
 * 21:00–01:00 is one night out. Null for whole days and for a start without an end.
 */
export function endOf(span: Span): { date: string; time: string } | null {
  if (isWholeDays(span) || span.endTime === null) return null
  const date = nominalLastDay(span)
  const endsNextDay = date === span.date && span.endTime <= (span.startTime ?? '')
  return { date: endsNextDay ? addDays(date, 1) : date, time: span.endTime }
}

/** All day, or no start time: then it takes whole days. (An end without a start says too little to leave room.) */
export function isWholeDays(span: Span): boolean {
  return span.isAllDay || span.startTime === null
}

/**
 * The time a span takes, never empty. A start without an end lasts for the rest of its last day.
 *
 * Wall-clock minutes rather than instants: since only times that exist are stored and a doubled one is its first, the
 * clock keeps the order of the instants, so every overlap comes out the same, by integer arithmetic alone.
 */
export function spanInterval(span: Span): Interval {
  const start = isWholeDays(span) ? '00:00' : (span.startTime ?? '00:00')
  const end = endOf(span) ?? { date: addDays(nominalLastDay(span), 1), time: '00:00' }
  return { from: wallMinute(span.date, start), to: wallMinute(end.date, end.time) }
}

/** True when two spans share time. One that ends when the other starts leaves it free. */
export function overlaps(a: Span, b: Span): boolean {
  return share(spanInterval(a), spanInterval(b))
}

/** The last calendar day a span touches; a night that ends at midnight sharp doesn't touch the next day. */
export function lastDay(span: Span): string {
  const { from, to } = spanInterval(span)
  const days = Math.floor((to - 1) / minutesPerDay) - Math.floor(from / minutesPerDay)
  return addDays(span.date, days)
}

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

function nominalLastDay(span: Span): string {
  return span.endDate ?? span.date
}

function share(a: Interval, b: Interval): boolean {
  return a.from < b.to && b.from < a.to
}

function wallMinute(date: string, time: string): number {
  return dayNumber(date) * minutesPerDay + minuteOfDay(time)
}
