// Development and tests only: validates every response with its endpoint's schema.

import { api } from '@gaffer/domain/endpoints'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'

const endpoints: readonly EndpointDefinition[] = Object.values(api)

/** Throws an error that names the endpoint and the fields if the response does not fit the schema. */
export function assertResponseSchema(name: string, reply: unknown): void {
  const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === name)
  if (endpoint?.accepted?.safeParse(reply).success) return
  const { error } = endpoint?.response?.safeParse(reply) ?? {}
  if (error) throw new Error(`The response of ${name} does not fit its schema: ${JSON.stringify(error.issues)}`)
}
