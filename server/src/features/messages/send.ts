// The jobs of texts and mails. A message is composed when it is sent, and claimed before the provider gets it, so it is sent at most once.

import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { computeSecondsUntilSending } from './budget.ts'
import { recordOutcome } from './record-outcome.ts'
import { composers, type ComposedMessage } from './hooks.ts'
import { addMessageJobs } from './jobs.ts'
import type { Message } from './message.ts'
import { postponeMessage } from './queue.ts'
import {
  abandonedAfterSeconds,
  claimMessageRow,
  findClaimedMessage,
  findWaitingMessage,
  releaseMessageRow,
} from './store.ts'

/** The limit of attempts to send one message: the first attempt and three retries. */
export const maxAttempts = 4

type ClaimedMessage = Message & ComposedMessage

type Attempt = { message: ClaimedMessage | null; failure: ProviderError | null; isPostponed: boolean }

/** Job handler. A job has one message. */
export async function sendMessages(services: Services, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sendMessage(services, id)
}

/** Throws only when the message was certainly not sent and a retry of the job may succeed. */
export async function sendMessage(services: Services, id: string): Promise<void> {
  const { db, log } = services
  if (await endOrRecheckClaim(services, id)) return
  const attempt: Attempt = { message: null, failure: null, isPostponed: false }
  try {
    const isSent = await sendAtMostOnce(log, {
      reference: id,
      failureMessage: 'Message not sent: the provider failed',
      claim: async () => {
        attempt.message = await inTransaction(db, (tx) => claimMessage(services, tx, id))
        return attempt.message !== null
      },
      send: () => sendByProvider(services, attempt),
      release: () => inTransaction(db, (tx) => releaseClaim(services, tx, attempt)),
    })
    if (!attempt.message) return
    await recordOutcome(services, db, [attempt.message.id], isSent ? 'sent' : 'failed')
    if (attempt.failure) await attempt.message.onFailure?.(attempt.failure)
  } catch (error) {
    if (attempt.isPostponed) return
    if (attempt.message && !attempt.failure) await recordOutcome(services, db, [attempt.message.id], 'failed')
    throw error
  }
}

/**
 * Whether the message is claimed. A claimed message may have arrived, so it is not sent again: it ends as failed if its server was killed,
 * and is checked again later otherwise.
 */
async function endOrRecheckClaim(services: Services, id: string): Promise<boolean> {
  const { db, jobs } = services
  const claimed = await findClaimedMessage(db, { id })
  if (!claimed) return false
  const { way, claimedAt, isAbandoned } = claimed
  if (isAbandoned) await recordOutcome(services, db, [id], 'failed')
  else {
    const dueAt = new Date(claimedAt.getTime() + abandonedAfterSeconds * 1000)
    await addMessageJobs(jobs, db, [{ id, way, dueAt }])
  }
  return true
}

/** Claims the message and returns it. Null if it is claimed already or no longer needed, or if a budget is used up. */
export async function claimMessage(services: Services, tx: Db, id: string): Promise<ClaimedMessage | null> {
  const waiting = await findWaitingMessage(tx, { id })
  if (!waiting) return null
  const [composed = null] = await composers[waiting.purpose].run(services, tx, waiting)
  // Reads the message again: it may have changed before the composer took its locks.
  const message = await findWaitingMessage(tx, { id })
  if (!message) return null
  if (!composed) {
    await recordOutcome(services, tx, [message.id], 'dropped')
    return null
  }
  const seconds = await computeSecondsUntilSending(tx, services.config, message)
  if (seconds > 0) {
    if (composed.retryAt) await postponeMessage(services, tx, { ...message, dueAt: composed.retryAt(seconds) })
    else await recordOutcome(services, tx, [message.id], message.way === 'mail' ? 'failed' : 'dropped')
    return null
  }
  if (!(await claimMessageRow(tx, { id }))) return null
  await composed.onClaim?.(tx)
  return { ...message, ...composed }
}

async function sendByProvider({ sms, mail }: Services, attempt: Attempt): Promise<void> {
  const { id: reference, content } = attempt.message!
  try {
    await ('body' in content ? sms.send({ ...content, reference }) : mail.send({ ...content, reference }))
  } catch (error) {
    if (error instanceof ProviderError) attempt.failure = error
    throw error
  }
}

/** Undoes the claim of a message that was certainly not sent. The queue retries its job, unless the provider sent a Retry-After. */
async function releaseClaim(services: Services, tx: Db, attempt: Attempt): Promise<void> {
  const { id, way, onRelease, retryAt } = attempt.message!
  await onRelease?.(tx)
  const released = await releaseMessageRow(tx, { id })
  if (!released) return
  const retryAfterSeconds = attempt.failure?.retryAfterSeconds
  if (released.attempts >= maxAttempts) {
    if (!retryAt) await recordOutcome(services, tx, [id], 'failed')
  } else if (retryAfterSeconds) {
    const dueAt = new Date(services.clock.now().getTime() + retryAfterSeconds * 1000)
    await addMessageJobs(services.jobs, tx, [{ id, way, dueAt }])
    attempt.isPostponed = true
  }
}
