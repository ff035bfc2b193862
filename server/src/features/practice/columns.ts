/** SQL condition: the tick `p` is for the day on which its practice `e` still is. The function `last_practised_at` has the same. */
export const isTickOnPracticeDaySql = `(p.practised_at at time zone 'Europe/London')::date = e.date`
