// Ends slow requests and downloads, so that slow clients cannot hold sockets (Slowloris). Node's `requestTimeout` is off, because it would
// end uploads too, which have a minimum rate and no deadline. Instead each request with a body has its own timer.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'
import { writeClientErrorAndClose } from '#http/pipeline/client-error.ts'

/** Milliseconds for a whole request, unless it is a piece of an upload. */
const requestTimeoutMs = 15_000

export function registerSlowConnectionLimits(
  app: FastifyInstance,
  { periodMs = limits.slowestMeasuredSeconds * 1000 } = {},
): void {
  const minBytes = (limits.slowestBytesPerSecond * periodMs) / 1000

  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    if (hasBody(raw)) {
      const stopTimer = request.routeOptions.config?.isTus ? enforceUploadRate(raw) : startRequestTimeout(raw)
      raw.once('end', stopTimer).once('close', stopTimer)
    }
    done()
  })
  // Ends downloads below the minimum rate. If the client stops reading, the timeout of the connection ends them.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStream(payload) && !isEndless(reply.getHeader('content-type'))) {
      const stopTimer = enforceMinimumRate(request.raw, ({ bytesWritten }) => bytesWritten)
      reply.raw.once('close', stopTimer)
    }
    done(null, payload)
  })

  function enforceUploadRate(raw: IncomingMessage): () => void {
    return enforceMinimumRate(raw, ({ bytesRead }) => bytesRead)
  }

  /** Ends the connection when its rate falls below the minimum. Returns the function that stops measuring. */
  function enforceMinimumRate(
    { socket }: IncomingMessage,
    countBytes: (socket: IncomingMessage['socket']) => number,
  ): () => void {
    let previousBytes = countBytes(socket)
    const timer = setInterval(() => {
      const movedBytes = countBytes(socket)
      if (movedBytes - previousBytes < minBytes) socket.destroy()
      previousBytes = movedBytes
    }, periodMs)
    timer.unref()
    return () => clearInterval(timer)
  }
}

function startRequestTimeout({ socket }: IncomingMessage): () => void {
  const timer = setTimeout(() => {
    writeClientErrorAndClose(
      Object.assign(new Error('The request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    )
  }, requestTimeoutMs)
  timer.unref()
  return () => clearTimeout(timer)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isStream(payload: unknown): payload is { pipe: unknown } {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

function isEndless(contentType: unknown): boolean {
  return String(contentType).startsWith('text/event-stream')
}
