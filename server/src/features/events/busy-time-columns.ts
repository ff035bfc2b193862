// Busy times in the range of days `$from` to `$to`, for the calendar and for clashes.

import { intervalColumnsOfRange, intervalsOfCalendar, mergedIntervals } from '#features/busy-calendars/columns.ts'
import { sql } from '#platform/db/statement.ts'
import { hourAndMinute, nameInBand, peopleOfBand } from './conditions.ts'

/**
 * Selects the busy times from connected calendars of members of the band, in date order. Times of a member that overlap are
 * merged into one, also times of several calendars.
 */
export const busyTimesOfMembers = sql`
  select m."membershipId", m."displayName", i.date, i.end_date as "endDate", ${hourAndMinute(sql`i.start_time`)} as "startTime",
    ${hourAndMinute(sql`i.end_time`)} as "endTime"
  from (
    select m.id as "membershipId", ${nameInBand} as "displayName", ${mergedIntervals} as range
    from ${peopleOfBand} join busy_calendars c on c.user_id = p.id cross join ${intervalsOfCalendar}
    group by m.id, m.display_name, p.display_name) m
  cross join lateral (select ${intervalColumnsOfRange(sql`m.range`)}) i
  order by i.date, i.start_time nulls first, m."membershipId", i.end_time`
