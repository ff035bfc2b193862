import type { NoticeKind, NoticeWay } from '@gaffer/domain/notice'
import { groupOfKind } from '@gaffer/domain/notice'
import type { Db } from '#platform/db/connection.ts'
import { inTransaction } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { sql } from '#platform/db/sql.ts'
import { canSendMessageText } from '#platform/db/texts-sent.ts'
import { limits } from '@gaffer/domain/limits'
import { groupsSql, remindersSql, type PlannedDelivery } from './store.ts'

export type Device = { id: string; endpoint: string; p256dh: string; auth: string }

export type Deliverable = {
  id: string
  userId: string
  kind: NoticeKind
  title: string
  body: string
  url: string
  bandId: string | null
  bandName: string | null
  eventId: string | null
  membershipId: string | null
  isUrgent: boolean
  phone: string
  attempts: number
  isAccepted: boolean
  /** The recipient still wants it in this way, and it is still true. */
  isWanted: boolean
  /** The recipient wants mails of this group. */
  wantsMail: boolean
  /** The recipient may still answer the event. */
  isOpen: boolean
  devices: Device[]
  claimedDevices: string[]
}

// Asks and reminders are about an event that takes place; notices of changes are true whatever happened since.
const groupOfKindSql = `case n.kind ${Object.entries(groupOfKind)
  .map(([kind, group]) => `when '${kind}' then '${group}'`)
  .join(' ')} end`
const deliverable = preparedQuery<Deliverable>(`
  select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, n.band_id as "bandId", b.name as "bandName",
    n.event_id as "eventId", m.id as "membershipId", n.is_urgent as "isUrgent", p.phone, d.attempts,
    d.is_accepted as "isAccepted", d.claimed_devices as "claimedDevices", o.is_open as "isOpen",
    (w.ways ->> $way)::boolean
      and (n.band_id is null or m.status = 'active')
      and (n.kind not in ('answer.asked', 'answer.nudge', 'reminder') or o.is_open)
      and (n.kind <> 'answer.nudge' or a.answer is null or (a.answer <> 'no' and a.schedule_version < e.schedule_version))
      and (n.kind <> 'reminder' or e.schedule_version = n.schedule_version
        and (${remindersSql} ->> split_part(n.dedup_key, ' ', 1))::boolean) as "isWanted",
    (w.ways ->> 'email')::boolean as "wantsMail",
    coalesce((
      select json_agg(json_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
      from push_subscriptions s where s.user_id = n.user_id), '[]') as devices
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
  where n.id = $noticeId and d.outcome is null`)

/** The notice to deliver; undefined if it is delivered already or deleted. */
export async function findDeliverable(db: Db, noticeId: string, way: NoticeWay): Promise<Deliverable | undefined> {
  const [row] = await deliverable(db, { noticeId, way })
  return row
}

const deviceClaim = preparedQuery<object>(`
  update notice_deliveries
  set claimed_devices = claimed_devices || $deviceIds::uuid[], claimed_at = clock_timestamp(), attempts = attempts + 1
  where notice_id = $noticeId and way = 'push' and outcome is null and not claimed_devices && $deviceIds::uuid[]
  returning 1`)

/** Claims devices before sending; false when another worker sends to one of them. */
export async function claimDevices(db: Db, noticeId: string, deviceIds: readonly string[]): Promise<boolean> {
  return (await deviceClaim(db, { noticeId, deviceIds })).length > 0
}

const pushResult = preparedQuery(`
  update notice_deliveries set
    is_accepted = is_accepted or $isAccepted,
    claimed_devices = array(select unnest(claimed_devices) except select unnest($released::uuid[])),
    outcome = $outcome, finished_at = case when $outcome::text is null then null else clock_timestamp() end
  where notice_id = $noticeId and way = 'push'`)

/** `released` are devices that certainly got nothing and are tried again. */
export async function recordPush(
  db: Db,
  noticeId: string,
  result: { isAccepted: boolean; released: readonly string[]; outcome: 'sent' | 'failed' | null },
): Promise<void> {
  await pushResult(db, { noticeId, ...result })
}

const finish = preparedQuery(`
  update notice_deliveries set outcome = $outcome, finished_at = clock_timestamp()
  where notice_id = $noticeId and way = $way and outcome is null`)

export async function finishDelivery(
  db: Db,
  noticeId: string,
  way: NoticeWay,
  outcome: 'sent' | 'failed' | 'dropped',
): Promise<void> {
  await finish(db, { noticeId, way, outcome })
}

const mailInsertion = preparedQuery<PlannedDelivery>(`
  insert into notice_deliveries (notice_id, way, due_at) values ($noticeId, 'email', clock_timestamp())
  on conflict (notice_id, way) do nothing
  returning notice_id as "noticeId", way, due_at as "dueAt"`)

/** Plans a mail instead of a push message; none where there is one. */
export function planMail(tx: Db, noticeId: string): Promise<PlannedDelivery[]> {
  return mailInsertion(tx, { noticeId })
}

const goneDeletion = preparedQuery(`delete from push_subscriptions where user_id = $userId and id = any($ids::uuid[])`)

/** Deletes subscriptions that the push service no longer knows. */
export async function deleteGoneDevices(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await goneDeletion(db, { userId, ids })
}

const day = 24 * 60 * 60

/** Claims the text before it is sent; false when it is claimed already, or a daily limit is reached. */
export function claimText(db: Db, notice: Pick<Deliverable, 'id' | 'userId'>, perDay: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, `notice texts to ${notice.userId}`)
    if (!(await canSendMessageText(tx, perDay))) return false
    const ofRecipient = sql`
      select d.claimed_at as at from notices n join notice_deliveries d on d.notice_id = n.id
      where n.user_id = ${notice.userId} and d.way = 'sms' and d.claimed_at is not null`
    if ((await secondsUntilAdmitted(tx, ofRecipient, [{ most: limits.noticeTextsPerDay, seconds: day }])) > 0)
      return false
    const rows = await tx`
      update notice_deliveries set claimed_at = clock_timestamp(), attempts = attempts + 1
      where notice_id = ${notice.id} and way = 'sms' and claimed_at is null and outcome is null
      returning 1`
    return rows.length === 1
  })
}

/** Releases the text for a retry after it was certainly not sent. */
export async function releaseText(db: Db, noticeId: string): Promise<void> {
  await db`update notice_deliveries set claimed_at = null where notice_id = ${noticeId} and way = 'sms'`
}
