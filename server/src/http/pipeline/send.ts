import type { FastifyReply } from 'fastify'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { RawReply } from './raw-reply.ts'

export function sendEndpointResponse(endpoint: EndpointDefinition, reply: FastifyReply, answer: unknown) {
  if (endpoint.contentType || endpoint.tus || endpoint.status === 302 || endpoint.csv) {
    const { status = endpoint.status, headers, content } = answer as RawReply
    // Fastify would send null as JSON.
    return reply
      .code(status)
      .headers(headers)
      .send(content ?? undefined)
  }
  // Fastify sends an empty body for null.
  if (answer === null && endpoint.status !== 204) {
    return reply.code(endpoint.status).type('application/json; charset=utf-8').send('null')
  }
  const status = endpoint.accepted?.safeParse(answer).success ? 202 : endpoint.status
  return reply.code(status).send(endpoint.status === 204 ? undefined : answer)
}
