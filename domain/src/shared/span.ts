// Time spans of events and days away, in wall-clock time.

import { addDays, dayNumber, minuteOfDay } from './dates.ts'

/** Dates `yyyy-MM-dd` and times `HH:mm` in London wall-clock time. `endDate` null means one day. */
export type Span = {
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  isAllDay: boolean
}

/** A half-open interval in London wall-clock minutes since 1970-01-01 00:00. */
export type MinuteInterval = { from: number; to: number }

const minutesPerDay = 1440

/**
 * Date and time of a span's end. On a one-day span, an end time at or before the start time means the next day, such as 21:00–01:00.
 * Null for all-day spans and spans without an end time.
 */
export function endOfSpan(span: Span): { date: string; time: string } | null {
  if (isWholeDays(span) || span.endTime === null) return null
  const date = endDateOfSpan(span)
  const endsNextDay = date === span.date && span.endTime <= (span.startTime ?? '')
  return { date: endsNextDay ? addDays(date, 1) : date, time: span.endTime }
}

/** True for all-day spans and spans without a start time, even if they have an end time. */
export function isWholeDays(span: Span): boolean {
  return span.isAllDay || span.startTime === null
}

/**
 * The interval of a span, never empty. A span without an end time lasts until the end of its last day.
 *
 * Wall-clock minutes have the same order as instants, because only existing times are stored and a time that occurs twice means its first
 * occurrence. So two spans overlap in wall-clock minutes exactly if their instants overlap.
 */
export function spanInterval(span: Span): MinuteInterval {
  const start = isWholeDays(span) ? '00:00' : (span.startTime ?? '00:00')
  const end = endOfSpan(span) ?? { date: addDays(endDateOfSpan(span), 1), time: '00:00' }
  return { from: wallClockMinutes(span.date, start), to: wallClockMinutes(end.date, end.time) }
}

/** True if two spans share time. A span that ends when the other one starts does not overlap it. */
export function spansOverlap(a: Span, b: Span): boolean {
  return intervalsOverlap(spanInterval(a), spanInterval(b))
}

/** The last day of a span. A span that ends at midnight does not include the next day. */
export function lastDayOfSpan(span: Span): string {
  const { from, to } = spanInterval(span)
  const days = Math.floor((to - 1) / minutesPerDay) - Math.floor(from / minutesPerDay)
  return addDays(span.date, days)
}

/** `endDate`, or `date` if there is none. An end after midnight does not count. */
export function endDateOfSpan(span: Span): string {
  return span.endDate ?? span.date
}

/** True if two half-open intervals overlap. */
export function intervalsOverlap(a: MinuteInterval, b: MinuteInterval): boolean {
  return a.from < b.to && b.from < a.to
}

/** London wall-clock minutes since 1970-01-01 00:00. */
export function wallClockMinutes(date: string, time: string): number {
  return dayNumber(date) * minutesPerDay + minuteOfDay(time)
}
