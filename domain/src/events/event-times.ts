// When an event starts and ends, as instants in epoch ms. Deps, notices, answers and lists of events use only these rules.

import { addDays, londonInstant } from '@gaffer/domain/shared/dates'
import { endDateOfSpan, endOfSpan, type Span } from '@gaffer/domain/shared/span'

type SpanStart = Pick<Span, 'date' | 'startTime' | 'isAllDay'>

/** An all-day event, and an event without a start time, starts at midnight of its first day in London. */
export function eventStart(event: SpanStart): number {
  return londonInstant(event.date, startTimeOf(event) ?? '00:00')
}

/**
 * The latest instant at which the event may start. The start of an event without a start time is unknown, so it may start until its first
 * day is over: until then deps may still be asked, and it is not too late for a reminder.
 */
export function latestEventStart(event: SpanStart): number {
  return startTimeOf(event) === null ? londonInstant(addDays(event.date, 1), '00:00') : eventStart(event)
}

/**
 * All-day events, and events without a start or end time, end with their last day in London. An end at or before the start is on the next
 * day.
 */
export function eventEnd(event: Span): number {
  const end = endOfSpan(event) ?? { date: addDays(endDateOfSpan(event), 1), time: '00:00' }
  return londonInstant(end.date, end.time)
}

/** True from the first midnight of the event's days in London until the event and its last day are over. */
export function isEventDay(event: Span, now: Date): boolean {
  const lastDayEnd = londonInstant(addDays(endDateOfSpan(event), 1), '00:00')
  const nowMs = now.getTime()
  return londonInstant(event.date, '00:00') <= nowMs && nowMs < Math.max(lastDayEnd, eventEnd(event))
}

function startTimeOf({ startTime, isAllDay }: SpanStart): string | null {
  return isAllDay ? null : startTime
}
