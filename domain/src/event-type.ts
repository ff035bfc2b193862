// The words for what can stand in the calendar. Colours live with the pages' tokens, schemas in wire-event-type.ts.

/** What a band can allow in its settings: everything but a day away, which is always a person's own right. */
export const bandEventTypes = [
  'practice',
  'rehearsal',
  'recording',
  'meeting',
  'gig',
  'public_gig',
  'festival',
  'other',
] as const
export const eventTypes = [...bandEventTypes, 'unavailable'] as const

export type BandEventType = (typeof bandEventTypes)[number]
export type EventType = (typeof eventTypes)[number]

export const eventTypeLabels: Record<EventType, string> = {
  practice: 'Practice',
  rehearsal: 'Rehearsal',
  recording: 'Recording',
  meeting: 'Meeting',
  gig: 'Gig',
  public_gig: 'Public Gig',
  festival: 'Festival',
  other: 'Other',
  unavailable: 'Unavailable',
}

/** Only these may be public; they are unless somebody switches them to private. */
export function canBePublic(type: EventType): boolean {
  return type === 'public_gig' || type === 'festival'
}

/** The types a band's form offers: the allowed ones, always unavailable, and the edited event's own. */
export function offeredEventTypes(allowed: readonly BandEventType[], own?: EventType): EventType[] {
  return eventTypes.filter((type) => type === 'unavailable' || type === own || allowed.includes(type))
}
