// SQL for the dates that a question to a member names.

import { sql } from '#platform/db/statement.ts'

/**
 * The dates `o` that a notice of the event `e` asks the membership `m` about, with its answers `given`: the event, or all options of its
 * option group, without deleted and cancelled dates.
 */
export const datesOfQuestion = sql`
  events o left join answers given on given.band_id = o.band_id and given.event_id = o.id and given.membership_id = m.id
  where o.band_id = e.band_id and (o.id = e.id or o.option_group_id = e.option_group_id)
    and o.deleted_at is null and o.status <> 'cancelled'`

export const isWaitingForAnswer = sql`
  (given.answer is null or given.schedule <> schedule_of(o.date, o.start_time, o.location, o.venue))`
