import { compare } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'

/** Without days away and past events, soonest first. `today` is yyyy-MM-dd. */
export function upcoming(events: readonly Event[], today: string): Event[] {
  return events
    .filter((event) => event.type !== 'unavailable' && (event.endDate ?? event.date) >= today)
    .sort((a, b) => compare(a.date, b.date) || compare(a.startTime ?? '', b.startTime ?? ''))
}

/** The public gigs and festivals that are on today. */
export function onToday(events: readonly Event[], today: string): Event[] {
  return upcoming(events, today).filter(
    ({ type, date }) => (type === 'public_gig' || type === 'festival') && date <= today,
  )
}
