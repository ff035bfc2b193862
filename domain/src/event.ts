// Events and days away, and their validation.

import * as z from 'zod/mini'
import { endOf } from './span.ts'
import { daysBetween, existsInLondon } from './dates.ts'
import { canBePublic } from './event-type.ts'
import { Id, Timestamp } from './common-schemas.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { clearableLine, clearableText } from './plain-text.ts'
import type { Issue } from './app-error.ts'
import { PlainDate, PlainTime } from './date-schemas.ts'
import { EventType } from './event-type-schema.ts'

export const Event = z.strictObject({
  id: Id,
  bandId: z.nullable(Id),
  type: EventType,
  title: z.nullable(z.string()),
  date: z.string(),
  endDate: z.nullable(z.string()),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  location: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  isPublic: z.boolean(),
  isAllDay: z.boolean(),
  membershipId: z.nullable(Id),
  ownerUserId: z.nullable(Id),
  displayName: z.nullable(z.string()),
  bandName: z.nullable(z.string()),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Event = z.infer<typeof Event>

/** Required fields. */
const required = {
  type: z.enum(EventType.def.entries, messages.requiredFields),
  date: z.pipe(z.string(messages.requiredFields).check(z.minLength(1, messages.requiredFields)), PlainDate),
}
/** Optional fields; null means none. */
const details = {
  endDate: z.nullable(PlainDate),
  startTime: z.nullable(PlainTime),
  endTime: z.nullable(PlainTime),
  location: clearableLine(limits.placeLength),
  venue: clearableLine(limits.placeLength),
  notes: clearableText(limits.notesLength),
  membershipId: z.nullable(Id),
  title: clearableLine(limits.titleLength),
}
const switches = { isAllDay: z.optional(z.boolean()), isPublic: z.optional(z.boolean()) }
/** Conflicting events to cancel in the transaction that stores the days away. */
const cancelEventIds = z.optional(z.array(Id).check(z.maxLength(limits.eventsCancelledAtOnce)))
const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(schema, null as z.input<T>)

/** POST of an event. Checks single fields first, then their combination (`eventIssues`). */
export const EventInput = z
  .strictObject({
    ...required,
    endDate: orNull(details.endDate),
    startTime: orNull(details.startTime),
    endTime: orNull(details.endTime),
    location: orNull(details.location),
    venue: orNull(details.venue),
    notes: orNull(details.notes),
    membershipId: orNull(details.membershipId),
    title: orNull(details.title),
    ...switches,
    cancelEventIds,
  })
  .check((ctx) => {
    // The combination is checked only if all fields are valid.
    if (ctx.issues.length > 0) return
    for (const issue of eventIssues(ctx.value)) {
      ctx.issues.push({ code: 'custom', path: [issue.path], message: issue.message, input: ctx.value })
    }
  })
export type EventInput = z.input<typeof EventInput>
export type EventDraft = z.output<typeof EventInput>

/** PATCH of an event. The server merges the fields into the stored event and parses the result as `EventInput`. */
export const EventChangesInput = z.partial(z.strictObject({ ...required, ...details, ...switches, cancelEventIds }))
export type EventChanges = z.output<typeof EventChangesInput>

/**
 * The stored event with the changes applied, as input for `EventInput`. Drops a stored switch that the changes invalidate:
 * another type decides anew whether the event is public, other times whether it lasts all day.
 */
export function withChanges(stored: Event, changes: EventChanges): EventInput {
  const { type, date, endDate, startTime, endTime, location, venue, notes, title, isAllDay, isPublic } = stored
  const isTypeChanged = changes.type !== undefined && changes.type !== type
  const areTimesChanged = changes.startTime !== undefined || changes.endTime !== undefined
  const details = { endDate, startTime, endTime, location, venue, notes, title }
  return {
    ...details,
    ...(areTimesChanged ? {} : { isAllDay }),
    ...(isTypeChanged ? {} : { isPublic }),
    ...changes,
    type: changes.type ?? type,
    date: changes.date ?? date,
  }
}

type EventIssue = { path: string; message: string }
type Booking = Omit<EventDraft, 'membershipId'>

/** Invalid combinations of fields that are valid by themselves. */
export function eventIssues(booking: Booking): EventIssue[] {
  const isAway = booking.type === 'unavailable'
  if (isAway) return daysIssues(booking)
  return [...daysIssues(booking), ...placeIssues(booking), ...timeIssues(booking), ...cancellationIssues(booking)]
}

function cancellationIssues({ cancelEventIds }: Booking): EventIssue[] {
  return cancelEventIds === undefined ? [] : [{ path: 'cancelEventIds', message: messages.onlyDaysAwayCancel }]
}

function placeIssues(booking: Booking): EventIssue[] {
  if (!isMeantPublic(booking)) return booking.location ? [] : [{ path: 'location', message: messages.locationRequired }]
  if (!canBePublic(booking.type)) return [{ path: 'isPublic', message: messages.notPublicType }]
  return booking.venue ? [] : [{ path: 'venue', message: messages.venueRequired }]
}

function timeIssues({ isAllDay, ...booking }: Booking): EventIssue[] {
  const { date, startTime, endTime } = booking
  if (isAllDay) return []
  if (startTime === null) return endTime ? [{ path: 'startTime', message: messages.endWithoutStart }] : []
  const end = endOf({ ...booking, isAllDay: false })
  return [
    ...(existsInLondon(date, startTime) ? [] : [{ path: 'startTime', message: messages.timeDoesNotExist }]),
    ...(!end || existsInLondon(end.date, end.time) ? [] : [{ path: 'endTime', message: messages.timeDoesNotExist }]),
  ]
}

export type NormalizedEvent = Omit<EventDraft, 'membershipId' | 'isAllDay' | 'isPublic' | 'cancelEventIds'> & {
  isAllDay: boolean
  isPublic: boolean
}

/** Invalid combinations of first and last day. */
export function daysIssues({ date, endDate }: Pick<EventDraft, 'date' | 'endDate'>): Issue[] {
  const days = endDate === null ? 0 : daysBetween(date, endDate)
  if (days < 0) return [{ path: 'endDate', message: messages.endBeforeStart }]
  if (days > limits.eventDays) return [{ path: 'endDate', message: messages.eventTooLong }]
  return []
}

/** The event to store for a valid draft: fields that do not apply to its type are cleared. */
export function normalizeEvent(input: EventDraft): NormalizedEvent {
  const { membershipId: _, cancelEventIds: __, ...draft } = input
  const isAway = draft.type === 'unavailable'
  const isAllDay = isAway || draft.isAllDay === true || (draft.startTime === null && draft.endTime === null)
  const isPublic = isMeantPublic(draft) && !isAway
  return {
    ...draft,
    isAllDay,
    isPublic,
    startTime: isAllDay ? null : draft.startTime,
    endTime: isAllDay ? null : draft.endTime,
    venue: isPublic ? draft.venue : null,
    location: isPublic || isAway ? null : draft.location,
  }
}

function isMeantPublic({ isPublic, type }: Pick<EventDraft, 'type' | 'isPublic'>): boolean {
  return isPublic ?? canBePublic(type)
}
