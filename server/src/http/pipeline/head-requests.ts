import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Replaces the body of each response to HEAD by an empty stream. Fastify would read a stream to its end after the response, outside of all
 * limits, and would state the length of any other body: but the length of GET is that of its compressed body, and a 304 has none (RFC 9110
 * section 8.6).
 */
export function registerHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const hasBody = typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable
    if (request.method !== 'HEAD' || !(hasBody || reply.statusCode === 304)) return done(null, payload)
    if (payload instanceof Readable) payload.destroy()
    done(null, Readable.from([]))
  })
}
