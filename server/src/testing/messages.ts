// Outgoing messages of test servers.

import type { NoticeDeliveryWay } from '@gaffer/domain/notices/notice'
import { sendPushes } from '#features/messages/push.ts'
import { sendMessage } from '#features/messages/send.ts'
import type { MessageWay } from '#features/messages/message.ts'
import { testClock } from './test-clock.ts'
import type { Services } from '#services.ts'

type DatabaseServices = Pick<Services, 'db'>

/** Adds waiting messages of notices. */
export async function insertNoticeMessages(
  { db }: DatabaseServices,
  noticeIds: readonly string[],
  way: MessageWay,
): Promise<void> {
  await db`
    insert into outgoing_messages (id, way, purpose, recipient_id, notice_id, is_requested, created_at, due_at)
    select gen_random_uuid(), ${way}, 'notice', n.user_id, n.id, false, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz
    from notices n where n.id = any(${noticeIds}::uuid[])`
}

/** The id of the notice's message; an id of no row if there is none. */
export async function findNoticeMessage({ db }: DatabaseServices, noticeId: string, way: MessageWay): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    select id from outgoing_messages where notice_id = ${noticeId} and way = ${way}`
  return row?.id ?? '00000000-0000-0000-0000-000000000000'
}

/** Runs the job of a notice's message; returns the outcome that is recorded then. */
export async function deliverNotice(
  services: Services,
  noticeId: string,
  way: MessageWay,
): Promise<string | null | undefined> {
  const id = await findNoticeMessage(services, noticeId, way)
  await (way === 'push' ? sendPushes(services, [id]) : sendMessage(services, id))
  const [row] = await services.db<{ outcome: string | null }[]>`select outcome from outgoing_messages where id = ${id}`
  return row?.outcome
}

/** The name that notices have for each way of messages. */
export const noticeWays: Record<MessageWay, NoticeDeliveryWay> = { push: 'push', mail: 'email', text: 'sms' }
