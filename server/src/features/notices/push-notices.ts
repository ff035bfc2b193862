// The jobs that deliver notices to their recipients' devices.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PushPayload } from '@gaffer/domain/push-payload'
import type { Deps } from '#deps.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
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

// A server hands over a message every few milliseconds at most (222 a second), so that requests are served in between.
const intervalMs = 4.5
let nextTurn = 0

async function takeTurn(): Promise<void> {
  const now = performance.now()
  const turn = Math.max(now, nextTurn)
  nextTurn = turn + intervalMs
  if (turn > now) await sleep(turn - now)
}

type Result = { device: Device; result: 'accepted' | 'gone' | 'refused' | 'ambiguous' | 'retry'; retryAfter: number }
type Delivery = { notice: Deliverable; devices: Device[] }

/**
 * Devices are claimed before the messages are handed over, so that a crash in between sends no second one. If no device of a recipient
 * has certainly got the notice in the end, a mail is planned instead.
 */
export async function pushNotices(deps: PushDeps, payloads: readonly { noticeId: string }[]): Promise<void> {
  const { db, metrics } = deps
  const noticeIds = [...new Set(payloads.map(({ noticeId }) => noticeId))]
  const claims = await inTransaction(db, (tx) => Promise.all(noticeIds.map((id) => claimDelivery(tx, id))))
  const deliveries = claims.filter((claim) => typeof claim === 'object')
  const sends = deliveries.flatMap(({ notice, devices }) => devices.map((device) => ({ notice, device })))
  const results = await Promise.all(
    sends.map(async ({ notice, device }) => {
      await takeTurn()
      return { notice, ...(await sendTo(deps, notice, device)) }
    }),
  )
  const outcomes = await inTransaction(db, (tx) =>
    Promise.all(
      deliveries.map(({ notice }) => {
        const own = results.filter((one) => one.notice === notice)
        return recordResults(deps, tx, notice, own)
      }),
    ),
  )
  for (const outcome of [...claims, ...outcomes]) if (typeof outcome === 'string') metrics.countNotice('push', outcome)
}

/** Undefined if it is delivered already, or another worker sends it. */
async function claimDelivery(tx: Db, noticeId: string): Promise<Delivery | 'dropped' | undefined> {
  const notice = await findDeliverable(tx, noticeId, 'push')
  if (!notice) return undefined
  if (!notice.isWanted) {
    await finishDelivery(tx, noticeId, 'push', 'dropped')
    return 'dropped'
  }
  const devices = notice.devices.filter(({ id }) => !notice.claimedDevices.includes(id))
  const ids = devices.map(({ id }) => id)
  if (ids.length > 0 && !(await claimDevices(tx, noticeId, ids))) return undefined
  return { notice, devices }
}

/** Undefined if it is tried again later. */
async function recordResults(
  { jobs }: PushDeps,
  tx: Db,
  notice: Deliverable,
  results: readonly Result[],
): Promise<'sent' | 'failed' | undefined> {
  const { id: noticeId, userId, attempts, wantsMail } = notice
  const gone = results.filter(({ result }) => result === 'gone').map(({ device }) => device.id)
  if (gone.length > 0) await deleteGoneDevices(tx, userId, gone)
  const retries = attempts + 1 < mostAttempts ? results.filter(({ result }) => result === 'retry') : []
  const isAccepted = notice.isAccepted || results.some(({ result }) => result === 'accepted')
  if (retries.length > 0) {
    const released = retries.map(({ device }) => device.id)
    await recordPush(tx, noticeId, { isAccepted, released, outcome: null })
    // A job of its own instead of a retry by the queue, because push services say when to try again.
    await jobs.addAll(tx, deliveryJobs.push, [{ payload: { noticeId }, startAfter: retryAt(attempts, retries) }])
    return undefined
  }
  const outcome = isAccepted ? 'sent' : 'failed'
  await recordPush(tx, noticeId, { isAccepted, released: [], outcome })
  if (!isAccepted && wantsMail) await addDeliveryJobs(jobs, tx, await planMail(tx, noticeId))
  return outcome
}

function retryAt(attempts: number, retries: readonly Result[]): Date {
  const seconds = Math.max(2 ** attempts, ...retries.map(({ retryAfter }) => Math.min(retryAfter, longestRetrySeconds)))
  return new Date(Date.now() + seconds * 1000)
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
    if (!(error instanceof ProviderError)) {
      // The other messages of the batch are sent, so it must not fail.
      log.error({ err: error, reference, noticeId: notice.id }, 'Notice not pushed to a device: unexpected error')
      return { device, result: 'ambiguous', retryAfter: 0 }
    }
    const { failure, worthRetrying, retryAfterSeconds } = error
    log.warn({ reference, noticeId: notice.id, failure, detail: error.message }, 'Notice not pushed to a device')
    if (worthRetrying) return { device, result: 'retry', retryAfter: retryAfterSeconds ?? 0 }
    const result = failure === 'gone' || failure === 'ambiguous' ? failure : 'refused'
    return { device, result, retryAfter: 0 }
  }
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
