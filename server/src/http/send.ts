// Sends an endpoint's answer, whichever kind it is.

import type { FastifyReply } from 'fastify'
import type { EndpointDefinition } from '@gaffer/domain/endpoint'
import type { RawReply } from './serve.ts'

export function send(endpoint: EndpointDefinition, reply: FastifyReply, answer: unknown) {
  if (endpoint.contentType || endpoint.status === 302) {
    const { status = endpoint.status, headers, content } = answer as RawReply
    // Nothing, and not the JSON of null.
    return reply
      .code(status)
      .headers(headers)
      .send(content ?? undefined)
  }
  // Fastify sends no body for null, which is JSON too.
  if (answer === null && endpoint.status !== 204) {
    return reply.code(endpoint.status).type('application/json; charset=utf-8').send('null')
  }
  return reply.code(endpoint.status).send(endpoint.status === 204 ? undefined : answer)
}
