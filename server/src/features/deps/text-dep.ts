// The job that texts a dep. What the text says is decided when it is sent: by then the gig may have moved or be covered.

import { dueDepTextKind } from '@gaffer/domain/deps/dep-ask'
import { formatDepText, type DepTextKind } from '@gaffer/domain/deps/dep-text'
import { eventStart } from '@gaffer/domain/events/event-times'
import type { Services } from '#services.ts'
import type { EventKey } from '#features/events/columns.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import { queueDepText } from './queue-text.ts'
import {
  listStoredDepRequests,
  lockDepEvent,
  markDepAskFailed,
  type StoredDepAsk,
  type StoredDepRequest,
} from './request-store.ts'
import { lockBudgetsAndGetSecondsUntilText } from './text-budgets.ts'
import { claimDepText, deleteUnsentDepTexts, findQueuedDepText, releaseDepText } from './text-store.ts'

type ClaimedText = { to: string; body: string; kind: DepTextKind; release: () => Promise<void> }

/** Job handler. */
export async function sendQueuedDepText(services: Services, { textId }: { textId: string }): Promise<void> {
  const text = await findQueuedDepText(services.db, { id: textId })
  if (!text) return
  const attempt: { claimed: ClaimedText | null; isRefused: boolean } = { claimed: null, isRefused: false }
  await sendAtMostOnce(services.log, {
    reference: textId,
    failureMessage: 'Text to a dep not sent: the provider failed',
    claim: async () => {
      attempt.claimed = await inTransaction(services.db, (tx) => claim(services, tx, textId))
      return attempt.claimed !== null
    },
    send: async () => {
      const { to, body } = attempt.claimed!
      try {
        await services.sms.send({ to, body, reference: textId })
      } catch (error) {
        attempt.isRefused = error instanceof ProviderError && error.failure === 'refused'
        throw error
      }
    },
    release: () => attempt.claimed!.release(),
  })
  if (attempt.isRefused && text.askId && attempt.claimed?.kind === 'asked') await passOver(services, text, text.askId)
}

/**
 * Marks the text as sent and returns its words. Null if it was sent already, is no longer needed (it is then deleted), or exceeds a budget
 * (it is then queued again, and composed anew when it is sent).
 */
async function claim(services: Services, tx: Db, textId: string): Promise<ClaimedText | null> {
  const found = await findQueuedDepText(tx, { id: textId })
  const event = found && (await lockDepEvent(tx, found))
  // Read again under the lock.
  const text = event && (await findQueuedDepText(tx, { id: textId }))
  if (!text) return null
  const asked = text.askId ? findAsk(await listStoredDepRequests(tx, text, event), text.askId) : null
  const kind = asked ? dueDepTextKind(asked.request, asked.ask, Date.now()) : text.kind
  if (kind === null) {
    await deleteUnsentDepTexts(tx, [text.id])
    return null
  }
  const seconds = await lockBudgetsAndGetSecondsUntilText(tx, services.config, text)
  if (seconds > 0) {
    await queueDepText(services, tx, textId, { now: Date.now() + seconds * 1000, gigStartsAt: eventStart(event) })
    return null
  }
  const { id, askId, recipient: to } = text
  await claimDepText(tx, { id, askId, kind, schedule: event.schedule })
  const body = formatDepText({ kind, event, bandName: event.bandName, ...(await contentOf(services, asked)) })
  const { textedKind = null, textedSchedule = null } = asked?.ask ?? {}
  const before = { id, askId, textedKind, textedSchedule }
  return { to, body, kind, release: () => releaseUnderLock(services.db, found, before) }
}

/** Releases the text under the lock of the event, like the claim: `advanceDepRequests` reads the ask and its text with two statements. */
function releaseUnderLock(db: Db, event: EventKey, before: Parameters<typeof releaseDepText>[1]): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockDepEvent(tx, event)
    await releaseDepText(tx, before)
  })
}

type OwnAsk = { request: StoredDepRequest; ask: StoredDepAsk }

/** A deleted dep has no request and no link. */
async function contentOf({ config, links }: Services, asked: OwnAsk | null) {
  if (!asked) return { askedBy: null, instrument: null, feePence: null, link: null }
  const { askedBy, instrument, feePence } = asked.request
  const token = await links.readDepToken(asked.ask.id, asked.ask.linkKeyId)
  return { askedBy, instrument, feePence, link: `${config.publicUrl}/dep/${token}` }
}

function findAsk(requests: readonly StoredDepRequest[], askId: string): OwnAsk | null {
  for (const request of requests) {
    const ask = request.asks.find(({ id }) => id === askId)
    if (ask) return { request, ask }
  }
  return null
}

/** The provider refused the number: the next dep is asked at once. */
async function passOver(services: Services, { bandId, eventId }: EventKey, askId: string): Promise<void> {
  const key = { bandId, eventId }
  await inTransaction(services.db, async (tx) => {
    const event = await lockDepEvent(tx, key)
    if (!event) return
    await markDepAskFailed(tx, { id: askId })
    await advanceDepRequests(services, tx, key, { event })
  })
  await services.live.announce([{ what: 'deps', bandId, userId: null, page: null }])
}
