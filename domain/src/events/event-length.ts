// The length of an event, in words, which forms show beside its end.

import { daysBetween, londonInstant, minuteOfDay } from '@gaffer/domain/shared/dates'
import { shortDate, shortTime, shortWeekday } from '@gaffer/domain/shared/short-dates'
import { endOfSpan, type Span } from '@gaffer/domain/shared/span'

type EventFormTimes = Pick<Span, 'endDate' | 'startTime' | 'endTime'> & {
  /** The first day; null for an option group. */
  date: string | null
}

const minutesPerDay = 1440

/**
 * "3 h" for an event that ends on the day of its start, "15 h" and "ends Fri 10 AM" for one that ends on a later day. Null without a
 * start or an end, and for an end before the start. `length` is null for an event of more than a day, `endsLater` for an event that ends on
 * its first day.
 */
export function describeEventEnd({
  date,
  ...times
}: EventFormTimes): { length: string | null; endsLater: string | null } | null {
  const { startTime, endTime } = times
  if (startTime === null || endTime === null) return null
  if (date === null) {
    const isNextDay = endTime <= startTime
    const minutes = minuteOfDay(endTime) - minuteOfDay(startTime) + (isNextDay ? minutesPerDay : 0)
    return { length: formatMinutes(minutes), endsLater: isNextDay ? `ends next day ${shortTime(endTime)}` : null }
  }
  const end = endOfSpan({ ...times, date, isAllDay: false })
  if (end === null || end.date < date) return null
  const minutes = (londonInstant(end.date, end.time) - londonInstant(date, startTime)) / 60_000
  const days = daysBetween(date, end.date)
  const day = days < 7 ? shortWeekday(end.date) : shortDate(end.date)
  return {
    length: minutes <= minutesPerDay ? formatMinutes(minutes) : null,
    endsLater: days > 0 ? `ends ${day} ${shortTime(end.time)}` : null,
  }
}

/** "45 min", "3 h", "2 h 30 min". */
function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
