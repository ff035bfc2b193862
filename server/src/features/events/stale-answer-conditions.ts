// SQL for stale answers: the event's date, start time or place has changed since the answer.

import { sql } from '#platform/db/statement.ts'

/** The hash of date, start time and place of an event `e`, which answers, notices and asks of deps store. */
export const schedule = sql`schedule_of(e.date, e.start_time, e.location, e.venue)`

/** SQL condition: the answer `a` was given for another schedule than the event `e` has now. Null without an answer. */
export const isAnswerStale = sql`a.schedule <> ${schedule}`
