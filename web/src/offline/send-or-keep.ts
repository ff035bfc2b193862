// Sends changes that can be made without a network, or keeps them in the outbox.

import { NetworkError } from '#lib/api-error.ts'
import { readStored } from '#lib/browser-storage.ts'
import { readConnectionState } from '#lib/connection.ts'
import {
  request,
  type AnyEndpointInput,
  type EndpointName,
  type Endpoints,
  type EndpointInput,
  type ResponseBody,
} from '#lib/request.ts'
import { loadOutbox } from './load-outbox.ts'
import { latestVersionAfterEdits } from './stored-versions.ts'

const send = request as <N extends EndpointName>(name: N, input: AnyEndpointInput) => Promise<ResponseBody<N>>

/** The endpoints that take an idempotency key. */
export type IdempotentEndpointName = {
  [N in keyof Endpoints]: Endpoints[N] extends { idempotent: true } ? N : never
}[keyof Endpoints]

/** The event or song that a change is about: its id, its name, and for an edit the object before the edit. */
export type ChangeSubject = { id: string; name: string; before?: unknown }

/**
 * Resolves to the reply, or to null if the change was kept. Throws the errors of `request`, and OutboxError if the change can neither be
 * sent nor kept.
 */
export async function sendOrKeepInOutbox<N extends IdempotentEndpointName>(
  name: N,
  input: EndpointInput<N>,
  { id: subjectId, name: subjectName, before = null }: ChangeSubject,
): Promise<ResponseBody<N> | null> {
  const { params = {}, body, version: seen = null, idempotencyKey = '' }: AnyEndpointInput = input
  const version = seen === null ? null : latestVersionAfterEdits({ endpoint: name, subjectId }, seen)
  let failure: unknown = null
  // While earlier changes wait, this one waits behind them.
  if (!readConnectionState().isLost && readStored('waiting') === null) {
    try {
      return await send(name, { ...input, version })
    } catch (error) {
      // The server may have received the request, so the change is kept with the same idempotency key.
      if (!(error instanceof NetworkError)) throw error
      failure = error
    }
  }
  const outbox = await loadOutbox().catch(() => null)
  if (!outbox) throw failure ?? new NetworkError(null)
  await outbox.keepInOutbox({ endpoint: name, params, body, version, idempotencyKey, subjectId, subjectName, before })
  return null
}
