// The feature "Find a date": its query, its response, and the rule that decides on which days members are free.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { addDays, dayNumber, daysBetween, minuteOfDay, weekdayIndex } from '@gaffer/domain/shared/dates'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { EventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import type { EventStatus } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { freeDateMessages } from './free-date-messages.ts'
import { spanInterval, type Span } from '@gaffer/domain/shared/span'

/** The parts of a day that a query can ask about. `limits.partsOfDay` has their hours. */
export const partsOfDay = ['evening', 'day', 'any'] as const
export type PartOfDay = (typeof partsOfDay)[number]

const splitIds = (text: string) => text.split(',')

/** Query of GET free-dates. `weekdays` is "1,2,…,7" with Monday 1, by default all; `members` are ids, "id,id", by default everybody. */
export const FreeDatesQuery = z
  .strictObject({
    startDate: PlainDate,
    endDate: PlainDate,
    weekdays: z.pipe(
      z.prefault(z.string().check(z.regex(/^[1-7](,[1-7]){0,6}$/, freeDateMessages.weekdaysInvalid)), '1,2,3,4,5,6,7'),
      z.transform((text) => [...new Set(text.split(',').map(Number))].sort()),
    ),
    partOfDay: z.prefault(z.enum(partsOfDay), 'any'),
    members: z.optional(
      z.pipe(
        z
          .string()
          .check(
            z.refine((text) => splitIds(text).every((id) => Id.safeParse(id).success), freeDateMessages.membersInvalid),
          ),
        z.transform((text) => [...new Set(splitIds(text))]),
      ),
    ),
  })
  .check((ctx) => {
    if (ctx.issues.length > 0) return
    const days = daysBetween(ctx.value.startDate, ctx.value.endDate)
    const message =
      days < 0 ? eventMessages.rangeBackwards : days > limits.calendarDays ? eventMessages.rangeTooLong : null
    if (message) ctx.issues.push({ code: 'custom', path: ['endDate'], message, input: ctx.value })
  })
export type FreeDatesQuery = z.output<typeof FreeDatesQuery>

/**
 * Why a member is not free, in order of precedence. `away`: days away; `busy`: an event with another band or in a connected calendar;
 * `event`: an event of this band.
 */
export const notFreeReasons = ['away', 'busy', 'event'] as const
export type NotFreeReason = (typeof notFreeReasons)[number]

const EventOnDate = z.strictObject({
  id: Id,
  type: EventTypeSchema,
  title: z.nullable(z.string()),
  status: z.enum(['confirmed', 'tentative']),
})
export type EventOnDate = z.infer<typeof EventOnDate>

/** `unsaid` and `bandEvents` are optional in the published schema, but each response has them. */
export const DateAvailability = z.strictObject({
  date: z.string(),
  free: z.array(Id),
  missing: z.array(z.strictObject({ membershipId: Id, displayName: z.string(), reason: z.enum(notFreeReasons) })),
  /** The members in `free` who have said nothing about the month: no days away in it, and not that they are free all month. */
  unsaid: z.optional(z.array(Id)),
  /** This band's own events on the date that overlap the searched part of the day. */
  bandEvents: z.optional(z.array(EventOnDate)),
})
export type DateAvailability = z.infer<typeof DateAvailability>

/**
 * A span during which a member is not free. `membershipId` is null for this band's own events, which occupy every member. `status` is
 * null for days away and for entries of connected calendars. Callers leave out calendar entries that do not count: transparent ones, and
 * all-day ones of a calendar with `countAllDay` off.
 */
export type OccupiedSpan = Span & {
  membershipId: string | null
  reason: NotFreeReason
  status: EventStatus | null
  /** The event that occupies the span; set for events of this band only. */
  event?: EventOnDate | null
}

/** The dates from `startDate` to `endDate` that are one of the weekdays, in order. */
export function datesOnWeekdays({
  startDate,
  endDate,
  weekdays,
}: Pick<FreeDatesQuery, 'startDate' | 'endDate' | 'weekdays'>): string[] {
  const dates = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, day) => addDays(startDate, day))
  return dates.filter((date) => weekdays.includes(weekdayIndex(date) + 1))
}

const minutesPerDay = 1440

/**
 * One entry for each day, in the order of `days`, with its free and missing members in the order of `members`. Days on which
 * everybody is missing are included. `stated` are the months (`yyyy-MM`) about which members have said something.
 *
 * A member is missing if a span occupies a minute of the part of the day (London wall-clock time, `limits.partsOfDay`). The part `any`
 * starts at 06:00, so that a gig that ends at 1 AM leaves the next day free. All-day spans and spans without a start time occupy whole
 * days; spans without an end time last until midnight. Cancelled events occupy nothing, tentative ones do.
 *
 * @param days existing dates in ascending order, without duplicates
 */
