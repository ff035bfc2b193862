// Makes changes that are shown at once and can wait for a network. Each becomes an entry of the outbox, which sends its entries in order.

import type { QueryClient } from '@tanstack/react-query'
import { waitForPaint } from '#lib/after-paint.ts'
import { NetworkError } from '#lib/api-error.ts'
import { dropPrefetchedResponses } from '#lib/prefetched-responses.ts'
import {
  generateIdempotencyKey,
  type AnyEndpointInput,
  type EndpointInput,
  type Endpoints,
  type ResponseBody,
} from '#lib/request.ts'
import { loadOutbox } from './load-outbox.ts'
import { hideUnstored, showUnstored } from './outbox-state.ts'

/** The endpoints whose requests may be repeated: they take an idempotency key, or a repetition changes nothing. */
export type RepeatableEndpointName =
  | { [N in keyof Endpoints]: Endpoints[N] extends { idempotent: true } ? N : never }[keyof Endpoints]
  | 'POST /api/bands/:bandId/songs/:songId/veto'
  | 'PUT /api/me/notice-settings'
  | 'DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId'

/**
 * The subject of a change, such as an event or a song: its id, its name, and for an edit the object before the edit. With `isConflictKept`,
 * an edit conflict (412) opens the outbox's dialog even while the page waits for the reply, and the change counts as waiting.
 */
export type ChangeSubject = { id: string; name: string; before?: unknown; isConflictKept?: boolean }

/**
 * Shows a change at once, and sends it. Resolves to the reply, or to null if the change waits for the network; a later refusal is shown by
 * the dialogs of the outbox. Throws ApiError after an immediate refusal, and NetworkError if the code of the outbox cannot be loaded.
 */
export async function makeChange<N extends RepeatableEndpointName>(
  client: QueryClient,
  name: N,
  input: EndpointInput<N>,
  { id: subjectId, name: subjectName, before = null, isConflictKept = false }: ChangeSubject,
): Promise<ResponseBody<N> | null> {
  const { params = {}, body, version = null, idempotencyKey = generateIdempotencyKey() }: AnyEndpointInput = input
  const change = {
    endpoint: name,
    params,
    body,
    version,
    idempotencyKey,
    subjectId,
    before,
    isConflictKept,
    madeAt: Date.now(),
  }
  showUnstored(change)
  try {
    await waitForPaint()
    // Prefetched responses are from before this change.
    dropPrefetchedResponses()
    const outbox = await loadOutbox().catch((cause: unknown) => {
      throw new NetworkError(cause)
    })
    return (await outbox.storeAndSend(client, { ...change, subjectName })) as ResponseBody<N> | null
  } finally {
    hideUnstored(change)
  }
}
