import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { ReminderKind } from '@gaffer/domain/notices/notice-times'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import { gigTypesSql, scheduleSql } from '#features/events/columns.ts'
import { snapshotColumnsSql } from './notice-facts-store.ts'
import { remindersSql } from './settings-store.ts'

export type ReminderPageKey = { bandId: string; id: string }
/** `times` are those of the gig sheet, empty without one. */
export type RemindedEventRow = EventSnapshot & ReminderPageKey & Pick<GigSheet, 'times'> & { schedule: string }

export const firstPageKey: ReminderPageKey = {
  bandId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

type Page = ReminderPageKey & { date: string; dueAt: Date; most: number }

// An event that was added or moved after the reminder was due has just made a notice of its own.
const page = (condition: string) =>
  preparedQuery<RemindedEventRow, Page>(`
  select e.band_id as "bandId", e.id, ${snapshotColumnsSql}, ${scheduleSql} as schedule,
    coalesce(
      (select g.times from gig_sheets g where g.band_id = e.band_id and g.event_id = e.id and e.type in (${gigTypesSql})),
      '[]') as times
  from events e
  where ${condition} and e.deleted_at is null and (e.band_id, e.id) > ($bandId, $id)
    and e.status <> 'cancelled' and e.created_at < $dueAt
    and not exists (
      select from event_changes c
      where c.band_id = e.band_id and c.event_id = e.id and c.at >= $dueAt
        and (c.fields @> '[{"field":"date"}]' or c.fields @> '[{"field":"startTime"}]' or c.fields @> '[{"field":"replyBy"}]'))
  order by e.band_id, e.id limit $most`)

/** Events on a date, over all bands, in key order, those after the given key. */
export const listEventsOnDate = page('e.date = $date')

/** Events whose answers are due on a date, over all bands, in key order, those after the given key. */
export const listEventsToAnswerBy = page('e.reply_by = $date')

type Reminded = { bandId: string; userId: string }

/** Active members of the bands who want this reminder. Keeps their memberships until the transaction ends. */
export const lockRemindedMembers = preparedQuery<Reminded, { kind: ReminderKind; bandIds: readonly string[] }>(`
  select m.band_id as "bandId", m.user_id as "userId"
  from memberships m left join notice_settings s on s.user_id = m.user_id
  where m.band_id = any($bandIds::uuid[]) and m.status = 'active' and (${remindersSql} ->> $kind)::boolean
  order by m.band_id, m.id
  for key share of m`)
