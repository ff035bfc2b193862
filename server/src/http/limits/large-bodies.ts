// Limits concurrent large bodies per user and per server, before any of their bytes are read. Each body has its own memory, which
// is returned to the system when the request ends.

import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageMessages, maxImageBytes } from '@gaffer/domain/images/image'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { AppError } from '@gaffer/domain/shared/app-error'

export type LargeBody = {
  /** The body's bytes. Empty once the request is over. */
  readonly memory: ArrayBuffer
  /** Whether the body is JSON with a picture, which is decoded in place (`json-body.ts`). */
  readonly hasPicture: boolean
  /** The message for a body that exceeds the memory. */
  readonly tooLargeMessage: string
  /** Stops reading a body that is still arriving; null once it has arrived. */
  refuse: ((refusal: AppError) => void) | null
}
type LargeBodyLimiter = {
  /** Throws an AppError (429) while all slots are in use. */
  admit(userId: string, content?: BodyContent): LargeBody
  release(body: LargeBody): void
}

type AdmittedBody = LargeBody & { userId: string; admittedAt: number }

type BodyContent = Pick<LargeBody, 'hasPicture' | 'tooLargeMessage'> & { bytes: number }
type LargeBodyKind = BodyContent & { maxPerUser: number; maxBodies: number }

const pictureSlots = { maxPerUser: limits.largeBodiesAtOncePerUser, maxBodies: limits.largeBodiesAtOnce }

export const largeBodyKinds = {
  withPicture: { ...pictureSlots, bytes: limits.largeBodyBytes, hasPicture: true, tooLargeMessage: messages.tooLarge },
  picture: { ...pictureSlots, bytes: maxImageBytes, hasPicture: false, tooLargeMessage: imageMessages.tooLarge.text },
  chartText: {
    ...pictureSlots,
    bytes: limits.chartRequestBytes,
    hasPicture: false,
    tooLargeMessage: chartMessages.chartTextTooLong,
  },
  markup: {
    ...pictureSlots,
    bytes: limits.markupBytes,
    hasPicture: false,
    tooLargeMessage: chartMessages.markupTooLarge,
  },
  bandFile: {
    maxPerUser: limits.bandFilesAtOncePerUser,
    maxBodies: limits.bandFilesAtOnce,
    bytes: limits.bandFileBytes,
    hasPicture: false,
    tooLargeMessage: bandFileMessages.bandFileTooLarge,
  },
}

/** The limiter of each kind. All kinds except band files share one limiter. */
export function createLargeBodyLimiters(): Record<keyof typeof largeBodyKinds, LargeBodyLimiter> {
  const pictures = createLargeBodyLimiter(largeBodyKinds.withPicture)
  const bandFile = createLargeBodyLimiter(largeBodyKinds.bandFile)
  return { withPicture: pictures, picture: pictures, chartText: pictures, markup: pictures, bandFile }
}

export function createLargeBodyLimiter(
  kind: LargeBodyKind,
  arrivalMs = limits.largeBodySeconds * 1000,
): LargeBodyLimiter {
  const { maxPerUser, maxBodies } = kind
  const admittedBodies = new Set<AdmittedBody>()

  function release(body: LargeBody): void {
    admittedBodies.delete(body as AdmittedBody)
    body.refuse = null
    // Frees the memory now: an idle server may not collect garbage for a long time.
    body.memory.resize(0)
  }

  /** Refuses the oldest body that takes longer than `arrivalMs`: a few slow clients must not hold all slots. Throws if there is none. */
  function refuseSlowBody(among: AdmittedBody[]): void {
    const latest = performance.now() - arrivalMs
    const slow = among.find(({ admittedAt, refuse }) => refuse && admittedAt <= latest)
    if (!slow) throw tooManyRequestsError(messages.tooMany)
    const { refuse } = slow
    release(slow)
    refuse?.(tooManyRequestsError(messages.tooSlow))
  }

  const tooManyRequestsError = (message: string) =>
    new AppError('too_many_requests', message, { retryAfterSeconds: Math.ceil(arrivalMs / 1000) })

  return {
    admit(userId, { bytes, hasPicture, tooLargeMessage } = kind) {
      const ownBodies = [...admittedBodies].filter((body) => body.userId === userId)
      if (ownBodies.length >= maxPerUser) refuseSlowBody(ownBodies)
      else if (admittedBodies.size >= maxBodies) refuseSlowBody([...admittedBodies])
      // A resizable ArrayBuffer has its own mapping, and only written pages are resident.
      const memory = new ArrayBuffer(bytes, { maxByteLength: bytes })
      const body = { userId, admittedAt: performance.now(), memory, hasPicture, tooLargeMessage, refuse: null }
      admittedBodies.add(body)
      return body
    },
    release,
  }
}

/** Takes a slot for the request's body unless its Content-Length is small. */
export function admitLargeBody(
  limiter: LargeBodyLimiter,
  content: BodyContent,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): void {
  if (!mayBeLarge(request)) return
  const body = limiter.admit(userId, content)
  request.largeBody = body
  // Also runs for aborted and timed-out requests.
  finished(reply.raw, () => limiter.release(body))
}

/** The size of a compressed or chunked body is unknown before it has been read. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  const isOfUnknownSize = headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined
  return isOfUnknownSize || Number(headers['content-length'] ?? 0) > limits.bodyBytes
}
