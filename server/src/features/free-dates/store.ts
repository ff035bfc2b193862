// Reads by one query when the members of a band are occupied, over all their bands.

import type { OccupiedSpan } from '@gaffer/domain/free-dates/free-dates'
import { preparedRequiredRow } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { statedMonthsSql } from '#features/events/availability-columns.ts'
import { intervalsOfCalendarSql } from '#features/busy-calendars/columns.ts'
import { nameInBandSql, peopleOfBandSql, timeSql } from '#features/events/columns.ts'
import { overlappingEventsSql, overlapsRangeSql, type SearchRange } from '#features/events/range-columns.ts'

/**
 * Members in the order of the members page, the times at which they or the band are occupied, and the months about which they have said
 * something.
 */
export type MembersAndOccupiedSpans = {
  members: { membershipId: string; displayName: string }[]
  occupied: OccupiedSpan[]
  stated: { membershipId: string; month: string }[]
}

const span = (of: string) => `
  ${of}.date, ${of}.end_date as "endDate", ${timeSql(`${of}.start_time`)} as "startTime", ${timeSql(`${of}.end_time`)} as "endTime"`
const list = (rows: string) => `(select coalesce(json_agg(entry), '[]') from (${rows}) entry)`

// Of events of other bands and of connected calendars only member and time are read.
/**
 * `members` are memberships of the band; null means all active ones. Unknown ids are left out. `months` are the first days of months, ascending.
 */
export const readMembersAndOccupiedSpans = preparedRequiredRow<
  MembersAndOccupiedSpans,
  MemberContext & SearchRange & { members: readonly string[] | null; months: readonly string[]; longest: number }
>(`
  with people as (
    select m.id, m.user_id, ${nameInBandSql} as name, m.joined_at from ${peopleOfBandSql}
    where $members::uuid[] is null or m.id = any($members))
  select
    ${list('select id as "membershipId", name as "displayName" from people order by joined_at, id')} as members,
    ${list(`
      select null::uuid as "membershipId", 'event' as reason, e.status, e.is_all_day as "isAllDay", ${span('e')},
        json_build_object('id', e.id, 'type', e.type, 'title', e.title, 'status', e.status) as event
      from ${overlappingEventsSql('$bandId')}
      union all
      select m.id, 'busy', e.status, e.is_all_day, ${span('e')}, null
      from people m
      join memberships other on other.user_id = m.user_id and other.band_id <> $bandId and other.status = 'active'
      cross join ${overlappingEventsSql('other.band_id')}
      union all
      select m.id, 'away', null, true, u.date, u.end_date, null, null, null
      from people m join unavailabilities u on u.user_id = m.user_id where ${overlapsRangeSql}
      union all
      select m.id, 'busy', null, false, ${span('i')}, null
      from people m join busy_calendars c on c.user_id = m.user_id cross join ${intervalsOfCalendarSql}`)} as occupied,
    ${list(`
      select m.id as "membershipId", left(said.month::text, 7) as month
      from people m join (${statedMonthsSql('people')}) said on said.user_id = m.user_id`)} as stated`)
