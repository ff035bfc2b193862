// SQL for the stores that read busy times.

/** Busy times `i` of calendar `c` that overlap the days from `$from` to `$to`. */
export const intervalsOfCalendar = `
  lateral (
    select * from busy_intervals
    where calendar_id = c.id and date between $from::date - 1 and $to and last_day >= $from
    union all
    select * from busy_intervals
    where calendar_id = c.id and date <= $from::date - 2 and last_day >= $from and last_day - date > 1) i`
