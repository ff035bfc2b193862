// The OpenAPI document, generated from the served endpoints, and an HTML page for it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { ErrorResponse, type EndpointDefinition, type ApiErrorCode } from '@gaffer/domain/shared/endpoint'
import { cookieNameFor } from '#http/pipeline/cookies.ts'
import { declaredErrorCodesOf } from '#http/pipeline/declared-error-codes.ts'
import { errorStatuses } from '#http/pipeline/error-replies.ts'
import type { RegisteredEndpoint } from '#http/pipeline/serve.ts'

const manifest = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }

export async function registerApiDocument(
  app: FastifyInstance,
  served: readonly RegisteredEndpoint[],
  publicUrl: string,
): Promise<void> {
  let madeDocument: object | undefined
  // Made at the first request: the document and what Zod caches for it take 2 MB, which most servers never need.
  const document = { toJSON: () => (madeDocument ??= makeDocument(served, cookieNameFor(publicUrl, 'session'))) }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig: { url: '/api/openapi.json' } })
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json').send(document))
}

/** Makes an OpenAPI 3.1 document: that version uses JSON Schema 2020-12, which Zod can generate. */
function makeDocument(served: readonly RegisteredEndpoint[], sessionCookie: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const servedEndpoint of served) {
    const { endpoint } = servedEndpoint
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(servedEndpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gaffer', version, description: 'Runs a UK band: calendar, practice list, members.' },
    paths,
    components: {
      schemas: { Error: toJsonSchema(ErrorResponse, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        bearer: { type: 'http', scheme: 'bearer' },
        musicService: { type: 'http', scheme: 'bearer', description: 'The handle of a music-service connection' },
        metricsToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'METRICS_TOKEN; not needed on the machine itself',
        },
      },
    },
  }
}

function toOperation(servedEndpoint: RegisteredEndpoint): object {
  const { endpoint } = servedEndpoint
  const { summary, params, query, body, bytes, status, response, accepted, contentType } = endpoint
  const success = response
    ? { 'application/json': { schema: toJsonSchema(response, 'output') } }
    : contentType
      ? { [contentType]: { schema: { type: 'string' } } }
      : undefined
  return {
    summary,
    security: securityOf(servedEndpoint),
    parameters: [...toParameters(params, 'path'), ...toParameters(query, 'query'), ...toHeaderParameters(endpoint)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: bytes
              ? Object.fromEntries(bytes.types.map((type) => [type, {}]))
              : { 'application/json': { schema: toJsonSchema(body, 'input') } },
          },
        }
      : {}),
    responses: {
      [status]: { description: 'Done', ...(success ? { content: success } : {}) },
      ...(accepted && {
        202: { description: 'Begun', content: { 'application/json': { schema: toJsonSchema(accepted, 'output') } } },
      }),
      ...toErrorResponses(declaredErrorCodesOf(servedEndpoint)),
    },
  }
}

/** One response per status, with the codes that share it. */
function toErrorResponses(codes: readonly ApiErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => [
      status,
      {
        description: sharing.join(' or '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error', properties: { code: { enum: sharing } } },
          },
        },
      },
    ]),
  )
}

function securityOf({ guardName, guardErrors }: RegisteredEndpoint): object[] {
  if (guardName === 'requireMetricsAccess') return [{}, { metricsToken: [] }]
  if (!guardErrors.includes('not_signed_in')) return []
  if (guardName === 'requireCookieSession') return [{ session: [] }]
  return guardName === 'requireSpotify' ? [{ session: [], musicService: [] }] : [{ session: [] }, { bearer: [] }]
}

function toParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function toHeaderParameters({ idempotent, versioned }: EndpointDefinition): object[] {
  const toHeader = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })
  return [...(idempotent ? [toHeader('Idempotency-Key')] : []), ...(versioned ? [toHeader('If-Match')] : [])]
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
