// An event belongs to its band. Days away belong to their member, whichever band they were added in.

import type { CalendarEntry } from '@gaffer/domain/events/event'

/** The band to send a change to, or null for the member's own calendar. */
export function owningBandId({ type, bandId }: Pick<CalendarEntry, 'type' | 'bandId'>): string | null {
  return type === 'unavailable' ? null : bandId
}

/** The key of the stored draft of the event form: one per calendar. Null for the member's own calendar. */
export function eventDraftKey(bandId: string | null): string {
  return `event/${bandId ?? 'personal'}`
}
