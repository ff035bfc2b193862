import type { CalendarEntry } from '@gaffer/domain/events/event'

type Days = Pick<CalendarEntry, 'date' | 'endDate'>

/** Events that have not ended, soonest first, and the others, latest first. Dates yyyy-MM-dd; events in date order. */
export function splitByToday<T extends Days>(events: readonly T[], today: string): { upcoming: T[]; past: T[] } {
  const isUpcoming = ({ date, endDate }: Days) => (endDate ?? date) >= today
  return { upcoming: events.filter(isUpcoming), past: events.filter((event) => !isUpcoming(event)).toReversed() }
}
