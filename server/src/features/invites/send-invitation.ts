// Sending an invitation by text or mail: a job that knows a message's id, makes the link at that moment and hands it to
// the provider. What may have been sent is never sent again.

import type { Deps } from '#deps.ts'
import type { JobKind } from '#platform/jobs.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { findWaitingMessage, giveBackMessage, takeMessage, type WaitingMessage } from './message-store.ts'
import { invitationMail, invitationText } from './message-text.ts'

export const sendInvitationJob: JobKind<{ messageId: string }> = { name: 'send-invitation' }

/** Throws, so that the queue repeats it, only what certainly was not sent and may go better later. */
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
    deps.log.warn({ reference: messageId, failure: error.failure, detail: error.message }, 'invitation not sent')
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
