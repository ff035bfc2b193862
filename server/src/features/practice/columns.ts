import { sql } from '#platform/db/statement.ts'

/** SQL condition: the practice `e` is still on the day of its tick `p`. The SQL function `last_practised_at` has the same condition. */
export const isTickOnPracticeDay = sql`(p.practised_at at time zone 'Europe/London')::date = e.date`
