// Delivers notices as messages. A message is planned when the notice is made, and composed from the current state when it is sent.

import { randomUUIDv7 } from 'node:crypto'
import type { NoticeDeliveryWay } from '@gaffer/domain/notices/notice'
import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import type { ComposedMessage, ComposedPush } from '#features/messages/hooks.ts'
import type { Message, MessageWay } from '#features/messages/message.ts'
import { addMessages } from '#features/messages/queue.ts'
import { listNoticesToDeliver, listNoticesToMailInstead } from './delivery-store.ts'
import { markVerifiedEmailBounced } from './email-store.ts'
import { composeNoticeMail } from './mail-layout.ts'
import { findNoticeToMail } from './mail-store.ts'
import { composePushPayload } from './push-payload.ts'
import type { PlannedDelivery } from './store.ts'
import { composeNoticeText } from './text-of-notice.ts'

const messageWays: Record<NoticeDeliveryWay, MessageWay> = { push: 'push', email: 'mail', sms: 'text' }

export function queueDeliveries(
  services: Pick<Services, 'jobs'>,
  tx: Db,
  deliveries: readonly PlannedDelivery[],
): Promise<void> {
  const messages = deliveries.map(({ userId: recipientId, way, ...planned }) => ({
    ...planned,
    id: randomUUIDv7(),
    way: messageWays[way],
    purpose: 'notice' as const,
    recipientId,
    isRequested: false,
  }))
  return addMessages(services, tx, messages)
}

/** Composes the mail or text; null if it is not needed any more: the recipient left, answered the nudge, or can get push messages instead of texts. */
export async function composeNotice(services: Services, tx: Db, message: Message): Promise<ComposedMessage | null> {
  const [notice] = await listNoticesToDeliver(tx, { messageIds: [message.id] })
  if (!notice?.isWanted) return null
  if (message.way === 'text') {
    if (!services.config.smsNotices || notice.devices.length > 0) return null
    return { content: { to: notice.phone, body: composeNoticeText(notice, services.config.publicUrl) } }
  }
  const mail = await findNoticeToMail(tx, { noticeId: notice.id })
  if (!mail) return null
  return {
    content: composeNoticeMail(services, mail),
    onFailure: async ({ failure }) => {
      if (failure === 'bounced') await markVerifiedEmailBounced(services.db, { email: mail.email })
    },
  }
}

export async function composeNoticePushes(db: Db, messageIds: readonly string[]): Promise<ComposedPush[]> {
  const notices = await listNoticesToDeliver(db, { messageIds })
  return notices
    .filter(({ isWanted }) => isWanted)
    .map((notice) => ({
      id: notice.messageId,
      userId: notice.userId,
      payload: composePushPayload(notice),
      topic: notice.id.replaceAll('-', ''),
      devices: notice.devices,
    }))
}

/** Queues mails of the notices whose push messages failed, to recipients who want mails. */
export async function queueMailsForFailedPushes(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: Db,
  messageIds: readonly string[],
): Promise<void> {
  const dueAt = services.clock.now()
  const notices = await listNoticesToMailInstead(tx, { messageIds })
  await queueDeliveries(
    services,
    tx,
    notices.map((notice) => ({ ...notice, way: 'email', dueAt })),
  )
}
