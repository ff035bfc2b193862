// The Fastify server of the fake HTTP providers.

import Fastify, { type FastifyInstance } from 'fastify'

/** A server that reads `application/x-www-form-urlencoded` bodies as URLSearchParams and drops open requests on close. */
export function createFakeServer(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(body.toString()))
  })
  return app
}

/** Resolves with the origin, without a trailing slash. */
export async function listenOnLoopback(app: FastifyInstance): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** The body as form fields; an absent or different body is an empty form. */
export function formFieldsOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}
