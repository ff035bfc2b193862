// Records every error code in responses of a test's servers that the endpoint table does not declare.

import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { ErrorResponse } from '@gaffer/domain/shared/endpoint'
import { declaredErrorCodesOf } from '#http/pipeline/declared-error-codes.ts'
import type { RegisteredEndpoint } from '#http/pipeline/serve.ts'

const undeclaredCodes = new Set<string>()

/** Records the undeclared error codes of every Fastify instance that is created from now on. */
export function watchForUndeclaredErrors(): void {
  // Fastify publishes this message for each new instance, before anything is registered on it.
  subscribe('fastify.initialization', (message) =>
    recordUndeclaredErrors((message as { fastify: FastifyInstance }).fastify),
  )
}

/** Undeclared error codes since the last call, such as "POST /api/bands answers conflict". */
export function takeUndeclaredErrors(): string[] {
  const found = [...undeclaredCodes]
  undeclaredCodes.clear()
  return found
}

function recordUndeclaredErrors(app: FastifyInstance & { served?: RegisteredEndpoint[] }): void {
  app.addHook('onSend', async ({ routeOptions: { method, url } }, reply, payload) => {
    const code = reply.statusCode >= 400 ? parseErrorCode(payload) : null
    const served = app.served?.find(({ endpoint }) => endpoint.path === url && endpoint.method === method)
    if (!code || !served || declaredErrorCodesOf(served).includes(code)) return
    undeclaredCodes.add(`${served.endpoint.method} ${served.endpoint.path} answers ${code}`)
  })
}

function parseErrorCode(payload: unknown): ErrorResponse['code'] | null {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null
  return ErrorResponse.safeParse(JSON.parse(payload)).data?.code ?? null
}
