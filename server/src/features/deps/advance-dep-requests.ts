// Advances the dep requests of an event: asks the deps whose turn it is, texts the deps about changes, stores who plays, and
// sets the timer that asks the next dep. Idempotent: the result depends on the stored state and the clock.

import { findDueDepTextKind } from '@gaffer/domain/deps/dep-ask'
import { depRequestStateAt, type DepRequestState } from '@gaffer/domain/deps/dep-request'
import type { Services } from '#services.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { advanceDepRequestsJob } from './dep-jobs.ts'
import { queueDepFollowUp, queueDepText, type TextQueueServices } from './queue-text.ts'
import {
  listStoredDepRequests,
  lockDepEvent,
  updateDepAskedAt,
  updateEventHasDep,
  updateDepRequestState,
  type DepEvent,
  type StoredDepAsk,
  type StoredDepRequest,
} from './request-store.ts'
import { deleteUnsentDepTexts, listUnsentDepTexts, type TextPayer, type UnsentDepText } from './text-store.ts'

/** The delay after its due time until an unsent text is queued again. Its job failed, or a budget delayed it. */
const requeueAfterMs = 5 * 60_000
/** The clocks of servers differ by up to this time, by which a timer may fire too early. It is then set again. */
const clockSkewMs = 10_000

/** Handler of `advanceDepRequestsJob`. */
export async function advanceQueuedDepRequests({ db, jobs, config, live }: Services, key: EventKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    const event = await lockDepEvent(tx, key)
    if (event) await advanceDepRequests({ jobs, config }, tx, key, { event })
  })
  await live.announce([{ what: 'deps', bandId: key.bandId, userId: null, page: null }])
}

/** Lock the event first. New texts count towards the budgets of `payer`, by default of the member who asked the deps. */
export async function advanceDepRequests(
  services: TextQueueServices,
  tx: Db,
  { bandId, eventId }: EventKey,
  { event, payer = null }: { event: DepEvent; payer?: TextPayer | null },
): Promise<void> {
  const key = { bandId, eventId }
  const now = tx.clock.now().getTime()
  const requests = await listStoredDepRequests(tx, key, event)
  const unsent = new Map((await listUnsentDepTexts(tx, key)).map((text) => [text.askId, text]))
  let hasFilledByChanged = false
  for (const request of requests) {
    const step = { key, unsent, now, payer, request: await markDepsAsAsked(services, tx, { request, unsent, now }) }
    const state = depRequestStateAt(step.request, now, services.config.quietHours)
    const queuedFor = await queueTexts(services, tx, step, state)
    const { filledBy, nextAt } = state
    const timerAt = await scheduleNextStep(services, tx, step, { nextAt, queuedFor })
    if (timerAt !== request.timerAt || filledBy !== request.filledBy) {
      const timer = timerAt === null ? null : new Date(timerAt)
      await updateDepRequestState(tx, { bandId, id: request.id, filledBy, timerAt: timer })
    }
    hasFilledByChanged ||= filledBy !== request.filledBy
  }
  if (hasFilledByChanged) await updateEventHasDep(tx, key)
}

type Step = {
  key: EventKey
  request: StoredDepRequest
  unsent: ReadonlyMap<string, UnsentDepText>
  payer: TextPayer | null
  now: number
}

/** Marks the deps whose turn it is as asked. Returns the changed request. */
async function markDepsAsAsked(
  { config }: TextQueueServices,
  tx: Db,
  { request, unsent, now }: Pick<Step, 'request' | 'unsent' | 'now'>,
): Promise<StoredDepRequest> {
  // A dep whose text was not sent in time counts as asked from now on, so that the dep gets the whole waiting time.
  const isLate = ({ id, textedKind, askedAt }: StoredDepAsk) =>
    textedKind === null && askedAt !== null && isOverdue(unsent.get(id), now)
  const current = setAskedAt(request, isLate, now)
  const { askNow } = depRequestStateAt(current, now, config.quietHours)
  const isAskedNow = (ask: StoredDepAsk) => askNow.includes(ask.depId)
  const asked = request.asks.filter((ask) => isLate(ask) || isAskedNow(ask))
  const ids = asked.map(({ id }) => id)
  await updateDepAskedAt(tx, ids, now)
  return setAskedAt(current, isAskedNow, now)
}

function setAskedAt(
  request: StoredDepRequest,
  isAsked: (ask: StoredDepAsk) => boolean,
  askedAt: number,
): StoredDepRequest {
  return { ...request, asks: request.asks.map((ask) => (isAsked(ask) ? { ...ask, askedAt } : ask)) }
}

/** Queues the texts that are due, and deletes unsent texts that are no longer needed. Returns the due times of queued texts in epoch ms. */
async function queueTexts(
  services: TextQueueServices,
  tx: Db,
  { key, request, unsent, payer, now }: Step,
  { status }: DepRequestState,
): Promise<number[]> {
  // A cancelled gig does not end its requests: they continue if the gig is restored.
  const isEnded = request.withdrawnAt !== null || status === 'filled' || status === 'exhausted'
  const droppedIds: string[] = []
  const queuedFor: number[] = []
  const timing = { now, gigStartsAt: request.gigStartsAt }
  for (const ask of request.asks) {
    const text = unsent.get(ask.id)
    if (findDueDepTextKind(request, ask, now) === null) {
      if (text && (isEnded || ask.askedAt !== null)) droppedIds.push(text.id)
      continue
    }
    if (!text) {
      const paidBy = payer ?? { requestedBy: request.askedByUserId, address: null }
      const followUp = { ...key, askId: ask.id, kind: null, recipient: ask.phone, ...paidBy }
      queuedFor.push(await queueDepFollowUp(services, tx, followUp, timing))
    } else if (text.queuedFor === null || isOverdue(text, now)) {
      queuedFor.push(await queueDepText(services, tx, text.id, timing))
    } else queuedFor.push(text.queuedFor)
  }
  await deleteUnsentDepTexts(tx, droppedIds)
  return queuedFor
}

/**
 * Sets the timer of the next step: the dep who was asked has not answered in time, the quiet hours end, or an unsent text is queued
 * again. Returns when the timer fires, in epoch ms; null without a next step.
 */
async function scheduleNextStep(
  { jobs }: TextQueueServices,
  tx: Db,
  { key, request, now }: Step,
  { nextAt, queuedFor }: Pick<DepRequestState, 'nextAt'> & { queuedFor: number[] },
): Promise<number | null> {
  const next = Math.min(nextAt ?? request.closesAt, ...queuedFor.map((at) => at + requeueAfterMs))
  // No timer at or after the start of the gig, which ends the request.
  const timerAt = next < request.closesAt ? next : null
  if (timerAt !== null && (timerAt !== request.timerAt || timerAt - now < clockSkewMs)) {
    await jobs.addAll(tx, advanceDepRequestsJob, [{ payload: key, startAfter: new Date(timerAt) }])
  }
  return timerAt
}

function isOverdue(text: UnsentDepText | undefined, now: number): boolean {
  return text?.queuedFor != null && text.queuedFor + requeueAfterMs <= now
}
