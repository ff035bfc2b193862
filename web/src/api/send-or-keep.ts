// Sends changes that can be made without a network, or keeps them in the outbox.

import { NetworkError } from '#lib/api-error.ts'
import { readStored } from '#lib/browser-storage.ts'
import { readConnection } from '#lib/connection.ts'
import {
  request,
  type AnyInput,
  type EndpointName,
  type Endpoints,
  type Input,
  type ResponseBody,
} from '#lib/request.ts'
import { latestOwnVersion } from '#lib/stored-versions.ts'

const send = request as <N extends EndpointName>(name: N, input: AnyInput) => Promise<ResponseBody<N>>

/** The endpoints that take an idempotency key. */
export type IdempotentName = {
  [N in keyof Endpoints]: Endpoints[N] extends { idempotent: true } ? N : never
}[keyof Endpoints]

/** The event or song that a change is about: its id, its name (`subject`), and for an edit the object before the edit. */
export type About = { id: string; subject: string; before?: unknown }

/**
 * Resolves to the reply, or to null if the change was kept. Throws the errors of `request`, and OutboxError if the change can neither be
 * sent nor kept.
 */
export async function sendOrKeep<N extends IdempotentName>(
  name: N,
  input: Input<N>,
  { id: subjectId, subject, before = null }: About,
): Promise<ResponseBody<N> | null> {
  const { params = {}, body, version: seen = null, idempotencyKey = '' }: AnyInput = input
  const version = seen === null ? null : latestOwnVersion({ endpoint: name, subjectId }, seen)
  let failure: unknown = null
  // While earlier changes wait, this one waits behind them.
  if (!readConnection().isLost && readStored('waiting') === null) {
    try {
      return await send(name, { ...input, version })
    } catch (error) {
      // The server may have received the request, so the change is kept with the same idempotency key.
      if (!(error instanceof NetworkError)) throw error
      failure = error
    }
  }
  const outbox = await import('#outbox/page-outbox.ts').catch(() => null)
  if (!outbox) throw failure ?? new NetworkError(null)
  await outbox.keepChange({ endpoint: name, params, body, version, idempotencyKey, subjectId, subject, before })
  return null
}
