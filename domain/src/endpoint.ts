// The type of an endpoint definition. api.ts defines all endpoints; the server, the client and the OpenAPI document use them.

import * as z from 'zod/mini'
import type { output } from 'zod/v4/core'
import type { ChangeKind } from './live.ts'
import { appErrorCodes } from './app-error.ts'

type Schema = z.ZodMiniType

/** The data that open pages must refetch after a success; `session` if the request can end sessions. */
export type Changes = ChangeKind | 'session' | 'nothing'
/** Every write endpoint declares what it changes, even if that is 'nothing'. */
type Effect = { method: 'GET'; changes?: Changes } | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; changes: Changes }

export type EndpointDefinition = Effect & {
  /** Contains `:name` for each key of `params`. */
  path: string
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  status: 200 | 201 | 202 | 204 | 302
  /** The JSON body of a success; left out if there is none. */
  response?: Schema
  /** The content type of a success that is not JSON. */
  contentType?: string
  /** Accepts an Idempotency-Key: a repeated request gets the stored response of the first. */
  idempotent?: true
  /** The response contains a secret that is otherwise stored as a hash only: the stored response is encrypted. */
  encryptStoredReply?: true
  /** Compares If-Match with the stored object's `version`. */
  versioned?: true
  /** Needs a Spotify connection: its handle is the bearer token, and the session is in the cookie. */
  requiresSpotify?: true
}

/** Keeps the literal types of a definition, so that server and client infer its exact types. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition
}

type Parsed<S> = S extends Schema ? output<S> : undefined
export type ParamsOf<E extends EndpointDefinition> = Parsed<E['params']>
export type QueryOf<E extends EndpointDefinition> = Parsed<E['query']>
export type BodyOf<E extends EndpointDefinition> = Parsed<E['body']>
export type ResponseOf<E extends EndpointDefinition> = Parsed<E['response']>
/** The body as a client sends it, before defaults and cleaning. */
export type BodyInputOf<E extends EndpointDefinition> = E['body'] extends Schema ? z.input<E['body']> : undefined
export type QueryInputOf<E extends EndpointDefinition> = E['query'] extends Schema ? z.input<E['query']> : undefined

/** The body of every error. `message` can be shown to members. */
export const ErrorReply = z.strictObject({
  code: z.enum([...appErrorCodes, 'failed']),
  message: z.string(),
  issues: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** The path with its parameters filled in and encoded. Throws when one is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
