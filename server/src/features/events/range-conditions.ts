// SQL for the entries that overlap a range of days.

import { addDays } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { sql, type Sql } from '#platform/db/statement.ts'

/** First and last day, yyyy-MM-dd. */
export type FirstAndLastDay = { from: string; to: string }

/** A range of days, and the earliest day on which an entry that overlaps the range can begin. */
export type SearchRange = FirstAndLastDay & { earliest: string }
export function toSearchRange(days: FirstAndLastDay): SearchRange {
  return { ...days, earliest: addDays(days.from, -limits.eventDays) }
}

/** SQL condition: the days away `u` overlap the range. The lower bound `$earliest` limits the index scan. */
export const daysAwayInRange = sql`
  u.date between $earliest and $to and u.last_day >= $from and u.deleted_at is null`

/** Events `e` of a band in the range. A partial index finds events over three days or more; others start at most a day before the range. */
export const eventsInRange = (bandId: Sql) => sql`
  lateral (
    select * from events
    where band_id = ${bandId} and date between $from::date - 1 and $to and last_day >= $from and deleted_at is null
    union all
    select * from events
    where band_id = ${bandId} and date between $earliest and $from::date - 2 and last_day >= $from and deleted_at is null
      and last_day - date > 1) e`
