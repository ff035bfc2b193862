// SQL of the entries and busy times that overlap a range of days, for the calendar and for clashes.

import {
  intervalColumnsOfRangeSql,
  intervalsOfCalendarSql,
  mergedIntervalsSql,
} from '#features/busy-calendars/columns.ts'
import { bandDaysAwayColumnsSql, nameInBandSql, peopleOfBandSql, timeSql } from './columns.ts'
import { overlappingEventsSql, overlapsRangeSql } from './range-columns.ts'

export const orderEntriesSql = `order by date, "startTime" nulls first, id`

export const daysAwayOfPeopleSql = `from ${peopleOfBandSql} join unavailabilities u on u.user_id = p.id where ${overlapsRangeSql}`
export const spanColumnsSql = (of: string) => `
  ${of}.end_date as "endDate", ${timeSql(`${of}.start_time`)} as "startTime", ${timeSql(`${of}.end_time`)} as "endTime"`
/** Connected calendars of members. */
export const calendarRowsSql = `
  select c.id, c.version, m.id as membership_id, ${nameInBandSql} as display_name
  from ${peopleOfBandSql} join busy_calendars c on c.user_id = p.id`
/** Times that overlap, of one or several calendars of a member, are one. */
const busyRangesOfSql = (calendars: string) => `
  select c.membership_id, c.display_name, ${mergedIntervalsSql} as range
  from ${calendars} c cross join ${intervalsOfCalendarSql} group by c.membership_id, c.display_name`
export const busyTimesSql = (calendars: string) => `
  select m.membership_id as "membershipId", m.display_name as "displayName", i.date, ${spanColumnsSql('i')}
  from (${busyRangesOfSql(calendars)}) m cross join lateral (select ${intervalColumnsOfRangeSql('m.range')}) i
  order by i.date, i.start_time nulls first, m.membership_id, i.end_time`

export const entriesInRangeSql = (event: string) => `
  select ${event} from ${overlappingEventsSql('$bandId')} union all
  select ${bandDaysAwayColumnsSql()} ${daysAwayOfPeopleSql} ${orderEntriesSql}`
