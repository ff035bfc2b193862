// The job that delivers a notice to the recipient's devices.

import type { PushPayload } from '@gaffer/domain/push-payload'
import type { Deps } from '#deps.ts'
import { inTransaction } from '#platform/db/connection.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { largestPayload } from '#providers/push.ts'
import { addDeliveryJobs, deliveryJobs } from './delivery-jobs.ts'
import {
  claimDevices,
  deleteGoneDevices,
  findDeliverable,
  finishDelivery,
  planMail,
  recordPush,
  type Deliverable,
  type Device,
} from './delivery-store.ts'

type PushDeps = Pick<Deps, 'db' | 'jobs' | 'push' | 'metrics' | 'log'>

/** One attempt and three retries. */
const mostAttempts = 4
const longestRetrySeconds = 3600
/** For devices that are offline: after a day the bell is enough. */
const ttlSeconds = 24 * 60 * 60

type Result = { device: Device; result: 'accepted' | 'gone' | 'refused' | 'ambiguous' | 'retry'; retryAfter: number }

/**
 * Devices are claimed before the message is handed over, so that a crash in between sends no second one. If no device has certainly got
 * it in the end, a mail is planned instead.
 */
export async function pushNotice(deps: PushDeps, { noticeId }: { noticeId: string }): Promise<void> {
  const { db, metrics } = deps
  const notice = await findDeliverable(db, noticeId, 'push')
  if (!notice) return
  if (!notice.isWanted) {
    await finishDelivery(db, noticeId, 'push', 'dropped')
    return metrics.countNotice('push', 'dropped')
  }
  const devices = notice.devices.filter(({ id }) => !notice.claimedDevices.includes(id))
  const ids = devices.map(({ id }) => id)
  // Another worker sends it.
  if (ids.length > 0 && !(await claimDevices(db, noticeId, ids))) return
  const results = await Promise.all(devices.map((device) => sendTo(deps, notice, device)))
  const gone = results.filter(({ result }) => result === 'gone').map(({ device }) => device.id)
  if (gone.length > 0) await deleteGoneDevices(db, notice.userId, gone)

  const retries = notice.attempts + 1 < mostAttempts ? results.filter(({ result }) => result === 'retry') : []
  const isAccepted = notice.isAccepted || results.some(({ result }) => result === 'accepted')
  if (retries.length > 0) return retryLater(deps, notice, retries, isAccepted)
  const outcome = isAccepted ? 'sent' : 'failed'
  await inTransaction(db, async (tx) => {
    await recordPush(tx, noticeId, { isAccepted, released: [], outcome })
    if (!isAccepted && notice.wantsMail) await addDeliveryJobs(deps.jobs, tx, await planMail(tx, noticeId))
  })
  metrics.countNotice('push', outcome)
}

async function sendTo({ push, log }: PushDeps, notice: Deliverable, device: Device): Promise<Result> {
  const { id: reference, endpoint, p256dh, auth } = device
  try {
    await push.send({
      subscription: { endpoint, keys: { p256dh, auth } },
      payload: payloadOf(notice),
      ttlSeconds,
      urgency: 'high',
      // Replaces an undelivered message of the same notice.
      topic: notice.id.replaceAll('-', ''),
      reference,
    })
    return { device, result: 'accepted', retryAfter: 0 }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { failure, worthRetrying, retryAfterSeconds } = error
    log.warn({ reference, noticeId: notice.id, failure, detail: error.message }, 'Notice not pushed to a device')
    if (worthRetrying) return { device, result: 'retry', retryAfter: retryAfterSeconds ?? 0 }
    const result = failure === 'gone' || failure === 'ambiguous' ? failure : 'refused'
    return { device, result, retryAfter: 0 }
  }
}

/** A job of its own instead of a retry by the queue, because push services say when to try again. */
async function retryLater(
  { db, jobs }: PushDeps,
  { id: noticeId, attempts }: Deliverable,
  retries: readonly Result[],
  isAccepted: boolean,
): Promise<void> {
  const seconds = Math.max(2 ** attempts, ...retries.map(({ retryAfter }) => Math.min(retryAfter, longestRetrySeconds)))
  const startAfter = new Date(Date.now() + seconds * 1000)
  await inTransaction(db, async (tx) => {
    const released = retries.map(({ device }) => device.id)
    await recordPush(tx, noticeId, { isAccepted, released, outcome: null })
    await jobs.addAll(tx, deliveryJobs.push, [{ payload: { noticeId }, startAfter }])
  })
}

/** At most `largestPayload` bytes: a long text is cut. */
function payloadOf(notice: Deliverable): string {
  const { id, kind, title, body, url, bandId, bandName, eventId, membershipId, isOpen } = notice
  const isAsk = kind === 'answer.asked' || kind === 'answer.nudge'
  const payload: PushPayload = {
    id,
    kind,
    title: bandName === null ? title : `${title} · ${bandName}`,
    body,
    url,
    bandId,
    eventId,
    membershipId,
    actions: isAsk && isOpen ? ['yes', 'no'] : [],
  }
  const text = JSON.stringify(payload)
  const excess = Buffer.byteLength(text) - largestPayload
  if (excess <= 0) return text
  // A character of the body takes at least one byte.
  return payloadOf({ ...notice, body: `${[...body].slice(0, -(excess + 3)).join('')}…` })
}
