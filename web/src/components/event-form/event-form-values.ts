// The values of the event form: defaults, and the effects of a change of type or visibility. The domain validates them.

import { todayInLondon } from '@gaffer/domain/dates'
import { normalizeEvent, type Event, type EventDraft, type EventInput } from '@gaffer/domain/event'
import { canBePublic, offeredEventTypes, type BandEventType, type EventType } from '@gaffer/domain/event-type'

/** Labels of the text fields, in the order of the form. */
export const textLabels = { venue: 'Venue', location: 'Location', title: 'Title', notes: 'Notes' } as const
type TextName = keyof typeof textLabels
export const textNames = Object.keys(textLabels) as TextName[]

/** The fields of the form. None is optional and text is never null, as controlled inputs require. */
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

/** Days away and band events can't become each other, so a stored event is offered its own kind only. */
export function typesOffered(allowed: readonly BandEventType[], own?: EventType): EventType[] {
  if (own === 'unavailable') return ['unavailable']
  const offered = offeredEventTypes(allowed, own)
  return own ? offered.filter((type) => type !== 'unavailable') : offered
}

/** Practice if the band allows it, else the first offered type. */
export function defaultType(offered: readonly EventType[]): EventType {
  return offered.includes('practice') ? 'practice' : (offered[0] ?? 'unavailable')
}

/** The changes that a new type makes to the fields. */
export function afterType(type: EventType, fields: DraftFields): Partial<DraftFields> {
  const visibility = afterVisibility(canBePublic(type), fields)
  if (type !== 'unavailable') return visibility
  return { ...visibility, startTime: null, endTime: null, location: '', venue: '' }
}

/** A public event has a venue, a private one a location: the field that no longer applies is cleared. */
export function afterVisibility(isPublic: boolean, fields: DraftFields): Partial<DraftFields> {
  if (isPublic === fields.isPublic) return {}
  return isPublic ? { isPublic, location: '' } : { isPublic, venue: '' }
}

/**
 * The request body of a parsed draft. Only days away have a membership: the member's own in the selected band. Status, answers and
 * set list are not fields of this form: without them a change keeps what is stored, and a new event gets the server's defaults.
 */
export function bodyOf(draft: EventDraft, ownMembershipId: string | null): EventInput {
  const {
    status: _status,
    asksAnswers: _asksAnswers,
    replyBy: _replyBy,
    setlistId: _setlistId,
    ...body
  } = normalizeEvent(draft, todayInLondon(new Date()))
  return { ...body, membershipId: draft.type === 'unavailable' ? ownMembershipId : null }
}
