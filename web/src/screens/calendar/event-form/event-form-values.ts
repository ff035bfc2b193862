// An event while it is being written: what it starts as, and what choosing a type or a visibility does to it.
// Which drafts are right is the domain's business.

import { normalizeEvent, type Event, type EventDraft, type EventInput } from '@gaffer/domain/event'
import { canBePublic, offeredEventTypes, type BandEventType, type EventType } from '@gaffer/domain/event-type'

/** Labels of the text fields, in the order of the form. */
export const textLabels = { venue: 'Venue', location: 'Location', title: 'Title', notes: 'Notes' } as const
type TextName = keyof typeof textLabels
export const textNames = Object.keys(textLabels) as TextName[]

/** The fields of the form: all there, and text never null, as inputs want it. */
export type DraftFields = Record<TextName, string> & {
  type: EventType
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  isPublic: boolean
}

export function newDraft(type: EventType, date: string): DraftFields {
  return { type, date, endDate: null, startTime: null, endTime: null, ...textsOf({}), isPublic: canBePublic(type) }
}

export function draftOf(event: Event): DraftFields {
  const { type, date, endDate, startTime, endTime, isPublic } = event
  return { type, date, endDate, startTime, endTime, ...textsOf(event), isPublic }
}

function textsOf(event: Partial<Record<TextName, string | null>>): Record<TextName, string> {
  const texts = textNames.map((name) => [name, event[name] ?? ''])
  return Object.fromEntries(texts) as Record<TextName, string>
}

/** Days away and band events can't become each other, so an event that exists is offered its own kind only. */
export function typesOffered(allowed: readonly BandEventType[], own?: EventType): EventType[] {
  if (own === 'unavailable') return ['unavailable']
  const offered = offeredEventTypes(allowed, own)
  return own ? offered.filter((type) => type !== 'unavailable') : offered
}

/** A new event is a practice, in a band that has practices. */
export function defaultType(offered: readonly EventType[]): EventType {
  return offered.includes('practice') ? 'practice' : (offered[0] ?? 'unavailable')
}

/** What the other fields become with another type. */
export function afterType(type: EventType, fields: DraftFields): Partial<DraftFields> {
  const visibility = afterVisibility(canBePublic(type), fields)
  if (type !== 'unavailable') return visibility
  return { ...visibility, startTime: null, endTime: null, location: '', venue: '' }
}

/** A public event has a venue, a private one a location; what is left behind is cleared. */
export function afterVisibility(isPublic: boolean, fields: DraftFields): Partial<DraftFields> {
  if (isPublic === fields.isPublic) return {}
  return isPublic ? { isPublic, location: '' } : { isPublic, venue: '' }
}

/** A parsed draft as it is sent. Days away are the member's own, in the band that they are written in. */
export function bodyOf(draft: EventDraft, ownMembershipId: string | null): EventInput {
  return { ...normalizeEvent(draft), membershipId: draft.type === 'unavailable' ? ownMembershipId : null }
}
