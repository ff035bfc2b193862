// Turns the body of a request into the event to store.

import { randomUUIDv7 } from 'node:crypto'
import type { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { normalizeEvent, type NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import {
  EventInput,
  mergeEventChanges,
  type Event,
  type EventChanges,
  type ParsedEvent,
} from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import { refuseOtherMembership } from './service.ts'
import type { IdentifiedEvent, UserOrMember } from './write-store.ts'

export function subjectAndDateOf({ title, type, date }: Pick<Event, 'title' | 'type' | 'date'>): {
  subject: string
  date: string
} {
  return { subject: title ?? eventTypeLabels[type], date }
}

/** Applies the changes to the stored event and validates the result like a new event. */
export function mergeAndValidateChanges(caller: UserOrMember, stored: Event, changes: EventChanges) {
  refuseOtherMembership(caller, changes)
  const draft = parseWithSchema(EventInput, mergeEventChanges(stored, changes))
  return { id: stored.id, ...normalizeEvent(draft, todayInLondon(new Date())) }
}

export function createEventFromDraft(draft: ParsedEvent): IdentifiedEvent {
  return { id: randomUUIDv7(), ...normalizeEvent(draft, todayInLondon(new Date())) }
}

/** An unchanged event keeps its version, so that parallel edits get no 412. */
export function isEventUnchanged(event: NormalizedEvent, stored: Event): boolean {
  return Object.entries(event).every(([field, value]) => stored[field as keyof NormalizedEvent] === value)
}

export function wrongEventTypeError(message: string): AppError {
  return invalidFieldError('type', message)
}
