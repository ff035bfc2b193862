// Responses to input that Node cannot parse as HTTP. Such requests reach no route and no error handler of Fastify.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { createClientErrorReply } from './error-replies.ts'

/** Writes the response and closes the connection. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = createClientErrorReply(error.code)
  const text = JSON.stringify(body)
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(text)}`,
        "content-security-policy: default-src 'none'",
        'x-content-type-options: nosniff',
        'cache-control: no-store',
        'connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