export function computeDateAvailability({
  days,
  partOfDay,
  members,
  occupied,
  stated,
}: AvailabilityInput & {
  stated: readonly { membershipId: string; month: string }[]
}): Required<DateAvailability>[] {
  const { reasons, bandEvents } = computeOccupancyByDay({ days, partOfDay, members, occupied })
  const said = new Set(stated.map(({ membershipId, month }) => `${membershipId} ${month}`))
  return days.map((date, dayIndex) => {
    const free: string[] = []
    const missing: DateAvailability['missing'] = []
    members.forEach(({ membershipId, displayName }, memberIndex) => {
      const reason = notFreeReasons[reasons[dayIndex * members.length + memberIndex] as number]
      if (reason === undefined) free.push(membershipId)
      else missing.push({ membershipId, displayName, reason })
    })
    const unsaid = free.filter((id) => !said.has(`${id} ${date.slice(0, 7)}`))
    return { date, free, missing, unsaid, bandEvents: bandEvents[dayIndex] ?? [] }
  })
}

type AvailabilityInput = {
  days: readonly string[]
  partOfDay: PartOfDay
  members: readonly { membershipId: string; displayName: string }[]
  occupied: readonly OccupiedSpan[]
}

/**
 * `reasons`: one number for each day and member, at `dayIndex * members.length + memberIndex`: the index of the reason in
 * `notFreeReasons`, or `notFreeReasons.length` if the member is free. `bandEvents`: the band's own events of each day.
 */
function computeOccupancyByDay({ days, partOfDay, members, occupied }: AvailabilityInput): {
  reasons: Uint8Array
  bandEvents: EventOnDate[][]
} {
  const bandEvents = days.map((): EventOnDate[] => [])
  const reasons = new Uint8Array(days.length * members.length).fill(notFreeReasons.length)
  const indexOfDay = new Map(days.map((date, index) => [dayNumber(date), index]))
  const indexOfMember = new Map(members.map(({ membershipId }, index) => [membershipId, index]))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { reasons, bandEvents }
  const [from, until] = limits.partsOfDay[partOfDay]
  const range = { from: dayNumber(first), to: dayNumber(last) }

  for (const span of occupied) {
    // null: an event of the band, which occupies all members. undefined: a member whom the query leaves out.
    const memberIndex = span.membershipId === null ? null : indexOfMember.get(span.membershipId)
    if (span.status === 'cancelled' || memberIndex === undefined) continue
    const interval = spanInterval(span)
    // The first and the last day number whose part of the day overlaps the half-open interval.
    const firstDay = Math.floor((interval.from - endMinute(until)) / minutesPerDay) + 1
    const lastDay = Math.ceil((interval.to - minuteOfDay(from)) / minutesPerDay) - 1
    for (let day = Math.max(firstDay, range.from); day <= Math.min(lastDay, range.to); day++) {
      const dayIndex = indexOfDay.get(day)
      if (dayIndex === undefined) continue
      if (span.event) bandEvents[dayIndex]?.push(span.event)
      const start = dayIndex * members.length
      const reason = notFreeReasons.indexOf(span.reason)
      const [low, high] = memberIndex === null ? [0, members.length - 1] : [memberIndex, memberIndex]
      for (let at = start + low; at <= start + high; at++) reasons[at] = Math.min(reasons[at] as number, reason)
    }
  }
  return { reasons, bandEvents }
}

/** The groups of found dates, best first. Within a group the dates are in date order. */
export const freeDateGroups = ['free', 'unsaid', 'oneMissing', 'moreMissing', 'booked'] as const
export type FreeDateGroup = (typeof freeDateGroups)[number]

/** `unsaid`: nobody is missing, but not everybody has said something about the month. `booked`: the band itself has an event. */
export function groupOfFreeDate({ missing, unsaid = [], bandEvents = [] }: DateAvailability): FreeDateGroup {
  if (bandEvents.length > 0 || missing.some(({ reason }) => reason === 'event')) return 'booked'
  if (missing.length > 1) return 'moreMissing'
  if (missing.length === 1) return 'oneMissing'
  return unsaid.length > 0 ? 'unsaid' : 'free'
}

/** The minute of the day of an end time; 00:00 is the end of the day, 1440. */
function endMinute(time: string): number {
  return minuteOfDay(time) || minutesPerDay
}
