import { noticeGroupByKind, type Notice, type NoticeDeliveryWay } from '@gaffer/domain/notices/notice'
import { isAnswerStaleSql, scheduleSql } from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedQuery } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'
import { groupsSql, remindersSql } from './settings-store.ts'
import type { PlannedDelivery } from './store.ts'
import { liveSubscriptionsSql } from './subscription-store.ts'

export type PushSubscriptionRow = { id: string; endpoint: string; p256dh: string; auth: string }

export type UndeliveredNotice = Omit<Notice, 'createdAt' | 'readAt'> & {
  userId: string
  membershipId: string | null
  phone: string
  attempts: number
  isAccepted: boolean
  /** The recipient still wants it in this way, and it is still true. */
  isWanted: boolean
  /** The recipient wants mails of this group. */
  wantsMail: boolean
  /** The recipient may still answer the event. */
  isOpen: boolean
  devices: PushSubscriptionRow[]
  claimedDevices: string[]
}

// Asks and reminders are about an event that takes place; notices of changes are true whatever happened since.
const groupOfKindSql = `case n.kind ${Object.entries(noticeGroupByKind)
  .map(([kind, group]) => `when '${kind}' then '${group}'`)
  .join(' ')} end`
/** The notices to deliver, without those that are delivered already or deleted. */
export const listUndeliveredNotices = preparedQuery<
  UndeliveredNotice,
  { noticeIds: readonly string[]; way: NoticeDeliveryWay }
>(`
  select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, n.band_id as "bandId", b.name as "bandName",
    n.event_id as "eventId", m.id as "membershipId", p.phone, d.attempts,
    d.is_accepted as "isAccepted", d.claimed_devices as "claimedDevices", o.is_open as "isOpen",
    (w.ways ->> $way)::boolean
      and (n.band_id is null or m.status = 'active')
      and (n.kind not in ('answer.asked', 'answer.nudge', 'reminder') or o.is_open)
      and (n.kind <> 'answer.nudge' or a.answer is null or (${isAnswerStaleSql}))
      and (n.kind <> 'reminder' or n.schedule = ${scheduleSql}
        and (${remindersSql} ->> split_part(n.dedup_key, ' ', 1))::boolean) as "isWanted",
    (w.ways ->> 'email')::boolean as "wantsMail",
    coalesce((
      select json_agg(json_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
      from ${liveSubscriptionsSql('n.user_id')}), '[]') as devices
  from notices n
  join notice_deliveries d on d.notice_id = n.id and d.way = $way
  join users p on p.id = n.user_id
  left join bands b on b.id = n.band_id
  left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id
  left join events e on e.band_id = n.band_id and e.id = n.event_id
  left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
  left join notice_settings s on s.user_id = n.user_id,
  lateral (select ${groupsSql} -> ${groupOfKindSql} as ways) w,
  lateral (select coalesce(e.deleted_at is null and e.status <> 'cancelled', false) as is_open) o
  where n.id = any($noticeIds::uuid[]) and d.outcome is null`)

const deviceClaim = preparedQuery<{ id: string }>(`
  update notice_deliveries d
  set claimed_devices = d.claimed_devices || c."deviceIds", claimed_at = clock_timestamp(), attempts = d.attempts + 1
  from jsonb_to_recordset($claims::jsonb) as c ("noticeId" uuid, "deviceIds" uuid[])
  where d.notice_id = c."noticeId" and d.way = 'push' and d.outcome is null and not d.claimed_devices && c."deviceIds"
  returning d.notice_id as id`)

/** Claims devices before sending. Returns the notices that are claimed: not those of which another worker sends to one of the devices. */
export async function claimPushDeliveries(
  db: Db,
  claims: readonly { noticeId: string; deviceIds: string[] }[],
): Promise<Set<string>> {
  const claimed = await deviceClaim(db, { claims: JSON.stringify(claims) })
  return new Set(claimed.map(({ id }) => id))
}

const pushResults = preparedQuery(`
  update notice_deliveries d set
    is_accepted = d.is_accepted or r."isAccepted",
    claimed_devices = array(select unnest(d.claimed_devices) except select unnest(r.released)),
    outcome = r.outcome, finished_at = case when r.outcome is null then null else clock_timestamp() end
  from jsonb_to_recordset($results::jsonb) as r ("noticeId" uuid, "isAccepted" boolean, released uuid[], outcome text)
  where d.notice_id = r."noticeId" and d.way = 'push'`)

/** `released` are devices that certainly got nothing and are tried again. */
export type PushResult = {
  noticeId: string
  isAccepted: boolean
  released: string[]
  outcome: 'sent' | 'failed' | null
}

export async function storePushResults(db: Db, results: readonly PushResult[]): Promise<void> {
  await pushResults(db, { results: JSON.stringify(results) })
}

type Outcome = { noticeIds: readonly string[]; way: NoticeDeliveryWay; outcome: 'sent' | 'failed' | 'dropped' }

export const finishDeliveries = preparedCommand<Outcome>(`
  update notice_deliveries set outcome = $outcome, finished_at = clock_timestamp()
  where notice_id = any($noticeIds::uuid[]) and way = $way and outcome is null`)

/** Plans mails instead of push messages; none where there is one. */
export const insertFallbackMails = preparedQuery<PlannedDelivery, { noticeIds: readonly string[] }>(`
  insert into notice_deliveries (notice_id, way, due_at)
  select unnest($noticeIds::uuid[]), 'email', clock_timestamp()
  on conflict (notice_id, way) do nothing
  returning notice_id as "noticeId", way, due_at as "dueAt"`)

/** Deletes subscriptions that the push service no longer knows. */
export const deleteGoneSubscriptions = preparedCommand<{ userId: string; ids: readonly string[] }>(
  `delete from push_subscriptions where user_id = $userId and id = any($ids::uuid[])`,
)

// Mails and texts that share a limit: queries for `secondsUntilAdmitted`.

export const deliveriesByWaySql = (way: NoticeDeliveryWay) =>
  sql`select claimed_at as at from notice_deliveries where way = ${way} and claimed_at is not null`

export const deliveriesToUserSql = (userId: string, way: NoticeDeliveryWay) => sql`
  select d.claimed_at as at from notices n join notice_deliveries d on d.notice_id = n.id
  where n.user_id = ${userId} and d.way = ${way} and d.claimed_at is not null`

/** False when it is claimed already, or finished. */
export const claimDelivery = preparedHasRow<{ noticeId: string; way: NoticeDeliveryWay }>(`
  update notice_deliveries set claimed_at = clock_timestamp(), attempts = attempts + 1
  where notice_id = $noticeId and way = $way and claimed_at is null and outcome is null
  returning 1`)

export const releaseDelivery = preparedCommand<{ noticeId: string; way: NoticeDeliveryWay }>(
  `update notice_deliveries set claimed_at = null where notice_id = $noticeId and way = $way`,
)
