// The values of the event form: defaults, and the effects of a change of type, date or visibility. The domain validates them.

import { isRealDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { computeDefaultReplyBy, normalizeEvent } from '@gaffer/domain/events/normalize-event'
import { type CalendarEntry, type ParsedEvent, type EventInput, type EventStatus } from '@gaffer/domain/events/event'
import {
  asksAnswersByDefault,
  canBePublic,
  eventTypes,
  type BandEventType,
  type EventType,
} from '@gaffer/domain/shared/event-type'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { EventChangesBody } from '#features/events/queries.ts'

/** Labels of the text fields, in the order of the form. */
export const textFieldLabels = {
  venue: 'Venue',
  location: 'Location',
  title: 'Title',
  notes: 'Notes',
  ticketUrl: 'Tickets link',
  priceText: 'Price',
} as const
type TextFieldName = keyof typeof textFieldLabels
export const textFieldNames = Object.keys(textFieldLabels) as TextFieldName[]

/** The values of the form. No field is optional and no text null, because controlled inputs need a value. */
export type EventFormValues = Record<TextFieldName, string> & {
  type: EventType
  date: string
  endDate: string | null
  startTime: string | null
  endTime: string | null
  isPublic: boolean
  isListed: boolean
  status: EventStatus
  asksAnswers: boolean
  /** The date to reply by; null while the member has not chosen one. See `shownReplyBy`. */
  replyBy: string | null
  setlistId: string | null
}

export function newEventFormValues(type: EventType, date: string): EventFormValues {
  return {
    type,
    date,
    endDate: null,
    startTime: null,
    endTime: null,
    ...toFieldTexts({}),
    isPublic: canBePublic(type),
    isListed: false,
    status: 'confirmed',
    asksAnswers: asksAnswersByDefault(type),
    replyBy: null,
    setlistId: null,
  }
}

export function formValuesFromEvent(event: CalendarEntry): EventFormValues {
  const { type, date, endDate, startTime, endTime, isPublic, status, asksAnswers } = event
  const { replyBy, setlistId, isListed } = event
  return {
    type,
    date,
    endDate,
    startTime,
    endTime,
    ...toFieldTexts(event),
    isPublic,
    isListed,
    status,
    asksAnswers,
    replyBy,
    setlistId,
  }
}

function toFieldTexts(event: Partial<Record<TextFieldName, string | null>>): Record<TextFieldName, string> {
  const texts = textFieldNames.map((name) => [name, event[name] ?? ''])
  return Object.fromEntries(texts) as Record<TextFieldName, string>
}

/**
 * The types that the form offers: the types that the band allows, and `storedType`, the type of the stored event. A new entry can also be days
 * away. A stored event cannot become days away, nor the other way round.
 */
export function offeredEventTypes(allowed: readonly BandEventType[], storedType?: EventType): EventType[] {
  if (storedType === 'unavailable') return ['unavailable']
  const offeredTypes = new Set<EventType | undefined>([...allowed, storedType ?? 'unavailable'])
  return eventTypes.filter((type) => offeredTypes.has(type))
}

/** The preferred type if it is offered, else practice if it is offered, else the first offered type. */
export function defaultEventType(offered: readonly EventType[], preferred?: BandEventType): EventType {
  if (preferred && offered.includes(preferred)) return preferred
  return offered.includes('practice') ? 'practice' : (offered[0] ?? 'unavailable')
}

/** The changes that a new type makes to the fields. */
export function changesForType(type: EventType, fields: EventFormValues): Partial<EventFormValues> {
  const visibility = changesForVisibility(canBePublic(type), fields)
  if (type !== 'unavailable') return visibility
  return { ...visibility, startTime: null, endTime: null, location: '', venue: '', status: 'confirmed', replyBy: null }
}

/** The changes that a new date makes. A date to reply by that the member has not changed is cleared: the server then sets its default. */
export function changesForDate(
  date: string,
  { replyBy }: EventFormValues,
  before: CalendarEntry | null,
): Partial<EventFormValues> {
  return before !== null && replyBy === before.replyBy ? { date, replyBy: null } : { date }
}

/** The date to reply by as it would be stored now; '' while the date of the event is incomplete. */
export function shownReplyBy({ replyBy, date }: EventFormValues, before: CalendarEntry | null, today: string): string {
  if (replyBy !== null) return replyBy
  if (before?.replyBy && before.date === date) return before.replyBy
  return isRealDate(date) ? computeDefaultReplyBy(date, today) : ''
}

/** A public event has a venue, a private one a location: the field that no longer applies is cleared. */
export function changesForVisibility(isPublic: boolean, fields: EventFormValues): Partial<EventFormValues> {
  if (isPublic === fields.isPublic) return {}
  return isPublic ? { isPublic, location: '' } : { isPublic, venue: '' }
}

/** The request body that adds the event. Only days away have a `membershipId`: the member's own in the selected band. */
export function eventRequestBody(draft: ParsedEvent, ownMembershipId: string | null): EventInput {
  return {
    ...normalizeEvent(draft, todayInLondon(new Date())),
    membershipId: draft.type === 'unavailable' ? ownMembershipId : null,
  }
}

/** The fields that the draft changes, for a PATCH. A date to reply by that the member has not chosen is left to the server. */
export function changedEventFields(stored: CalendarEntry, draft: ParsedEvent): EventChangesBody {
  const { cancelEventIds: _, membershipId: __, ...body } = eventRequestBody(draft, null)
  const isTypeChanged = body.type !== stored.type
  const changed = Object.entries(body).filter(([name, value]) => {
    // For a new type, the server sets that type's default visibility unless the request contains `isPublic`.
    if (name === 'isPublic' && isTypeChanged) return true
    if (name === 'replyBy' && draft.replyBy === null) return false
    return value !== stored[name as keyof typeof body]
  })
  return Object.fromEntries(changed)
}

/** The issues in the `event` of a series or an option group, with the names of the form's fields as paths. */
export function issuesOfEvent(issues: readonly FieldIssue[]): FieldIssue[] {
  const prefix = 'event.'
  return issues
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, message }) => ({ path: path.slice(prefix.length), message }))
}
