// The jobs that deliver notices to their recipients' devices.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { maxPushPayloadBytes } from '#providers/push.ts'
import { addDeliveryJobs, deliveryJobs } from './delivery-jobs.ts'
import {
  claimPushDeliveries,
  deleteGoneSubscriptions,
  listUndeliveredNotices,
  finishDeliveries,
  insertFallbackMails,
  storePushResults,
  type UndeliveredNotice,
  type PushSubscriptionRow,
  type PushResult,
} from './delivery-store.ts'

type PushServices = Pick<Services, 'db' | 'jobs' | 'push' | 'metrics' | 'log'>

/** One attempt and three retries. */
const mostAttempts = 4
const longestRetrySeconds = 3600
/** For devices that are offline: after a day the bell is enough. */
const ttlSeconds = 24 * 60 * 60

// A server hands over a message every few milliseconds at most (210 a second), so that requests are served in between.
const intervalMs = 4.75
let nextTurn = 0

async function takeTurn(): Promise<void> {
  const now = performance.now()
  const turn = Math.max(now, nextTurn)
  nextTurn = turn + intervalMs
  if (turn > now) await sleep(turn - now)
}

type Result = {
  device: PushSubscriptionRow
  result: 'accepted' | 'gone' | 'refused' | 'ambiguous' | 'retry'
  retryAfter: number
}
type Delivery = { notice: UndeliveredNotice; devices: PushSubscriptionRow[] }
type Sent = { notice: UndeliveredNotice; results: Result[] }

/**
 * Devices are claimed before the messages are handed over, so that a crash in between sends no second one. If no device of a recipient
 * has certainly got the notice in the end, a mail is planned instead. Each step is one statement for all notices.
 */
export async function pushQueuedNotices(services: PushServices, noticeIds: readonly string[]): Promise<void> {
  const { db, metrics } = services
  const deliveries = await claimDeliveries(services, noticeIds)
  if (deliveries.length === 0) return
  const sent = await Promise.all(
    deliveries.map(async ({ notice, devices }) => {
      const results = await Promise.all(devices.map((device) => sendTo(services, notice, device)))
      return { notice, results }
    }),
  )
  const recorded = await inTransaction(db, (tx) => recordResults(services, tx, sent))
  for (const { outcome } of recorded) if (outcome) metrics.countNotice('push', outcome)
}

/** Without the notices that are delivered already, that another worker sends, or that are not wanted any more. */
async function claimDeliveries({ db, metrics }: PushServices, noticeIds: readonly string[]): Promise<Delivery[]> {
  const notices = await listUndeliveredNotices(db, { noticeIds, way: 'push' })
  const dropped = notices.filter(({ isWanted }) => !isWanted).map(({ id }) => id)
  if (dropped.length > 0) await finishDeliveries(db, { noticeIds: dropped, way: 'push', outcome: 'dropped' })
  for (const _ of dropped) metrics.countNotice('push', 'dropped')
  const deliveries = notices
    .filter(({ isWanted }) => isWanted)
    .map((notice) => ({ notice, devices: notice.devices.filter(({ id }) => !notice.claimedDevices.includes(id)) }))
  const claims = deliveries
    .filter(({ devices }) => devices.length > 0)
    .map(({ notice, devices }) => ({ noticeId: notice.id, deviceIds: devices.map(({ id }) => id) }))
  const claimed = claims.length > 0 ? await claimPushDeliveries(db, claims) : new Set()
  return deliveries.filter(({ notice, devices }) => devices.length === 0 || claimed.has(notice.id))
}

async function recordResults({ jobs }: PushServices, tx: Db, sent: readonly Sent[]): Promise<PushResult[]> {
  for (const { notice, results } of sent) {
    const gone = results.filter(({ result }) => result === 'gone').map(({ device }) => device.id)
    if (gone.length > 0) await deleteGoneSubscriptions(tx, { userId: notice.userId, ids: gone })
  }
  const recorded = sent.map(recordOf)
  await storePushResults(tx, recorded)
  // Jobs of their own instead of a retry by the queue, because push services say when to try again.
  const retried = sent.filter((one) => retriesOf(one).length > 0)
  await jobs.addAll(
    tx,
    deliveryJobs.push,
    retried.map((one) => ({ payload: { noticeIds: [one.notice.id] }, startAfter: retryAt(one) })),
  )
  const failed = sent.filter(({ notice }, at) => recorded[at]?.outcome === 'failed' && notice.wantsMail)
  if (failed.length > 0) {
    const noticeIds = failed.map(({ notice }) => notice.id)
    await addDeliveryJobs(jobs, tx, await insertFallbackMails(tx, { noticeIds }))
  }
  return recorded
}

function recordOf({ notice, results }: Sent): PushResult {
  const isAccepted = notice.isAccepted || results.some(({ result }) => result === 'accepted')
  const released = retriesOf({ notice, results }).map(({ device }) => device.id)
  const outcome = released.length > 0 ? null : isAccepted ? 'sent' : 'failed'
  return { noticeId: notice.id, isAccepted, released, outcome }
}

const retriesOf = ({ notice, results }: Sent) =>
  notice.attempts + 1 < mostAttempts ? results.filter(({ result }) => result === 'retry') : []

function retryAt(sent: Sent): Date {
  const asked = retriesOf(sent).map(({ retryAfter }) => Math.min(retryAfter, longestRetrySeconds))
  return new Date(Date.now() + Math.max(2 ** sent.notice.attempts, ...asked) * 1000)
}

async function sendTo(
  { push, log }: PushServices,
  notice: UndeliveredNotice,
  device: PushSubscriptionRow,
): Promise<Result> {
  const { id: reference, endpoint, p256dh, auth } = device
  await takeTurn()
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

/** At most `maxPushPayloadBytes` bytes: a long text is cut. */
function payloadOf(notice: UndeliveredNotice): string {
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
  const excess = Buffer.byteLength(text) - maxPushPayloadBytes
  if (excess <= 0) return text
  // A character of the body takes at least one byte.
  return payloadOf({ ...notice, body: `${[...body].slice(0, -(excess + 3)).join('')}…` })
}
