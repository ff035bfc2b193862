import type { CalendarEntry } from './event.ts'

/** The path of an event's page. Days away have none: the calendar shows them. */
export function eventPath({ id, bandId, type }: Pick<CalendarEntry, 'id' | 'bandId' | 'type'>): string {
  return type === 'unavailable' || bandId === null ? `/calendar?event=${id}` : `/bands/${bandId}/events/${id}`
}
