/**
 * The months (first days, in `$months`, ascending) about which people have said something: by days away in it, or by saying that they are
 * free all month. `people` is SQL of rows with a `user_id`; the parameter `$longest` is the maximum days of an entry.
 */
export const statedMonthsSql = (people: string): string => `
  select p.user_id, f.month
  from ${people} p join free_months f on f.user_id = p.user_id and f.month = any($months::date[])
  union
  select p.user_id, asked.month
  from ${people} p
  join unavailabilities u on u.user_id = p.user_id and u.deleted_at is null and u.last_day >= ($months::date[])[1]
    and u.date between ($months::date[])[1] - $longest::int
      and ($months::date[])[cardinality($months::date[])] + interval '1 month - 1 day'
  join unnest($months::date[]) asked(month) on u.last_day >= asked.month and u.date < asked.month + interval '1 month'`
