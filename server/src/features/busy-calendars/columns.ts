// SQL for the stores that read busy times.

import { sql, type Sql } from '#platform/db/statement.ts'

/** SQL: the busy times `i` of calendar `c` that overlap the days from `$from` to `$to`. Two branches, so that each uses an index. */
export const intervalsOfCalendar = sql`
  lateral (
    select * from busy_intervals
    where calendar_id = c.id and date between $from::date - 1 and $to and last_day >= $from
    union all
    select * from busy_intervals
    where calendar_id = c.id and date <= $from::date - 2 and last_day >= $from and last_day - date > 1) i`

const startOfInterval = sql`i.date + coalesce(i.start_time, '00:00')`
// Without an end date, an end that is not after the start is on the next day. Whole days have no times.
const endOfInterval = sql`
  case when i.start_time is null then (i.last_day + 1)::timestamp
    else coalesce(i.end_date, i.date + (i.end_time <= i.start_time)::int) + i.end_time end`

/** SQL: aggregates the busy times `i` of one member. Times that overlap or touch become one, also times of several calendars. */
export const mergedIntervals = sql`
  unnest(range_agg(tsrange(${startOfInterval}, greatest(${startOfInterval}, ${endOfInterval}))))`

/** Converts a merged range to the columns `date`, `end_date`, `start_time` and `end_time` of an interval. */
export function intervalColumnsOfRange(range: Sql): Sql {
  const isWholeDays = sql`lower(${range})::time = '00:00' and upper(${range})::time = '00:00'`
  const finalDay = sql`(upper(${range}) - case when ${isWholeDays} then interval '1 day' else '0' end)::date`
  return sql`
    lower(${range})::date as date,
    case when upper(${range}) <= lower(${range}) + interval '1 day' then null else ${finalDay} end as end_date,
    case when ${isWholeDays} then null else lower(${range})::time end as start_time,
    case when ${isWholeDays} then null else upper(${range})::time end as end_time`
}
