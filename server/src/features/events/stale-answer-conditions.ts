// When an answer no longer counts: the event has another date, start time or place since.

import { sql } from '#platform/db/statement.ts'

/** The schedule of an event `e`, in the form that answers and reminders store. */
export const schedule = sql`schedule_of(e.date, e.start_time, e.location, e.venue)`

/** SQL condition: the answer `a` was given for another schedule than the event `e` has now. Null without an answer. */
export const isAnswerStale = sql`a.schedule <> ${schedule}`
