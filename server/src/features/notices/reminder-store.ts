import * as z from 'zod/mini'
import { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { ReminderKind } from '@gaffer/domain/notices/notice-times'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { schedule } from '#features/events/stale-answer-conditions.ts'
import { gigTypes } from '#features/events/conditions.ts'
import { manyRows, sql } from '#platform/db/statement.ts'
import { Snapshot, snapshotColumns } from './notice-facts-store.ts'
import { chosenReminders } from './settings-store.ts'

export type ReminderPageKey = { bandId: string; id: string }

const RemindedEventRow = z.extend(Snapshot, {
  bandId: Id,
  id: Id,
  /** The running times of the gig sheet; empty without a gig sheet. */
  times: GigSheet.shape.times,
  schedule: z.string(),
})
export type RemindedEventRow = z.infer<typeof RemindedEventRow>

export const firstPageKey: ReminderPageKey = {
  bandId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

type ReminderPage = ReminderPageKey & { date: string; dueAt: Date; maxRows: number }

const selectRemindedEvents = sql`
  select e.band_id as "bandId", e.id, ${snapshotColumns}, ${schedule} as schedule,
    coalesce(
      (select g.times from gig_sheets g where g.band_id = e.band_id and g.event_id = e.id and e.type in (${gigTypes})),
      '[]') as times
  from events e`
// Excludes events whose addition, new date, start or reply date is later than `$dueAt`: members just got a notice of the change.
const isOnPage = sql`
  e.deleted_at is null and (e.band_id, e.id) > ($bandId, $id) and e.status <> 'cancelled' and e.created_at < $dueAt
  and not exists (
    select from event_changes c
    where c.band_id = e.band_id and c.event_id = e.id and c.at >= $dueAt
      and (c.fields @> '[{"field":"date"}]' or c.fields @> '[{"field":"startTime"}]' or c.fields @> '[{"field":"replyBy"}]'))`

/** Events of all bands on a date, after the given key and in key order. */
export const listEventsOnDate = manyRows(
  RemindedEventRow,
  sql<ReminderPage>`
    ${selectRemindedEvents} where e.date = $date and ${isOnPage} order by e.band_id, e.id limit $maxRows`,
)

/** Events of all bands whose answers are due on a date, after the given key and in key order. */
export const listEventsToAnswerBy = manyRows(
  RemindedEventRow,
  sql<ReminderPage>`
    ${selectRemindedEvents} where e.reply_by = $date and ${isOnPage} order by e.band_id, e.id limit $maxRows`,
)

/** Active members of the bands who want this reminder. Locks their memberships against deletion until the transaction ends. */
export const lockRemindedMembers = manyRows(
  z.strictObject({ bandId: Id, userId: z.string() }),
  sql<{ kind: ReminderKind; bandIds: readonly string[] }>`
    select m.band_id as "bandId", m.user_id as "userId"
    from memberships m left join notice_settings s on s.user_id = m.user_id
    where m.band_id = any($bandIds::uuid[]) and m.status = 'active' and (${chosenReminders} ->> $kind)::boolean
    order by m.band_id, m.id
    for key share of m`,
)
