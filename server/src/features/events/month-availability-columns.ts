import { limits } from '@gaffer/domain/shared/limits'
import { literal, sql } from '#platform/db/statement.ts'

/**
 * Selects a row for each member of the band and each month for which the member has stated availability: by days away in the month, or as
 * free all month. `$months` has the first days of the months, ascending.
 */
export const statedMonths = sql`
  select m.id as "membershipId", f.month
  from memberships m join free_months f on f.user_id = m.user_id and f.month = any($months::date[])
  where m.band_id = $bandId and m.status = 'active'
  union
  select m.id, asked.month
  from memberships m
  join unavailabilities u on u.user_id = m.user_id and u.deleted_at is null and u.last_day >= ($months::date[])[1]
    and u.date between ($months::date[])[1] - ${literal(limits.eventDays)}
      and ($months::date[])[cardinality($months::date[])] + interval '1 month - 1 day'
  join unnest($months::date[]) asked(month) on u.last_day >= asked.month and u.date < asked.month + interval '1 month'
  where m.band_id = $bandId and m.status = 'active'`
