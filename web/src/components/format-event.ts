// An event in a few words, for lists and cards.

import { dayLabel, displayTime } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'

/** Its title, or what it is. */
export function eventName(event: Pick<Event, 'title' | 'type'>): string {
  return event.title ?? eventTypeLabels[event.type]
}

/** "Tomorrow · 7:00 PM – 10:00 PM"; dates yyyy-MM-dd. */
export function eventWhen(
  { date, endDate, startTime, endTime }: Pick<Event, 'date' | 'endDate' | 'startTime' | 'endTime'>,
  today: string,
): string {
  const days =
    endDate && endDate !== date ? `${dayLabel(date, today)} – ${dayLabel(endDate, today)}` : dayLabel(date, today)
  if (!startTime) return `${days} · All day`
  return `${days} · ${displayTime(startTime)}${endTime ? ` – ${displayTime(endTime)}` : ''}`
}

export function eventPlace(event: Pick<Event, 'venue' | 'location'>): string | null {
  return event.venue ?? event.location
}
