import type { FastifyReply } from 'fastify'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { RawReply } from './raw-reply.ts'

export function sendEndpointResponse(endpoint: EndpointDefinition, reply: FastifyReply, result: unknown) {
  if (endpoint.contentType || endpoint.tus || endpoint.status === 302 || endpoint.csv) {
    const { status = endpoint.status, headers, content } = result as RawReply
    // Without a content type, Fastify would send null as the JSON text "null".
    return reply
      .code(status)
      .headers(headers)
      .send(content ?? undefined)
  }
  const status = endpoint.accepted?.safeParse(result).success ? 202 : endpoint.status
  return reply.code(status).send(endpoint.status === 204 ? undefined : result)
}
