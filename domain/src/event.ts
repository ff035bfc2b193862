// What stands in the calendar, and the rules a booking must keep before it is stored.

import * as z from 'zod/mini'
import { lastDay } from './conflicts.ts'
import { PlainDate, PlainTime, daysBetween, existsInLondon } from './dates.ts'
import { EventType, canBePublic } from './event-type.ts'
import { Id, Timestamp } from './identifiers.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { clearableLine, clearableText } from './plain-text.ts'

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

/** The fields that an event may have or not; null is none. */
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
const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(schema, null as z.input<T>)

/** POST of an event: the fields one by one, then the booking as a whole (`eventIssues`). */
export const EventInput = z
  .strictObject({
    type: z.enum(EventType.def.entries, messages.requiredFields),
    date: PlainDate,
    endDate: orNull(details.endDate),
    startTime: orNull(details.startTime),
    endTime: orNull(details.endTime),
    location: orNull(details.location),
    venue: orNull(details.venue),
    notes: orNull(details.notes),
    membershipId: orNull(details.membershipId),
    title: orNull(details.title),
    ...switches,
  })
  .check((ctx) => {
    for (const issue of eventIssues(ctx.value)) {
      ctx.issues.push({ code: 'custom', path: [issue.path], message: issue.message, input: ctx.value })
    }
  })
export type EventInput = z.input<typeof EventInput>
export type EventDraft = z.output<typeof EventInput>

/** PATCH of an event: fields left out stay. The server lays them over the stored event and parses the whole again. */
export const EventChangesInput = z.partial(z.strictObject({ type: EventType, date: PlainDate, ...details, ...switches }))
export type EventChanges = z.output<typeof EventChangesInput>

/** The wrong fields of a booking whose single fields are well formed; none when it may be stored. */
export function eventIssues(draft: Omit<EventDraft, 'membershipId'>): { path: string; message: string }[] {
  const issues: { path: string; message: string }[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (draft.endDate !== null) {
    const days = daysBetween(draft.date, draft.endDate)
    if (days < 0) refuse('endDate', messages.endBeforeStart)
    if (days > limits.eventDays) refuse('endDate', messages.eventTooLong)
  }
  if (draft.type === 'unavailable') return issues

  if (isPublicDraft(draft) && !canBePublic(draft.type)) refuse('isPublic', messages.notPublicType)
  else if (isPublicDraft(draft) && !draft.venue) refuse('venue', messages.venueRequired)
  else if (!isPublicDraft(draft) && !draft.location) refuse('location', messages.locationRequired)
  if (!draft.isAllDay) {
    if (draft.endTime && !draft.startTime) refuse('startTime', messages.endWithoutStart)
    if (draft.startTime && !existsInLondon(draft.date, draft.startTime)) refuse('startTime', messages.timeDoesNotExist)
    if (draft.startTime && draft.endTime && !existsInLondon(lastNight(draft), draft.endTime))
      refuse('endTime', messages.timeDoesNotExist)
  }
  return issues
}

/** What is stored of a valid draft: the type decides which fields mean anything, and the rest is cleared. */
export type SettledEvent = Omit<EventDraft, 'membershipId' | 'isAllDay' | 'isPublic'> & {
  isAllDay: boolean
  isPublic: boolean
}

export function settleEvent({ membershipId: _, ...draft }: EventDraft): SettledEvent {
  const isAway = draft.type === 'unavailable'
  const isAllDay = isAway || draft.isAllDay === true || (draft.startTime === null && draft.endTime === null)
  const isPublic = isPublicDraft(draft) && !isAway
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

function isPublicDraft(draft: Pick<EventDraft, 'type' | 'isPublic'>): boolean {
  return draft.isPublic ?? canBePublic(draft.type)
}

/** The day an event's end time falls on: its last day, or the morning after when it ends at or before its start. */
function lastNight(draft: Pick<EventDraft, 'date' | 'endDate' | 'startTime' | 'endTime'>): string {
  return lastDay({ isAllDay: false, ...draft })
}
