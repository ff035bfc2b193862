import * as z from 'zod/mini'
import { noticeGroupByKind, Notice } from '@gaffer/domain/notices/notice'
import { isAnswerStale, schedule } from '#features/events/stale-answer-conditions.ts'
import { command, literal, manyRows, sql, type Sql } from '#platform/db/statement.ts'
import { datesOfQuestion, isWaitingForAnswer } from './question-columns.ts'
import { chosenGroups, chosenReminders } from './settings-store.ts'
import { liveSubscriptions } from './subscription-store.ts'

const NoticeToDeliver = z.extend(z.omit(Notice, { createdAt: true, readAt: true }), {
  messageId: z.string(),
  userId: z.string(),
  membershipId: z.nullable(z.string()),
  phone: z.string(),
  /** Whether the recipient still wants the notice by push, mail or text (the way of the message), and the notice is still true. */
  isWanted: z.boolean(),
  /** Whether the event takes place, and is the only date of the question or the only date that waits for an answer. */
  isOpen: z.boolean(),
  devices: z.array(z.strictObject({ id: z.string(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })),
})
export type NoticeToDeliver = z.infer<typeof NoticeToDeliver>

const groupOfKind = Object.entries(noticeGroupByKind).reduceRight<Sql>(
  (others, [kind, group]) => sql`case n.kind when ${literal(kind)} then ${literal(group)} else ${others} end`,
  sql`null`,
)

/**
 * The notices of messages that are not finished. A question or reminder is wanted only while its event takes place; a notice of a change
 * stays true.
 */
export const listNoticesToDeliver = manyRows(
  NoticeToDeliver,
  sql<{ messageIds: readonly string[] }>`
    select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, n.band_id as "bandId", b.name as "bandName",
      n.event_id as "eventId", m.id as "membershipId", p.phone, d.id as "messageId",
      o.is_on and (q.dates = 1 or q.waiting = 1 and (a.answer is null or ${isAnswerStale})) as "isOpen",
      coalesce((w.ways ->> case d.way when 'mail' then 'email' when 'text' then 'sms' else d.way end)::boolean
        and (n.band_id is null or m.status = 'active')
        and (n.kind not in ('answer.asked', 'answer.nudge') or q.dates > 0)
        and (n.kind <> 'answer.nudge' or q.waiting > 0)
        and (n.kind <> 'reminder' or o.is_on and n.schedule = ${schedule}
          and (${chosenReminders} ->> split_part(n.dedup_key, ' ', 1))::boolean), false) as "isWanted",
      coalesce((
        select json_agg(json_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
        from ${liveSubscriptions(sql`n.user_id`)}), '[]') as devices
    from outgoing_messages d
    join notices n on n.id = d.notice_id
    join users p on p.id = n.user_id
    left join bands b on b.id = n.band_id
    left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id
    left join events e on e.band_id = n.band_id and e.id = n.event_id
    left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
    left join notice_settings s on s.user_id = n.user_id,
    lateral (select ${chosenGroups} -> ${groupOfKind} as ways) w,
    lateral (select coalesce(e.deleted_at is null and e.status <> 'cancelled', false) as is_on) o,
    lateral (
      select count(*) as dates, count(*) filter (where ${isWaitingForAnswer}) as waiting from ${datesOfQuestion}) q
    where d.id = any($messageIds::uuid[]) and d.outcome is null`,
)

const NoticeToMail = z.strictObject({
  noticeId: z.string(),
  userId: z.string(),
  causedBy: z.nullable(z.string()),
})

/** The notices of these messages whose recipients want mails of the notice's group. */
export const listNoticesToMailInstead = manyRows(
  NoticeToMail,
  sql<{ messageIds: readonly string[] }>`
    select n.id as "noticeId", n.user_id as "userId", d.caused_by as "causedBy"
    from outgoing_messages d
    join notices n on n.id = d.notice_id
    left join notice_settings s on s.user_id = n.user_id,
    lateral (select ${chosenGroups} -> ${groupOfKind} as ways) w
    where d.id = any($messageIds::uuid[]) and (w.ways ->> 'email')::boolean`,
)

export const deleteGoneSubscriptions = command(sql<{ userId: string; ids: readonly string[] }>`
  delete from push_subscriptions where user_id = $userId and id = any($ids::uuid[])`)
