// Responses to input that Node cannot parse as HTTP. Such requests reach no route and no error handler of Fastify.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { createClientErrorReply } from './error-replies.ts'

/** The headers of responses to requests that reach no route: no hook adds to them. */
export const unroutedHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Writes the response and closes the connection. */
export function writeClientErrorAndClose(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = createClientErrorReply(error.code)
  const text = JSON.stringify(body)
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...Object.entries(unroutedHeaders).map(([name, value]) => `${name}: ${value}`),
        `content-length: ${Buffer.byteLength(text)}`,
        'connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
