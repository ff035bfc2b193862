// Long because it has all schemas of events and days away (responses, POST and PATCH) and the checks of their field combinations.

import * as z from 'zod/mini'
import { endOfSpan } from '@gaffer/domain/shared/span'
import { daysBetween, doesLondonTimeExist } from '@gaffer/domain/shared/dates'
import { canBePublic } from '@gaffer/domain/shared/event-type'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from './event-messages.ts'
import { createClearableLineSchema, createClearableTextSchema } from '@gaffer/domain/shared/plain-text'
import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import { PlainDate, PlainTime } from '@gaffer/domain/shared/date-schemas'
import { ClearableWebAddress } from '@gaffer/domain/shared/web-address'
import { BandEventTypeSchema, EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'

/** The app shows `tentative` as "Pencilled". A cancelled event stays visible and clashes with nothing. */
export const eventStatuses = ['confirmed', 'tentative', 'cancelled'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** The number of active members by answer. `away`: without an answer and away during the event. `none`: all others without an answer. */
export const AnswerCounts = z.strictObject({
  yes: z.int(),
  maybe: z.int(),
  no: z.int(),
  away: z.int(),
  none: z.int(),
})
export type AnswerCounts = z.infer<typeof AnswerCounts>

export const answerValues = ['yes', 'maybe', 'no'] as const
export type AnswerValue = (typeof answerValues)[number]

/**
 * When and where an event takes place. An answer is for one schedule, and stale once the event has another. `startTime` is null for an
 * all-day event or an unknown time.
 */
export const EventSchedule = z.strictObject({
  date: z.string(),
  startTime: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export type EventSchedule = z.infer<typeof EventSchedule>

const sharedFields = {
  id: Id,
  title: z.nullable(z.string()),
  date: z.string(),
  endDate: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

/** An event of a band. `answerCounts` and `myAnswer` are null for events of other bands. */
export const BandEvent = z.strictObject({
  ...sharedFields,
  bandId: Id,
  type: BandEventTypeSchema,
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  location: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  isPublic: z.boolean(),
  /** Whether the band's public page shows the event once it is confirmed. */
  isListed: z.boolean(),
  ticketUrl: z.nullable(z.string()),
  priceText: z.nullable(z.string()),
  isAllDay: z.boolean(),
  membershipId: z.null(),
  ownerUserId: z.nullable(Id),
  displayName: z.null(),
  bandName: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  asksAnswers: z.boolean(),
  /** The last day on which an answer is in time. Null unless the event asks for answers. */
  replyBy: z.nullable(z.string()),
  /** When an admin or owner last reminded the members without an answer; null if never. */
  nudgedAt: z.nullable(Timestamp),
  /** The schedule that members were told before the event moved; null if it did not move. */
  movedFrom: z.nullable(EventSchedule),
  seriesId: z.nullable(Id),
  /** Whether a member edited this event of a series separately: later changes to the series leave it as it is. */
  isEditedByHand: z.boolean(),
  /** The option group that this event is an option of, and the place of the event among the options: "Option 2 of 3". */
  optionGroupId: z.nullable(Id),
  optionNumber: z.nullable(z.int()),
  optionCount: z.nullable(z.int()),
  answerCounts: z.nullable(AnswerCounts),
  myAnswer: z.nullable(z.enum(answerValues)),
  setlistId: z.nullable(Id),
  hasGigSheet: z.boolean(),
  recordingCount: z.int(),
  /** Deps who said yes to playing. */
  deps: z.array(z.strictObject({ name: z.string(), instrument: z.string() })),
  /** The number of notes about the event, and whether the caller has unread ones; 0 and false for events of other bands. */
  noteCount: z.int(),
  hasUnreadNotes: z.boolean(),
})
export type BandEvent = z.infer<typeof BandEvent>

/**
 * Days on which a member is away. `bandId`, title and notes are null for readers who may not see them, `membershipId` is null outside
 * bands.
 */
export const DaysAway = z.strictObject({
  ...sharedFields,
  bandId: z.nullable(Id),
  type: z.literal('unavailable'),
  membershipId: z.nullable(Id),
  ownerUserId: Id,
  displayName: z.nullable(z.string()),
  startTime: z.null(),
  endTime: z.null(),
  location: z.null(),
  venue: z.null(),
  isPublic: z.literal(false),
  isListed: z.literal(false),
  ticketUrl: z.null(),
  priceText: z.null(),
  isAllDay: z.literal(true),
  bandName: z.null(),
  status: z.literal('confirmed'),
  asksAnswers: z.literal(false),
  replyBy: z.null(),
  nudgedAt: z.null(),
  movedFrom: z.null(),
  seriesId: z.null(),
  isEditedByHand: z.literal(false),
  optionGroupId: z.null(),
  optionNumber: z.null(),
  optionCount: z.null(),
  answerCounts: z.null(),
  myAnswer: z.null(),
  setlistId: z.null(),
  hasGigSheet: z.literal(false),
  recordingCount: z.literal(0),
  deps: z.tuple([]),
  noteCount: z.literal(0),
  hasUnreadNotes: z.literal(false),
})
export type DaysAway = z.infer<typeof DaysAway>

/** The values of days away in the fields that only events of bands use. */
export const fieldsUnusedByDaysAway = {
  startTime: null,
  endTime: null,
  location: null,
  venue: null,
  isPublic: false,
  isListed: false,
  ticketUrl: null,
  priceText: null,
  isAllDay: true,
  bandName: null,
  status: 'confirmed',
  asksAnswers: false,
  replyBy: null,
  nudgedAt: null,
  movedFrom: null,
  seriesId: null,
  isEditedByHand: false,
  optionGroupId: null,
  optionNumber: null,
  optionCount: null,
  answerCounts: null,
  myAnswer: null,
  setlistId: null,
  hasGigSheet: false,
  recordingCount: 0,
  deps: [] as [],
  noteCount: 0,
  hasUnreadNotes: false,
} as const satisfies Partial<z.infer<typeof DaysAway>>

/** An entry of a calendar: an event of a band, or days away. */
export const CalendarEntry = z.discriminatedUnion('type', [BandEvent, DaysAway])
export type CalendarEntry = z.infer<typeof CalendarEntry>

const requiredFields = {
  type: z.enum(EventTypeSchema.def.entries, messages.requiredFields),
  date: z.pipe(z.string(messages.requiredFields).check(z.minLength(1, messages.requiredFields)), PlainDate),
}
/** Fields that may be empty; null means empty. */
const optionalFields = {
  endDate: z.nullable(PlainDate),
  startTime: z.nullable(PlainTime),
  endTime: z.nullable(PlainTime),
  location: createClearableLineSchema(limits.placeLength),
  venue: createClearableLineSchema(limits.placeLength),
  notes: createClearableTextSchema(limits.notesLength),
  membershipId: z.nullable(Id),
  title: createClearableLineSchema(limits.titleLength),
  setlistId: z.nullable(Id),
  /** The last day to answer; null selects `computeDefaultReplyBy`. */
  replyBy: z.nullable(PlainDate),
  ticketUrl: ClearableWebAddress,
  priceText: createClearableLineSchema(limits.priceLength),
}
const EventStatusSchema = z.enum(eventStatuses, eventMessages.eventStatusUnknown)
const booleanFields = {
  isAllDay: z.optional(z.boolean()),
  isPublic: z.optional(z.boolean()),
  /** Whether the public page shows the event; public gigs and festivals only. */
  isListed: z.optional(z.boolean()),
  /** Whether the event asks every member for an answer. Gigs and festivals do by default. */
  asksAnswers: z.optional(z.boolean()),
}
/** Events that clash with the days away and are cancelled in the transaction that stores the days away. */
const cancelEventIds = z.optional(z.array(Id).check(z.maxLength(limits.eventsCancelledAtOnce)))
const nullByDefault = <T extends z.ZodMiniType>(schema: T) => z.prefault(schema, null as z.input<T>)

const inputFields = {
  ...requiredFields,
  endDate: nullByDefault(optionalFields.endDate),
  startTime: nullByDefault(optionalFields.startTime),
  endTime: nullByDefault(optionalFields.endTime),
  location: nullByDefault(optionalFields.location),
  venue: nullByDefault(optionalFields.venue),
  notes: nullByDefault(optionalFields.notes),
  membershipId: nullByDefault(optionalFields.membershipId),
  title: nullByDefault(optionalFields.title),
  status: z.prefault(EventStatusSchema, 'confirmed'),
  replyBy: nullByDefault(optionalFields.replyBy),
  setlistId: nullByDefault(optionalFields.setlistId),
  ticketUrl: nullByDefault(optionalFields.ticketUrl),
  priceText: nullByDefault(optionalFields.priceText),
  ...booleanFields,
  cancelEventIds,
}

/** The fields of an event. `EventInput` also checks their combination. */
export const EventFieldsSchema = z.strictObject(inputFields)

/** POST of an event. Checks single fields first, then their combination (`findEventIssues`). */
export const EventInput = EventFieldsSchema.check((ctx) => {
  if (ctx.issues.length > 0) return
  for (const issue of findEventIssues(ctx.value)) {
    ctx.issues.push({ code: 'custom', path: [issue.path], message: issue.message, input: ctx.value })
  }
})
export type EventInput = z.input<typeof EventInput>
export type ParsedEvent = z.output<typeof EventInput>

/** PATCH of an event. The server merges the fields into the stored event and parses the result as `EventInput`. */
export const EventChangesInput = z.partial(
  z.strictObject({ ...requiredFields, ...optionalFields, status: EventStatusSchema, ...booleanFields, cancelEventIds }),
)
export type EventChanges = z.output<typeof EventChangesInput>

type EditableFields = Pick<CalendarEntry, Exclude<keyof EventInput, 'cancelEventIds' | 'membershipId'>>

/**
 * The stored event with the changes applied, as input for `EventInput`. Drops stored values that the changes invalidate, so that their
 * defaults apply: `isPublic` if the type changes, `isAllDay` if the times change, and `replyBy` if the date changes.
 */
export function mergeEventChanges(stored: EditableFields, changes: EventChanges): EventInput {
  const { type, date, endDate, startTime, endTime, location, venue, notes, title, isAllDay, isPublic } = stored
  const { status, asksAnswers, replyBy, setlistId, isListed, ticketUrl, priceText } = stored
  const isTypeChanged = changes.type !== undefined && changes.type !== type
  const isDateChanged = changes.date !== undefined && changes.date !== date
  const areTimesChanged = changes.startTime !== undefined || changes.endTime !== undefined
  const listing = { isListed, ticketUrl, priceText }
  const details = { endDate, startTime, endTime, location, venue, notes, title, status, asksAnswers, setlistId }
  return {
    ...details,
    ...listing,
    ...(isDateChanged ? {} : { replyBy }),
    ...(areTimesChanged ? {} : { isAllDay }),
    ...(isTypeChanged ? {} : { isPublic }),
    ...changes,
    type: changes.type ?? type,
    date: changes.date ?? date,
  }
}

type EventIssue = { path: string; message: string }
type Booking = Omit<ParsedEvent, 'membershipId'>

/** Invalid combinations of fields that are valid by themselves. */
export function findEventIssues(booking: Booking): EventIssue[] {
  const isAway = booking.type === 'unavailable'
  if (isAway) return findDayRangeIssues(booking)
  return [
    ...findDayRangeIssues(booking),
    ...findPlaceIssues(booking),
    ...findTimeIssues(booking),
    ...findReplyByIssues(booking),
    ...findCancellationIssues(booking),
  ]
}

function findReplyByIssues({ replyBy, date }: Booking): EventIssue[] {
  return replyBy !== null && replyBy > date ? [{ path: 'replyBy', message: eventMessages.replyByTooLate }] : []
}

function findCancellationIssues({ cancelEventIds }: Booking): EventIssue[] {
  return cancelEventIds === undefined ? [] : [{ path: 'cancelEventIds', message: eventMessages.onlyDaysAwayCancel }]
}

function findPlaceIssues(booking: Booking): EventIssue[] {
  if (!isPublicByInputOrType(booking))
    return booking.location ? [] : [{ path: 'location', message: eventMessages.locationRequired }]
  if (!canBePublic(booking.type)) return [{ path: 'isPublic', message: eventMessages.notPublicType }]
  return booking.venue ? [] : [{ path: 'venue', message: eventMessages.venueRequired }]
}

function findTimeIssues({ isAllDay, ...booking }: Booking): EventIssue[] {
  const { date, startTime, endTime } = booking
  if (isAllDay) return []
  if (startTime === null) return endTime ? [{ path: 'startTime', message: eventMessages.endWithoutStart }] : []
  const end = endOfSpan({ ...booking, isAllDay: false })
  return [
    ...(doesLondonTimeExist(date, startTime) ? [] : [{ path: 'startTime', message: eventMessages.timeDoesNotExist }]),
    ...(!end || doesLondonTimeExist(end.date, end.time)
      ? []
      : [{ path: 'endTime', message: eventMessages.timeDoesNotExist }]),
  ]
}

/** Invalid combinations of first and last day. */
export function findDayRangeIssues({ date, endDate }: Pick<ParsedEvent, 'date' | 'endDate'>): FieldIssue[] {
  const days = endDate === null ? 0 : daysBetween(date, endDate)
  if (days < 0) return [{ path: 'endDate', message: eventMessages.endBeforeStart }]
  if (days > limits.eventDays) return [{ path: 'endDate', message: eventMessages.eventTooLong }]
  return []
}

/** Whether the event is public: what the input says, else what its type suggests. */
export function isPublicByInputOrType({ isPublic, type }: Pick<ParsedEvent, 'type' | 'isPublic'>): boolean {
  return isPublic ?? canBePublic(type)
}
