// Admission of large bodies, before any of their bytes are read: so many at once per person, and so many per server. Each
// admitted body gets memory of its own, which returns to the system as soon as its request is over.

import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'

export type LargeBody = {
  /** The body's bytes. Empty once the request is over. */
  readonly memory: ArrayBuffer
  /** Stops reading a body that is still arriving; null once it has arrived. */
  refuse: ((refusal: AppError) => void) | null
}
export type LargeBodies = {
  /** Throws a AppError (429) while there are as many as there may be. */
  admit(userId: string): LargeBody
  release(body: LargeBody): void
}

type Admitted = LargeBody & { userId: string; admittedAt: number }

export function createLargeBodies({
  perPerson = limits.largeBodiesPerPerson as number,
  atOnce = limits.largeBodies as number,
  arrivalMs = limits.largeBodySeconds * 1000,
} = {}): LargeBodies {
  const admitted = new Set<Admitted>()

  function release(body: LargeBody): void {
    admitted.delete(body as Admitted)
    body.refuse = null
    // Without waiting for a garbage collection, which an idle server may not run for a long time.
    body.memory.resize(0)
  }

  /** A few slow clients must not keep everybody out: the oldest body makes room if it should have arrived by now. */
  function makeRoom(among: Admitted[]): void {
    const latest = performance.now() - arrivalMs
    const slow = among.find(({ admittedAt, refuse }) => refuse && admittedAt <= latest)
    if (!slow) throw tooMany(messages.tooMany)
    const { refuse } = slow
    release(slow)
    refuse?.(tooMany(messages.tooSlow))
  }

  const tooMany = (message: string) =>
    new AppError('too_many_requests', message, { retryAfterSeconds: Math.ceil(arrivalMs / 1000) })

  return {
    admit(userId) {
      const own = [...admitted].filter((body) => body.userId === userId)
      if (own.length >= perPerson) makeRoom(own)
      else if (admitted.size >= atOnce) makeRoom([...admitted])
      // Resizable memory is mapped for itself, and resident only as far as it is written.
      const memory = new ArrayBuffer(limits.largeBodyBytes, { maxByteLength: limits.largeBodyBytes })
      const body: Admitted = { userId, admittedAt: performance.now(), memory, refuse: null }
      admitted.add(body)
      return body
    },
    release,
  }
}

/** Admits the request's body as a large one, unless its length says that it is small. */
export function admitLargeBody(
  largeBodies: LargeBodies,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): void {
  if (!mayBeLarge(request)) return
  const body = largeBodies.admit(userId)
  request.largeBody = body
  // However the request ends: answered, broken off, or timed out.
  finished(reply.raw, () => largeBodies.release(body))
}

/** The size of a body that is compressed, or comes in chunks, is not known before it has been read. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  const isOfUnknownSize = headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined
  return isOfUnknownSize || Number(headers['content-length'] ?? 0) > limits.bodyBytes
}
