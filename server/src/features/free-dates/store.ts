// Reads when the members of a band are occupied, in all their bands. Of an event of another band only the member, the status and the times
// are read, of a connected calendar only the member and the times.

import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { intervalsOfCalendar } from '#features/busy-calendars/columns.ts'
import { statedMonths } from '#features/events/month-availability-columns.ts'
import { hourAndMinute, nameInBand, peopleOfBand } from '#features/events/conditions.ts'
import {
  daysAwayInRange,
  eventsInRange,
  type FirstAndLastDay,
  type SearchRange,
} from '#features/events/range-conditions.ts'

/** `members` are ids of memberships; null means all active members. Unknown ids are ignored. */
type GivenMembers = { members: readonly string[] | null }
const isGiven = sql`($members::uuid[] is null or m.id = any($members))`

/** The given members, in the order of the members page. */
export const listGivenMembers = manyRows(
  z.strictObject({ membershipId: Id, displayName: z.string() }),
  sql<MemberContext & GivenMembers>`
    select m.id as "membershipId", ${nameInBand} as "displayName" from ${peopleOfBand} where ${isGiven}
    order by m.joined_at, m.id`,
)

const { type, title, date, endDate, startTime, endTime, isAllDay, status } = BandEvent.shape
const span = { date, endDate, startTime, endTime, isAllDay }

export const listOccupyingEvents = manyRows(
  z.strictObject({ id: Id, type, title, status: z.enum(['confirmed', 'tentative']), ...span }),
  sql<MemberContext & SearchRange>`
    select e.id, e.type, e.title, e.status, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
      ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay"
    from ${eventsInRange(sql`$bandId`)} where e.status <> 'cancelled'`,
)

export const listEventsInOtherBands = manyRows(
  z.strictObject({ membershipId: Id, status, ...span }),
  sql<MemberContext & GivenMembers & SearchRange>`
    select m.id as "membershipId", e.status, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
      ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay"
    from ${peopleOfBand}
    join memberships other on other.user_id = m.user_id and other.band_id <> $bandId and other.status = 'active'
    cross join ${eventsInRange(sql`other.band_id`)}
    where ${isGiven}`,
)

export const listDaysAwayOfGivenMembers = manyRows(
  z.strictObject({ membershipId: Id, date, endDate }),
  sql<MemberContext & GivenMembers & SearchRange>`
    select m.id as "membershipId", u.date, u.end_date as "endDate"
    from ${peopleOfBand} join unavailabilities u on u.user_id = m.user_id where ${isGiven} and ${daysAwayInRange}`,
)

export const listBusyTimesOfGivenMembers = manyRows(
  z.strictObject({ membershipId: Id, date, endDate, startTime, endTime }),
  sql<MemberContext & GivenMembers & FirstAndLastDay>`
    select m.id as "membershipId", i.date, i.end_date as "endDate", ${hourAndMinute(sql`i.start_time`)} as "startTime",
      ${hourAndMinute(sql`i.end_time`)} as "endTime"
    from ${peopleOfBand} join busy_calendars c on c.user_id = m.user_id cross join ${intervalsOfCalendar}
    where ${isGiven}`,
)

/** The months for which members have stated their availability. A month is given by its first day; `months` is in ascending order. */
export const listStatedMonths = manyRows(
  z.strictObject({ membershipId: Id, month: z.string() }),
  sql<MemberContext & { months: readonly string[] }>`${statedMonths}`,
)
