import { compareStrings, londonInstant } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { lastShownDay } from './day-grid/month-layout.ts'

export function dropCancelledEvents(events: readonly CalendarEntry[]): CalendarEntry[] {
  return events.filter(({ status }) => status !== 'cancelled')
}

/** Today's and future events, soonest first, without days away and cancelled events. `today` is yyyy-MM-dd. */
export function upcomingEvents(events: readonly CalendarEntry[], today: string): CalendarEntry[] {
  return dropCancelledEvents(events)
    .filter((event) => event.type !== 'unavailable' && (event.endDate ?? event.date) >= today)
    .sort((a, b) => compareStrings(a.date, b.date) || compareStrings(a.startTime ?? '', b.startTime ?? ''))
}

/**
 * The next event at a London date and time: one that starts later today, else one that began today and is not over, else one of several
 * days that began earlier, else one on a later day. Undefined if there is none.
 */
export function findNextEvent(
  events: readonly CalendarEntry[],
  now: { date: string; time: string },
): CalendarEntry | undefined {
  const rankOf = (event: CalendarEntry) => {
    if (event.date > now.date) return 3
    if (event.date < now.date) return 2
    return event.startTime !== null && event.startTime > now.time ? 0 : 1
  }
  const at = londonInstant(now.date, now.time)
  const eventsNotOver = upcomingEvents(events, now.date).filter((event) => eventEnd(event) > at)
  return eventsNotOver.toSorted((a, b) => rankOf(a) - rankOf(b))[0]
}

/** The public gigs and festivals of today. An event of several days counts on each of them; a gig that ends after midnight only on its first day. */
export function publicGigsAndFestivalsToday(events: readonly CalendarEntry[], today: string): CalendarEntry[] {
  return upcomingEvents(events, today).filter(
    (event) =>
      (event.type === 'public_gig' || event.type === 'festival') && event.date <= today && lastShownDay(event) >= today,
  )
}
