// The job data has only the id of the message. The link is generated when it is sent, so that no token is stored.

import { limits } from '@gaffer/domain/shared/limits'
import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import {
  claimMessage,
  findQueuedMessage,
  insertMessage,
  releaseMessage,
  type NewMessage,
  type QueuedMessage,
} from './message-store.ts'
import { composeInvitationMail, composeInvitationText } from './message-text.ts'
import { insertInvitation } from './store.ts'

export const sendInvitationJob: QueueDefinition<{ messageId: string }> = { name: 'send-invitation' }

/** Inserts an invitation for one recipient, with its message and the job that sends it. Returns the expiry. */
export async function queueInvitation(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Db,
  message: NewMessage,
  name: string | null,
): Promise<string> {
  const { channel, recipient, membershipId, bandId, requestedBy } = message
  const expiresAt = await insertInvitation(tx, {
    id: message.invitationId,
    ...(channel === 'sms' ? { kind: 'phone', phone: recipient } : { kind: 'email', email: recipient }),
    tokenHash: null,
    bandId,
    invitedBy: requestedBy,
    name,
    membershipId,
    maxUses: 1,
    days: limits.invitationDays,
  })
  await insertMessage(tx, message)
  await jobs.add(tx, sendInvitationJob, { messageId: message.id })
  return expiresAt
}

/** Job handler. */
export async function sendQueuedInvitation(
  services: Services,
  { messageId: id }: { messageId: string },
): Promise<void> {
  const message = await findQueuedMessage(services.db, { id })
  if (!message) return
  const token = newSecret()
  const { channel } = message
  const { perDay: textsPerDay } = services.config.smsLimits
  await sendAtMostOnce(services.log, {
    reference: id,
    failureMessage: 'Invitation not sent: the provider failed',
    claim: () => claimMessage(services.db, { id, channel, tokenHash: hashSecret(token), textsPerDay }),
    send: () => send(services, id, message, token),
    release: () => releaseMessage(services.db, { id }),
  })
}

async function send(
  { config, sms, mail }: Services,
  reference: string,
  { channel, recipient: to, bandName, invitedBy, expiresAt }: QueuedMessage,
  token: string,
): Promise<void> {
  const link = `${config.publicUrl}/invite/${token}`
  const content = { bandName, invitedBy, link, until: expiresAt }
  if (channel === 'sms') await sms.send({ to, body: composeInvitationText(content), reference })
  else await mail.send({ to, ...composeInvitationMail(content), reference })
}
