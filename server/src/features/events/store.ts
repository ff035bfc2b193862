// Reads of events, and of the members, days away and deps that belong to them. The service sorts the events.

import * as z from 'zod/mini'
import { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { hasRow, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { busyTimesOfMembers } from './busy-time-columns.ts'
import { EventRow, eventColumns } from './event-columns.ts'
import { daysAwayInRange, eventsInRange, type FirstAndLastDay, type SearchRange } from './range-conditions.ts'

const memberCount = sql`
  (select count(*)::int from memberships where band_id = $bandId and status = 'active') as "memberCount"`

/** Events of the band, with the number of its active members. */
export const listEventsOfBand = manyRows(
  z.extend(EventRow, { memberCount: z.int() }),
  sql<MemberContext & SearchRange>`select ${eventColumns}, ${memberCount} from ${eventsInRange(sql`$bandId`)}`,
)

const fromOwnBands = sql`
  from memberships m join bands b on b.id = m.band_id cross join ${eventsInRange(sql`m.band_id`)}
  where m.user_id = $userId and m.status = 'active'`

export const listEventsOfOwnBands = manyRows(
  z.extend(EventRow, { bandName: z.string() }),
  sql<AuthenticatedUser & SearchRange>`select ${eventColumns}, b.name as "bandName" ${fromOwnBands}`,
)

/** Events of the band and of the caller's other bands, with the number of active members of the band. */
export const listEventsForCalendar = manyRows(
  z.extend(EventRow, { bandName: z.string(), memberCount: z.int() }),
  sql<MemberContext & SearchRange>`select ${eventColumns}, b.name as "bandName", ${memberCount} ${fromOwnBands}`,
)

const MemberDays = z.strictObject({
  bandId: Id,
  membershipId: Id,
  userId: Id,
  date: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
})
/** An active member of a band, with one period of days away. `date` and `lastDay` are null for a member without days away. */
export type MemberDays = z.infer<typeof MemberDays>

const memberDays = (members: Sql, isInRange: Sql) => sql`
  select m.band_id as "bandId", m.id as "membershipId", m.user_id as "userId", u.date, u.last_day as "lastDay"
  from ${members}
  left join unavailabilities u on u.user_id = m.user_id and ${isInRange}
  where m.status = 'active'`

/** A row for each period of days away of the bands' members in the range, and one row for a member without days away. */
export const listMemberDays = manyRows(
  MemberDays,
  sql<{ bandIds: readonly string[] } & SearchRange>`
    ${memberDays(sql`memberships m`, daysAwayInRange)} and m.band_id = any($bandIds::uuid[])`,
)

export const listMemberDaysOfOwnBands = manyRows(
  MemberDays,
  sql<AuthenticatedUser & SearchRange>`
    ${memberDays(sql`memberships own join memberships m on m.band_id = own.band_id`, daysAwayInRange)}
      and own.user_id = $userId and own.status = 'active'`,
)

const daysAwayDuringEvent = sql`
  u.date between e.date - ${literal(limits.eventDays)} and e.last_day and u.last_day >= e.date and u.deleted_at is null`

/** The rows of `listMemberDays` for the band and the days of one event. */
export const listMemberDaysOfEvent = manyRows(
  MemberDays,
  sql<MemberContext & { id: string }>`
    ${memberDays(sql`events e join memberships m on m.band_id = e.band_id`, daysAwayDuringEvent)}
      and e.band_id = $bandId and e.id = $id and e.deleted_at is null`,
)

const DepOfEvent = z.strictObject({ eventId: Id, name: z.string(), instrument: z.string() })
export type DepOfEvent = z.infer<typeof DepOfEvent>

/** The deps who play at the events. */
export const listDepsOfEvents = manyRows(
  DepOfEvent,
  sql<{ bandIds: readonly string[]; eventIds: readonly string[] }>`
    select r.event_id as "eventId", d.name, r.instrument
    from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
    where r.band_id = any($bandIds::uuid[]) and r.event_id = any($eventIds::uuid[])
    order by r.requested_at, r.id`,
)

export const findEvent = optionalRow(
  EventRow,
  sql<MemberContext & { id: string }>`
    select ${eventColumns} from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null`,
)

export const listOptionsOfGroup = manyRows(
  EventRow,
  sql<MemberContext & { optionGroupId: string }>`
    select ${eventColumns} from events e
    where e.band_id = $bandId and e.option_group_id = $optionGroupId and e.deleted_at is null`,
)

/** Events that the member added or took over, on any date. */
export const listEventsOfMember = manyRows(
  EventRow,
  sql<MemberContext & { memberId: string }>`
    select ${eventColumns} from events e join memberships m on m.band_id = e.band_id and m.id = $memberId
    where e.band_id = $bandId and e.deleted_at is null and (e.added_by = m.id or e.owner_user_id = m.user_id)`,
)

export const isMembershipOfBand = hasRow(
  sql<MemberContext & { memberId: string }>`select from memberships where band_id = $bandId and id = $memberId`,
)

/** Busy times from connected calendars of members, the caller included. */
export const listCalendarBusyTimes = manyRows(
  MemberBusyTime,
  sql<MemberContext & FirstAndLastDay>`${busyTimesOfMembers}`,
)
