// Spans of wall-clock time: what an event or an entry of days away takes.

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

/** The date on which the span ends by its own words: `endDate`, or its only day. */
export function nominalLastDay(span: Span): string {
  return span.endDate ?? span.date
}

/** True when two half-open intervals share something. */
export function share(a: Interval, b: Interval): boolean {
  return a.from < b.to && b.from < a.to
}

function wallMinute(date: string, time: string): number {
  return dayNumber(date) * minutesPerDay + minuteOfDay(time)
}
