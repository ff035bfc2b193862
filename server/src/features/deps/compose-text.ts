// Composes a text to a dep just before it is sent: the gig may have been moved or covered since the text was queued.

import { findDueDepTextKind } from '@gaffer/domain/deps/dep-ask'
import { formatDepText, type DepTextKind } from '@gaffer/domain/deps/dep-text'
import { computeDeliveryInstant } from '@gaffer/domain/notices/notice-times'
import { eventStart } from '@gaffer/domain/events/event-times'
import type { Services } from '#services.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { advanceDepRequests } from './advance-dep-requests.ts'
import { computeDepTextDueAt } from './queue-text.ts'
import {
  listStoredDepRequests,
  lockDepEvent,
  markDepAskFailed,
  type StoredDepAsk,
  type StoredDepRequest,
} from './request-store.ts'
import { deleteUnsentDepTexts, storeTextedKind, undoTextedKind } from './text-store.ts'

/**
 * Returns a stored body as it is. Otherwise locks the event and decides what the text says; returns null if the text is not needed any
 * more, and deletes it.
 */
export async function composeDepText(services: Services, tx: Db, message: Message): Promise<ComposedMessage | null> {
  const { id, askId, recipient: to, bandId, eventId, body: storedBody } = message
  const now = services.clock.now().getTime()
  if (to && storedBody !== null) {
    const { quietHours } = services.config
    const retryAt = (seconds: number) =>
      new Date(computeDeliveryInstant(now + seconds * 1000, { quietHours, eventStartsAt: null }))
    return { content: { to, body: storedBody }, retryAt }
  }
  if (!bandId || !eventId || !to) return null
  const key = { bandId, eventId }
  const event = await lockDepEvent(tx, key)
  if (!event) return null
  const asked = askId ? findAsk(await listStoredDepRequests(tx, key, event), askId) : null
  const kind = asked ? findDueDepTextKind(asked.request, asked.ask, now) : (message.kind as DepTextKind | null)
  if (kind === null) {
    await deleteUnsentDepTexts(tx, [id])
    return null
  }
  const body = formatDepText({ kind, event, bandName: event.bandName, ...(await readTextDetails(services, asked)) })
  const { textedKind = null, textedSchedule = null } = asked?.ask ?? {}
  return {
    content: { to, body },
    onClaim: (claiming) => storeTextedKind(claiming, { id, askId, kind, schedule: event.schedule }),
    // Locks the event, as `composeDepText` does: `advanceDepRequests` reads the ask and its text with two statements.
    onRelease: async (releasing) => {
      await lockDepEvent(releasing, key)
      await undoTextedKind(releasing, { id, askId, textedKind, textedSchedule })
    },
    onFailure: async ({ failure }) => {
      if (failure === 'refused' && askId && kind === 'asked') await markFailedAndAskNext(services, key, askId)
    },
    retryAt: (seconds) =>
      new Date(computeDepTextDueAt(services, { now: now + seconds * 1000, gigStartsAt: eventStart(event) })),
  }
}

type RequestAndAsk = { request: StoredDepRequest; ask: StoredDepAsk }

/** The parts of the text that come from the ask and its request: all null for a deleted dep, whose ask is gone. */
async function readTextDetails({ config, links }: Services, asked: RequestAndAsk | null) {
  if (!asked) return { askedBy: null, instrument: null, feePence: null, link: null }
  const { askedBy, instrument, feePence } = asked.request
  const token = await links.recreateDepToken(asked.ask.id, asked.ask.linkKeyId)
  return { askedBy, instrument, feePence, link: `${config.publicUrl}/dep/${token}` }
}

function findAsk(requests: readonly StoredDepRequest[], askId: string): RequestAndAsk | null {
  for (const request of requests) {
    const ask = request.asks.find(({ id }) => id === askId)
    if (ask) return { request, ask }
  }
  return null
}

/** Marks an ask whose number the provider refused as failed, so that the next dep is asked at once. */
async function markFailedAndAskNext(services: Services, key: EventKey, askId: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const event = await lockDepEvent(tx, key)
    if (!event) return
    await markDepAskFailed(tx, { id: askId })
    await advanceDepRequests(services, tx, key, { event })
  })
  await services.live.announce([{ what: 'deps', bandId: key.bandId, userId: null, page: null }])
}
