/**
 * Whether a user has days away in a month or said that they are free all month. `month` is SQL of its first day; the parameter
 * `$longest` is the maximum days of an entry. Not `exists`: for several members and months PostgreSQL would hash the whole tables.
 */
export const hasSaidInMonthSql = (userId: string, month: string): string => `
    coalesce(
      (select true from free_months f where f.user_id = ${userId} and f.month = ${month} limit 1),
      (select true from unavailabilities u
       where u.user_id = ${userId} and u.deleted_at is null and u.last_day >= ${month}
         and u.date between ${month} - $longest::int and (${month} + interval '1 month - 1 day')::date limit 1),
      false)`
