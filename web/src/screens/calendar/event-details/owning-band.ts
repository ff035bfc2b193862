// Where an entry is kept: an event in its band, days away with their owner, whatever band they were written in.

import type { Event } from '@gaffer/domain/event'

/** The band to send a change to, or null for the member's own calendar. */
export function owningBandId({ type, bandId }: Pick<Event, 'type' | 'bandId'>): string | null {
  return type === 'unavailable' ? null : bandId
}

/** By which the unsaved event form is kept and offered again: each calendar has its own. Null for the member's own. */
export function eventDraftName(bandId: string | null): string {
  return `event/${bandId ?? 'personal'}`
}
