// How an endpoint is described. The table of all of them is api.ts; the server serves it, the pages call it,
// and the OpenAPI document is made from it.

import * as z from 'zod/mini'
import type { output } from 'zod/v4/core'
import type { ChangeKind } from './live.ts'
import { appErrorCodes } from './app-error.ts'

type Schema = z.ZodMiniType

/** What open pages must read again after a success; `session`: some that were signed in no longer are. */
export type Changes = ChangeKind | 'session' | 'nothing'
/** A call that writes says what it changes, if only that it is nothing. */
type Effect = { method: 'GET'; changes?: Changes } | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; changes: Changes }

export type EndpointDefinition = Effect & {
  /** With `:name` for each key of `params`. */
  path: string
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  status: 200 | 201 | 202 | 204 | 302
  /** The JSON of a success; left out where a success has no JSON body. */
  response?: Schema
  /** The media type of a success that is not JSON. */
  contentType?: string
  /** A create: an Idempotency-Key makes a repeat return the first answer. */
  idempotent?: true
  /** The answer tells a secret of which only a hash is kept: for a repeat it is kept sealed. */
  encryptStoredReply?: true
  /** Honours If-Match against the stored object's `version`. */
  versioned?: true
  /** Acts on the caller's music-service account: its handle is the bearer, and the session stays in the cookie. */
  requiresSpotify?: true
}

/** Keeps the literal types of a definition, so that both sides know its exact shapes. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition
}

type Parsed<S> = S extends Schema ? output<S> : undefined
export type ParamsOf<E extends EndpointDefinition> = Parsed<E['params']>
export type QueryOf<E extends EndpointDefinition> = Parsed<E['query']>
export type BodyOf<E extends EndpointDefinition> = Parsed<E['body']>
export type ResponseOf<E extends EndpointDefinition> = Parsed<E['response']>
/** What a caller sends, before defaults and clean-up. */
export type BodyInputOf<E extends EndpointDefinition> = E['body'] extends Schema ? z.input<E['body']> : undefined
export type QueryInputOf<E extends EndpointDefinition> = E['query'] extends Schema ? z.input<E['query']> : undefined

/** The body of every error. `message` is a sentence a member may read. */
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
