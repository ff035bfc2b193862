import type { EventSnapshot } from '@gaffer/domain/event-change'
import { limits } from '@gaffer/domain/limits'
import type { GigSheet } from '@gaffer/domain/gig-sheet'
import type { ReminderKind } from '@gaffer/domain/notice-times'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery, type PreparedQuery } from '#platform/db/prepared-query.ts'
import { gigTypes } from '#features/events/columns.ts'
import { snapshotSql } from './cause-store.ts'
import { remindersSql } from './store.ts'

export type EventKey = { bandId: string; id: string }
/** `times` are those of the gig sheet, empty without one. */
export type RemindedRow = EventSnapshot & EventKey & Pick<GigSheet, 'times'> & { scheduleVersion: number }

export const firstKey: EventKey = {
  bandId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

// An event that was added or moved after the reminder was due has just been told.
const page = (condition: string): PreparedQuery<RemindedRow> =>
  preparedQuery(`
  select e.band_id as "bandId", e.id, ${snapshotSql}, e.schedule_version as "scheduleVersion",
    coalesce(
      (select g.times from gig_sheets g where g.band_id = e.band_id and g.event_id = e.id and e.type in (${gigTypes})),
      '[]') as times
  from events e
  where ${condition} and e.deleted_at is null and (e.band_id, e.id) > ($bandId, $id)
    and e.status <> 'cancelled' and e.created_at < $dueAt
    and not exists (
      select from event_changes c
      where c.band_id = e.band_id and c.event_id = e.id and c.at >= $dueAt
        and (c.fields @> '[{"field":"date"}]' or c.fields @> '[{"field":"startTime"}]' or c.fields @> '[{"field":"replyBy"}]'))
  order by e.band_id, e.id limit $most`)
const byDate = page('e.date = $date')
const byReplyBy = page('e.reply_by = $date')

type PageInput = { date: string; after: EventKey; dueAt: Date; most: number }

/** Events on a date, over all bands, in key order. */
export function listEventsOn(db: Db, { after, ...input }: PageInput): Promise<RemindedRow[]> {
  return byDate(db, { ...input, ...after })
}

/** Events whose answers are due on a date, over all bands, in key order. */
export function listEventsToAnswerBy(db: Db, { after, ...input }: PageInput): Promise<RemindedRow[]> {
  return byReplyBy(db, { ...input, ...after })
}

const recipients = preparedQuery<{ bandId: string; userId: string }>(`
  select m.band_id as "bandId", m.user_id as "userId"
  from memberships m left join notice_settings s on s.user_id = m.user_id
  where m.band_id = any($bandIds::uuid[]) and m.status = 'active' and (${remindersSql} ->> $kind)::boolean
  order by m.band_id, m.id
  for key share of m`)

/** Active members of the bands who want this reminder. Keeps their memberships until the transaction ends. */
export async function lockReminded(
  tx: Db,
  kind: ReminderKind,
  bandIds: readonly string[],
): Promise<Map<string, { userId: string }[]>> {
  const byBand = new Map<string, { userId: string }[]>()
  for (const { bandId, userId } of await recipients(tx, { kind, bandIds })) {
    byBand.set(bandId, [...(byBand.get(bandId) ?? []), { userId }])
  }
  return byBand
}

const finishedRun = preparedQuery<object>(
  `select from leases where name = $name and expires_at > now() + interval '${limits.lateReminderHours} hours'`,
)

/** Whether a server has finished this run: then its lease lasts a day. */
export async function isRunFinished(db: Db, name: string): Promise<boolean> {
  return (await finishedRun(db, { name })).length > 0
}
