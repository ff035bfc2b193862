// Helpers that turn the body of a request into the event to store.

import { randomUUIDv7 } from 'node:crypto'
import type { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { normalizeEvent, type NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import {
  EventInput,
  mergeEventChanges,
  type CalendarEntry,
  type EventChanges,
  type ParsedEvent,
} from '@gaffer/domain/events/event'
import { eventTypeLabels, type BandEventType } from '@gaffer/domain/shared/event-type'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import type { Clock } from '#platform/clock.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { EventRow } from './event-columns.ts'
import type { IdentifiedEvent } from './write-store.ts'

/** Returns the fields of an activity entry that name the event. */
export function toSubjectAndDate({ title, type, date }: Pick<CalendarEntry, 'title' | 'type' | 'date'>): {
  subject: string
  date: string
} {
  return { subject: title ?? eventTypeLabels[type], date }
}

/** Applies the changes to the stored entry and validates the result like a new one. */
export function mergeAndValidateChanges(stored: EventRow | CalendarEntry, changes: EventChanges): ParsedEvent {
  return parseWithSchema(EventInput, mergeEventChanges(stored, changes))
}

export function createEventFromDraft(draft: ParsedEvent & { type: BandEventType }, clock: Clock): IdentifiedEvent {
  return { id: randomUUIDv7(), ...normalizeEvent(draft, todayInLondon(clock.now())) }
}

/** Whether an edit changes nothing. Such an edit is not stored: the version stays, so that parallel edits get no 412. */
export function isEventUnchanged(event: NormalizedEvent, stored: EventRow): boolean {
  return Object.entries(event).every(([field, value]) => stored[field as keyof NormalizedEvent] === value)
}

export function wrongEventTypeError(message: string): AppError {
  return invalidFieldError('type', message)
}
