// Event types and their labels. The web app has their colours, as CSS tokens.

/** Types that a band can allow or forbid. Days away are not among them: they are always allowed. */
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

/** True for types whose events may be public. They are public by default. */
export function canBePublic(type: EventType): boolean {
  return type === 'public_gig' || type === 'festival'
}

/** True for types whose events ask every member for an answer by default. */
export function asksAnswersByDefault(type: EventType): boolean {
  return isGigOrFestival(type)
}

/** Whether the type is a private gig, a public gig or a festival. */
export function isGigOrFestival(type: EventType): boolean {
  return type === 'gig' || type === 'public_gig' || type === 'festival'
}
