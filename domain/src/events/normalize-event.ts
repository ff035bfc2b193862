// Makes the event to store from the parsed input of a member.

import { addDays } from '@gaffer/domain/shared/dates'
import { asksAnswersByDefault, canBePublic, type BandEventType, type EventType } from '@gaffer/domain/shared/event-type'
import { isPublicByInputOrType, type ParsedEvent } from './event.ts'

export type NormalizedEvent<Type extends EventType = BandEventType> = Omit<
  ParsedEvent,
  'type' | 'membershipId' | 'isAllDay' | 'isPublic' | 'isListed' | 'asksAnswers' | 'cancelEventIds'
> & {
  type: Type
  isAllDay: boolean
  isPublic: boolean
  isListed: boolean
  asksAnswers: boolean
}

export type NormalizedDaysAway = Pick<ParsedEvent, 'date' | 'endDate' | 'title' | 'notes'>

/** Days from adding an event to its default `replyBy`, unless the event is sooner. */
const defaultReplyDays = 7

/** Seven days from today or the day before the event, whichever is sooner, but not before today and not after the event. */
export function computeDefaultReplyBy(date: string, today: string): string {
  if (date < today) return date
  const dayBefore = addDays(date, -1)
  const latest = addDays(today, defaultReplyDays)
  const day = dayBefore < latest ? dayBefore : latest
  return day < today ? today : day
}

/** The event to store for parsed input: fields that do not apply to its type are cleared. `today` is London's date. */
export function normalizeEvent<Type extends EventType>(
  input: ParsedEvent & { type: Type },
  today: string,
): NormalizedEvent<Type> {
  const { membershipId: _, cancelEventIds: __, ...draft } = input
  const isAway = draft.type === 'unavailable'
  const asksAnswers = !isAway && (draft.asksAnswers ?? asksAnswersByDefault(draft.type))
  const isAllDay = isAway || draft.isAllDay === true || (draft.startTime === null && draft.endTime === null)
  const isPublic = isPublicByInputOrType(draft) && !isAway
  return {
    ...draft,
    status: isAway ? 'confirmed' : draft.status,
    setlistId: isAway ? null : draft.setlistId,
    asksAnswers,
    replyBy: asksAnswers ? (draft.replyBy ?? computeDefaultReplyBy(draft.date, today)) : null,
    isAllDay,
    isPublic,
    ...listingOf(draft, isPublic),
    startTime: isAllDay ? null : draft.startTime,
    endTime: isAllDay ? null : draft.endTime,
    venue: isPublic ? draft.venue : null,
    location: isPublic || isAway ? null : draft.location,
  }
}

type Listing = Pick<ParsedEvent, 'type' | 'isListed' | 'ticketUrl' | 'priceText'>

/** The stored fields about the public page; cleared for types that are never public. */
function listingOf({ type, isListed = false, ticketUrl, priceText }: Listing, isPublic: boolean) {
  if (!canBePublic(type)) return { isListed: false, ticketUrl: null, priceText: null }
  return { isListed: isPublic && isListed, ticketUrl, priceText }
}

/** The days away to store for parsed input: all other fields of an event do not apply. */
export function normalizeDaysAway({ date, endDate, title, notes }: ParsedEvent): NormalizedDaysAway {
  return { date, endDate, title, notes }
}
