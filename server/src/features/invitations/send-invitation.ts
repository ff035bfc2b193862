// The job data has only the id of the message. The link is generated when it is sent, so that no token is stored.

import type { Deps } from '#deps.ts'
import type { JobKind } from '#platform/jobs.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { findWaitingMessage, giveBackMessage, takeMessage, type WaitingMessage } from './message-store.ts'
import { invitationMail, invitationText } from './message-text.ts'

export const sendInvitationJob: JobKind<{ messageId: string }> = { name: 'send-invitation' }

/** Throws only when the message was certainly not sent and a retry may succeed; it is never sent twice. */
export async function sendWaitingInvitation(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const waiting = await findWaitingMessage(deps.db, messageId)
  if (!waiting) return
  const token = newSecret()
  const { perDay: textsPerDay } = deps.config.smsLimits
  const { channel } = waiting
  if (!(await takeMessage(deps.db, { id: messageId, channel, tokenHash: hashSecret(token), textsPerDay }))) return
  try {
    await send(deps, messageId, waiting, token)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(
      { reference: messageId, failure: error.failure, detail: error.message },
      'Invitation not sent: the provider failed',
    )
    if (!error.worthRetrying) return
    await giveBackMessage(deps.db, messageId)
    throw error
  }
}

async function send(
  { config, sms, mail }: Deps,
  reference: string,
  { channel, recipient: to, bandName, invitedBy, expiresAt }: WaitingMessage,
  token: string,
): Promise<void> {
  const link = `${config.publicUrl}/invite/${token}`
  const words = { bandName, invitedBy, link, until: expiresAt.toISOString() }
  if (channel === 'sms') await sms.send({ to, body: invitationText(words), reference })
  else await mail.send({ to, ...invitationMail(words), reference })
}
