import type { CalendarEntry } from './event.ts'

/** The path of an event's page; for days away, which have no page, the path of the calendar with their details open. */
export function eventPath({ id, bandId, type }: Pick<CalendarEntry, 'id' | 'bandId' | 'type'>): string {
  return type === 'unavailable' || bandId === null ? `/calendar?event=${id}` : `/bands/${bandId}/events/${id}`
}

/** The path of the page that shows all options of a group side by side. */
export function optionsPath(bandId: string, optionGroupId: string): string {
  return `/bands/${bandId}/options/${optionGroupId}`
}

/** Whether a path of the app is the page of the options of a group. */
export function isOptionsPath(path: string): boolean {
  return /^\/bands\/[^/]+\/options\//.test(path)
}
