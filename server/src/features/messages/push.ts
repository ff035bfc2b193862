// The jobs of push messages. Each step is one statement for all messages of a job.

import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { recordOutcome } from './record-outcome.ts'
import {
  composePushes,
  pushDevicesGone,
  pushesFailed,
  type ComposedPush,
  type StoredPushSubscription,
} from './hooks.ts'
import { addMessageJobs } from './jobs.ts'
import { maxAttempts } from './send.ts'
import { claimPushDevices, listWaitingPushes, storePushResults, type PushResult, type WaitingPush } from './store.ts'

type PushServices = Pick<Services, 'db' | 'jobs' | 'push' | 'metrics' | 'log' | 'clock'>

const maxRetrySeconds = 3600
/** The time for which a push service keeps a message for an offline device. After a day the list of notices in the app is enough. */
const ttlSeconds = 24 * 60 * 60

// A server sends at most 210 push messages a second, so that it serves requests in between.
const sendIntervalMs = 4.75
let nextTurnAtMs = 0

async function waitForTurn(): Promise<void> {
  const now = performance.now()
  const turnAtMs = Math.max(now, nextTurnAtMs)
  nextTurnAtMs = turnAtMs + sendIntervalMs
  if (turnAtMs > now) await sleep(turnAtMs - now)
}

type DeviceResult = {
  device: StoredPushSubscription
  result: 'accepted' | 'gone' | 'refused' | 'ambiguous' | 'retry'
  retryAfterSeconds: number
}
type Delivery = z.infer<typeof WaitingPush> & ComposedPush
type SentPush = { message: Delivery; results: DeviceResult[] }

/**
 * Job handler. Devices are claimed before the messages are handed over, so that a crash in between sends nothing twice. If no device of a
 * recipient has certainly got the message in the end, `pushesFailed` runs.
 */
export async function sendPushes(services: PushServices, messageIds: readonly string[]): Promise<void> {
  const { db } = services
  const deliveries = await claimDeliveries(services, messageIds)
  if (deliveries.length === 0) return
  const sent = await Promise.all(
    deliveries.map(async (message) => ({
      message,
      results: await Promise.all(message.devices.map((device) => sendToDevice(services, message, device))),
    })),
  )
  const recorded = await inTransaction(db, (tx) => recordResults(services, tx, sent))
  for (const { outcome } of recorded) if (outcome) services.metrics.countMessage('notice', 'push', outcome)
}

/** Claims the devices. Leaves out messages that are finished, no longer wanted, or being sent by another worker. */
async function claimDeliveries(services: PushServices, ids: readonly string[]): Promise<Delivery[]> {
  const { db } = services
  const [waiting, composed] = await Promise.all([listWaitingPushes(db, { ids }), composePushes.run(db, ids)])
  const pushById = new Map(composed.flat().map((push) => [push.id, push]))
  const droppedIds = waiting.filter(({ id }) => !pushById.has(id)).map(({ id }) => id)
  await recordOutcome(services, db, droppedIds, 'dropped')
  const deliveries = waiting.flatMap((message) => {
    const push = pushById.get(message.id)
    if (!push) return []
    return [{ ...message, ...push, devices: push.devices.filter(({ id }) => !message.claimedDevices.includes(id)) }]
  })
  const claims = deliveries
    .filter(({ devices }) => devices.length > 0)
    .map(({ id, devices }) => ({ id, deviceIds: devices.map((device) => device.id) }))
  const claimed = claims.length > 0 ? await claimPushDevices(db, { claims: JSON.stringify(claims) }) : []
  const claimedIds = new Set(claimed.map(({ id }) => id))
  return deliveries.filter(({ id, devices }) => devices.length === 0 || claimedIds.has(id))
}

async function recordResults({ jobs, clock }: PushServices, tx: Db, sent: readonly SentPush[]): Promise<PushResult[]> {
  for (const { message, results } of sent) {
    const ids = results.filter(({ result }) => result === 'gone').map(({ device }) => device.id)
    if (ids.length > 0) await pushDevicesGone.run(tx, { userId: message.userId, ids })
  }
  const recorded = sent.map(toPushResult)
  await storePushResults(tx, { results: JSON.stringify(recorded) })
  // New jobs instead of retries by the queue, because push services send the time of the next attempt (Retry-After).
  const retried = sent.filter((one) => listRetries(one).length > 0)
  const now = clock.now().getTime()
  await addMessageJobs(
    jobs,
    tx,
    retried.map((one) => ({ id: one.message.id, way: 'push', dueAt: new Date(now + computeRetrySeconds(one) * 1000) })),
  )
  const failedIds = recorded.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
  if (failedIds.length > 0) await pushesFailed.run({ jobs, clock }, tx, failedIds)
  return recorded
}

function toPushResult({ message, results }: SentPush): PushResult {
  const isAccepted = message.isAccepted || results.some(({ result }) => result === 'accepted')
  const released = listRetries({ message, results }).map(({ device }) => device.id)
  const outcome = released.length > 0 ? null : isAccepted ? 'sent' : 'failed'
  return { id: message.id, isAccepted, released, outcome }
}

const listRetries = ({ message, results }: SentPush) =>
  message.attempts + 1 < maxAttempts ? results.filter(({ result }) => result === 'retry') : []

function computeRetrySeconds(sent: SentPush): number {
  const retrySeconds = listRetries(sent).map(({ retryAfterSeconds }) => Math.min(retryAfterSeconds, maxRetrySeconds))
  return Math.max(2 ** sent.message.attempts, ...retrySeconds)
}

async function sendToDevice(
  { push, log }: PushServices,
  { id: messageId, payload, topic }: Delivery,
  device: StoredPushSubscription,
): Promise<DeviceResult> {
  const { id: reference, endpoint, p256dh, auth } = device
  await waitForTurn()
  try {
    const subscription = { endpoint, keys: { p256dh, auth } }
    await push.send({ subscription, payload, ttlSeconds, urgency: 'high', topic, reference })
    return { device, result: 'accepted', retryAfterSeconds: 0 }
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      // Returned instead of thrown: an error of one device must not fail the job, which sends other messages too.
      log.error({ err: error, reference, messageId }, 'Message not pushed to a device: unexpected error')
      return { device, result: 'ambiguous', retryAfterSeconds: 0 }
    }
    const { failure, isWorthRetrying, retryAfterSeconds } = error
    log.warn({ reference, messageId, failure, detail: error.message }, 'Message not pushed to a device')
    if (isWorthRetrying) return { device, result: 'retry', retryAfterSeconds: retryAfterSeconds ?? 0 }
    const result = failure === 'gone' || failure === 'ambiguous' ? failure : 'refused'
    return { device, result, retryAfterSeconds: 0 }
  }
}
