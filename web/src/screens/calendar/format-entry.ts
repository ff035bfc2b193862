// What an entry of the calendar is called, and when it is, in words.

import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { dayInWords, displayDate, displayTime } from '@gaffer/domain/dates'
import { eventName, eventPlace } from '#components/format-event.ts'

type Timed = Pick<Event, 'date' | 'endDate' | 'startTime' | 'endTime' | 'isAllDay'>

/** Days away are called by whose they are, all else by its title or its type. */
export function entryName(event: Pick<Event, 'type' | 'title' | 'displayName'>): string {
  return event.type === 'unavailable' ? `${event.displayName ?? 'You'} away` : eventName(event)
}

/** "12/03/2027", or "10/03/2027 – 14/03/2027". */
export function datesOf({ date, endDate }: Pick<Timed, 'date' | 'endDate'>): string {
  return endDate === null || endDate === date ? displayDate(date) : `${displayDate(date)} – ${displayDate(endDate)}`
}

/** "At the Fenton on 12/03/2027". */
export function datedName(event: Event): string {
  return `${entryName(event)} on ${datesOf(event)}`
}

/** "All day", "8:00 PM", or "8:00 PM – 11:00 PM". */
export function timesOf({ startTime, endTime, isAllDay }: Timed): string {
  if (isAllDay || startTime === null) return 'All day'
  return endTime === null ? displayTime(startTime) : `${displayTime(startTime)} – ${displayTime(endTime)}`
}

/** As short as a narrow cell needs it: "8 PM", "7:30 PM"; nothing for whole days. */
export function shortTimeOf({ startTime, isAllDay }: Timed): string | null {
  return isAllDay || startTime === null ? null : displayTime(startTime).replace(':00', '')
}

/** For a chip or a bar: of another band, whose it is comes first. */
export function barText(event: Pick<Event, 'type' | 'title' | 'displayName' | 'bandName'>): string {
  return event.bandName ? `${event.bandName}: ${entryName(event)}` : entryName(event)
}

/** One entry as it is read out: "Album launch, Public Gig, 8:00 PM". */
export function spokenEntry(event: Event): string {
  const name = barText(event)
  const type = event.type === 'unavailable' || !event.title ? null : eventTypeLabels[event.type]
  return [name, type, timesOf(event)].filter(Boolean).join(', ')
}

/** An event as one would text it to a friend: what it is, when, where, and its page. The notes are the band's own. */
export function asMessage(event: Event, origin: string): string {
  const what = event.title ? ` (${eventTypeLabels[event.type]})` : ''
  const when = `${dayInWords(event.date).split(' ')[0]} ${datesOf(event)}, ${timesOf(event)}`
  const page = `${origin}/calendar?event=${event.id}`
  return [`${barText(event)}${what}`, when, eventPlace(event), page].filter(Boolean).join('\n')
}
