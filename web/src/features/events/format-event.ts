// Formats an event's name, dates and times for members.

import { dayInWords, formatRelativeDay, formatDate, formatTime } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventPath } from '@gaffer/domain/events/event-path'
import { eventPlace } from '@gaffer/domain/events/event-place'
import { eventStatusLabels } from '@gaffer/domain/events/event-labels'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { shortDate, shortTime } from '@gaffer/domain/shared/short-dates'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'

type EventTimes = Pick<CalendarEntry, 'date' | 'endDate' | 'startTime' | 'endTime'>

/** The name of an event: its title, else its type. Days away are named after the member. */
export function eventName(event: Pick<CalendarEntry, 'type' | 'title' | 'displayName'>): string {
  if (event.type === 'unavailable') return `${event.displayName ?? 'You'} away`
  return event.title ?? eventTypeLabels[event.type]
}

/** The status in words, "Pencilled" or "Cancelled"; null for a confirmed event. */
export function formatUnconfirmedStatus({ status }: Pick<CalendarEntry, 'status'>): string | null {
  return status === 'tentative' || status === 'cancelled' ? eventStatusLabels[status] : null
}

/** The number of an option, "Option 2 of 3"; null for an event that is not an option of a group. */
export function formatOptionNumber({
  optionNumber,
  optionCount,
}: Pick<CalendarEntry, 'optionNumber' | 'optionCount'>): string | null {
  return optionNumber && optionCount ? eventMessages.optionOf(optionNumber, optionCount) : null
}

/** The day relative to `today` (yyyy-MM-dd), and the times: "Tomorrow · 7:00 PM – 10:00 PM". */
export function formatEventDayAndTimes(event: EventTimes & Pick<CalendarEntry, 'isAllDay'>, today: string): string {
  const [first, last] = [event.date, event.endDate ?? event.date].map((date) => formatRelativeDay(date, today))
  return `${first === last ? first : `${first} – ${last}`} · ${formatEventTimes(event)}`
}

/** The date or dates of an event: "12/03/2027", "10/03/2027 – 14/03/2027". */
export function formatEventDates({ date, endDate }: Pick<EventTimes, 'date' | 'endDate'>): string {
  return endDate === null || endDate === date ? formatDate(date) : `${formatDate(date)} – ${formatDate(endDate)}`
}

/** The times of an event: "All day", "8:00 PM", "8:00 PM – 11:00 PM". */
export function formatEventTimes({
  startTime,
  endTime,
  isAllDay,
}: EventTimes & Pick<CalendarEntry, 'isAllDay'>): string {
  if (isAllDay || startTime === null) return 'All day'
  return endTime === null ? formatTime(startTime) : `${formatTime(startTime)} – ${formatTime(endTime)}`
}

/**
 * "Moved from Thu 3 Dec", "Moved from Thu 3 Dec, 8 PM" if the time changed as well, "Moved from 8 PM" on the same day, "Moved from The Fenton"
 * if only the place changed. Null if the event did not move, is cancelled, or its last day is over.
 */
export function formatMovedFrom(event: CalendarEntry, today: string): string | null {
  const { date, startTime, status } = event
  // `movedFrom` is undefined in a response that an earlier release cached.
  const from = event.movedFrom ?? null
  if (from === null || status === 'cancelled' || lastDayOfSpan(event) < today) return null
  const day = from.date === date ? null : shortDate(from.date)
  const time = from.startTime === startTime ? null : from.startTime === null ? 'all day' : shortTime(from.startTime)
  const when = [day, day && from.startTime === null ? null : time].filter(Boolean).join(', ')
  const what = when || from.place
  return what ? eventMessages.movedFrom(what) : null
}

/** The start time for narrow cells: "8 PM", "7:30 PM"; null for all-day events. */
export function formatShortStartTime({
  startTime,
  isAllDay,
}: Pick<CalendarEntry, 'startTime' | 'isAllDay'>): string | null {
  return isAllDay || startTime === null ? null : shortTime(startTime)
}

/** The name and the dates of an event: "At the Fenton on 12/03/2027". */
export function formatEventNameAndDates(event: CalendarEntry): string {
  return `${eventName(event)} on ${formatEventDates(event)}`
}

/** The event's name for screen readers and messages. An event of another band has that band's name in front. */
export function eventNameWithBand(event: Pick<CalendarEntry, 'type' | 'title' | 'displayName' | 'bandName'>): string {
  return event.bandName ? `${event.bandName}: ${eventName(event)}` : eventName(event)
}

/** Describes the event for screen readers and tooltips: "Album launch, Pencilled, Public Gig, 8:00 PM". */
export function formatEventForScreenReader(event: CalendarEntry): string {
  const type = event.type === 'unavailable' || !event.title ? null : eventTypeLabels[event.type]
  return [
    eventNameWithBand(event),
    formatUnconfirmedStatus(event),
    formatOptionNumber(event),
    type,
    formatEventTimes(event),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The text to share: name, time, place and the address of the event's page. It leaves out the notes, which are for the band only. */
export function formatEventShareMessage(event: CalendarEntry, origin: string): string {
  const type = event.title ? ` (${eventTypeLabels[event.type]})` : ''
  const when = `${dayInWords(event.date).split(' ')[0]} ${formatEventDates(event)}, ${formatEventTimes(event)}`
  const status = formatUnconfirmedStatus(event)
  const name = `${eventNameWithBand(event)}${type}${status ? `: ${status}` : ''}`
  return [name, when, eventPlace(event), `${origin}${eventPath(event)}`].filter(Boolean).join('\n')
}
