// Moves the requests of an event on: asks whose turn it is, texts who has to know of a change, stores who plays, and sets the timer of the
// next step. It only reads the stored state and the clock, so it may run at any time and any number of times.

import { randomUUIDv7 } from 'node:crypto'
import { depTextDue } from '@gaffer/domain/dep-ask'
import { depRequestState } from '@gaffer/domain/dep-request'
import { deliverAt } from '@gaffer/domain/notice-times'
import type { Deps } from '#deps.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { advanceDepsJob, textDepJob } from './dep-jobs.ts'
import {
  listStoredRequests,
  lockDepEvent,
  markAsked,
  updateDepsOfEvent,
  updateRequestState,
  type DepEvent,
  type EventKey,
  type StoredAsk,
  type StoredRequest,
} from './request-store.ts'
import { dropTexts, insertText, listUnsentTexts, markQueued, type UnsentText } from './text-store.ts'

export type AdvanceDeps = Pick<Deps, 'jobs' | 'config'>

/** After which a text that is not sent is queued again: its job gave up, or a limit held it back. */
const requeueAfterMs = 5 * 60_000
/** A timer may fire this much early, by the clock of another server. */
const clockSkewMs = 10_000

/** Job handler. */
export async function advanceQueuedDeps({ db, jobs, config, live }: Deps, key: EventKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    const event = await lockDepEvent(tx, key)
    if (event) await advanceRequests({ jobs, config }, tx, key, event)
  })
  await live.announce([{ what: 'deps', bandId: key.bandId, userId: null, page: null }])
}

/** The event is locked. */
export async function advanceRequests(deps: AdvanceDeps, tx: Db, key: EventKey, event: DepEvent): Promise<void> {
  const now = Date.now()
  const requests = await listStoredRequests(tx, key, event)
  const unsent = new Map((await listUnsentTexts(tx, key)).map((text) => [text.askId, text]))
  let hasOtherDeps = false
  for (const request of requests) {
    const filledBy = await advanceRequest(deps, tx, { key, request, unsent, now })
    hasOtherDeps ||= filledBy !== request.filledBy
  }
  if (hasOtherDeps) await updateDepsOfEvent(tx, key)
}

type Step = { key: EventKey; request: StoredRequest; unsent: ReadonlyMap<string, UnsentText>; now: number }

/** Returns the dep who plays. */
async function advanceRequest({ jobs, config }: AdvanceDeps, tx: Db, step: Step): Promise<string | null> {
  const { key, request, unsent, now } = step
  const { quietHours } = config
  const { askNow } = depRequestState(request, now, quietHours)
  // A text that was not sent in time is as good as due now, so that its dep gets the whole wait.
  const isLate = ({ id, textedKind, askedAt }: StoredAsk) =>
    textedKind === null && askedAt !== null && isOverdue(unsent.get(id), now)
  const asked = request.asks.filter((ask) => askNow.includes(ask.depId) || isLate(ask))
  await markAsked(
    tx,
    asked.map(({ id }) => id),
    now,
  )
  const asks = request.asks.map((ask) => (asked.includes(ask) ? { ...ask, askedAt: now } : ask))
  const current = { ...request, asks }
  const { status, filledBy, nextAt } = depRequestState(current, now, quietHours)
  // A cancelled gig may be restored, and then the request goes on.
  const isEnded = request.withdrawnAt !== null || status === 'filled' || status === 'exhausted'

  const dropped: string[] = []
  const queuedFor: number[] = []
  for (const ask of asks) {
    const text = unsent.get(ask.id)
    if (depTextDue(current, ask, now) !== null) queuedFor.push(await queueText(tx, { ask, text }))
    else if (text && (isEnded || ask.askedAt !== null)) dropped.push(text.id)
  }
  await dropTexts(tx, dropped)

  const wakeAts = [...(nextAt === null ? [] : [nextAt]), ...queuedFor.map((at) => at + requeueAfterMs)]
  const timerAt = wakeAts.length === 0 ? null : Math.min(...wakeAts)
  const isTimerSet = timerAt === request.timerAt && (timerAt === null || timerAt - now > clockSkewMs)
  if (timerAt !== null && !isTimerSet && timerAt < request.gigStartsAt) {
    await jobs.addAll(tx, advanceDepsJob, [{ payload: key, startAfter: new Date(timerAt) }])
  }
  if (timerAt !== request.timerAt || filledBy !== request.filledBy) {
    await updateRequestState(tx, { bandId: key.bandId, id: request.id, filledBy, timerAt })
  }
  return filledBy

  /** Returns when the text is due. */
  async function queueText(tx: Db, { ask, text }: { ask: StoredAsk; text: UnsentText | undefined }): Promise<number> {
    if (text?.queuedFor && !isOverdue(text, now)) return text.queuedFor
    const at = deliverAt(now, { quietHours, eventStartsAt: request.gigStartsAt })
    const textId = text?.id ?? randomUUIDv7()
    if (!text) {
      const followUp = { askId: ask.id, kind: null, recipient: ask.phone, requestedBy: null, address: null }
      await insertText(tx, { ...key, id: textId, ...followUp })
    }
    await markQueued(tx, textId, at)
    await jobs.addAll(tx, textDepJob, [{ payload: { textId }, startAfter: new Date(at) }])
    return at
  }
}

function isOverdue(text: UnsentText | undefined, now: number): boolean {
  return text?.queuedFor != null && text.queuedFor + requeueAfterMs <= now
}
