// Reads booked events, what they may clash with outside the band, and the deps and Yes answers that the clashes depend on.

import * as z from 'zod/mini'
import { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { BandEvent } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { isoText, manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { busyTimesOfMembers } from '#features/events/busy-time-columns.ts'
import { isAnswerStale } from '#features/events/stale-answer-conditions.ts'
import { hourAndMinute, nameInBand, peopleOfBand } from '#features/events/conditions.ts'
import { eventsInRange, type FirstAndLastDay, type SearchRange } from '#features/events/range-conditions.ts'

const { type, date, endDate, startTime, endTime, isAllDay } = BandEvent.shape

/** Events of the band that are not cancelled. */
export const listBookedEvents = manyRows(
  z.strictObject({ id: Id, type, date, endDate, startTime, endTime, isAllDay }),
  sql<MemberContext & SearchRange>`
    select e.id, e.type, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
      ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay"
    from ${eventsInRange(sql`$bandId`)} where e.status <> 'cancelled'`,
)

/** Events of members in other bands, with member, dates and times only: titles and places are private to the other bands. */
export const listBusyInOtherBands = manyRows(
  MemberBusyTime,
  sql<MemberContext & SearchRange>`
    select m.id as "membershipId", ${nameInBand} as "displayName", e.date, e.end_date as "endDate",
      ${hourAndMinute(sql`e.start_time`)} as "startTime", ${hourAndMinute(sql`e.end_time`)} as "endTime"
    from ${peopleOfBand}
    join memberships other on other.user_id = p.id and other.band_id <> m.band_id and other.status = 'active'
    cross join ${eventsInRange(sql`other.band_id`)}
    where e.status <> 'cancelled'
    order by e.date, e.start_time nulls first, e.id, m.id`,
)

/** Busy times from connected calendars of members, the caller included. */
export const listCalendarBusyTimes = manyRows(
  MemberBusyTime,
  sql<MemberContext & FirstAndLastDay>`${busyTimesOfMembers}`,
)

type MemberAndEventIds = MemberContext & { eventIds: readonly string[] }

const DepCover = z.strictObject({ eventId: Id, membershipId: Id, name: z.string() })
/** A dep who plays at the event in the member's place. */
export type DepCover = z.infer<typeof DepCover>

export const listDepCovers = manyRows(
  DepCover,
  sql<MemberAndEventIds>`
    select r.event_id as "eventId", r.covers_membership_id as "membershipId", d.name
    from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
    where r.band_id = $bandId and r.event_id = any($eventIds::uuid[]) and r.covers_membership_id is not null
    order by r.requested_at`,
)

/** The Yes answers to the events, without stale answers. */
export const listYesAnswers = manyRows(
  z.strictObject({ eventId: Id, membershipId: Id, answeredAt: z.string() }),
  sql<MemberAndEventIds>`
    select a.event_id as "eventId", a.membership_id as "membershipId", ${isoText(sql`a.answered_at`)} as "answeredAt"
    from answers a join events e on e.band_id = a.band_id and e.id = a.event_id
    where a.band_id = $bandId and a.event_id = any($eventIds::uuid[]) and a.answer = 'yes' and not (${isAnswerStale})`,
)
