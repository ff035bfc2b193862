// The shape of an endpoint's definition. endpoints.ts assembles all endpoints; the server serves them, the client calls them,
// and the OpenAPI document is generated from them.

import * as z from 'zod/mini'
import type { output } from 'zod/v4/core'
import { appErrorCodes } from './app-error.ts'
import { Id } from './common-schemas.ts'
import type { ChangeKind } from './change-notification.ts'

type Schema = z.ZodMiniType
type TextSchema = z.ZodMiniType<string, string>

export const apiErrorCodes = [...appErrorCodes, 'failed'] as const
export type ApiErrorCode = (typeof apiErrorCodes)[number]

/** The data that open pages must refetch after a success; `session` if the request can end sessions. */
export type EndpointChangeKind = ChangeKind | 'session' | 'nothing'
/** Every write endpoint declares what it changes, even if that is 'nothing'. */
type Effect =
  | {
      method: 'GET'
      changes?: EndpointChangeKind
      /** Browsers store the response, and show it when the page is opened next, also without a network. */
      offline?: true
    }
  | {
      method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      changes: EndpointChangeKind
      /** Pages keep the request while there is no network and send it later: its idempotency key is kept for 30 days, not for 24 hours. */
      offline?: true
    }
  | { method: 'HEAD' | 'OPTIONS'; changes?: never; offline?: never }

type Definition = Effect & {
  /** The URL path; `:name` stands for a parameter. */
  path: string
  summary: string
  query?: Schema
  body?: Schema
  /** The body is bytes of one of these media types instead of JSON. `refusal` is the message for any other type. */
  bytes?: { types: readonly string[]; refusal: string }
  /** Speaks the upload protocol tus 1.0.0: the reply is in headers, and a body of bytes is streamed instead of parsed. */
  tus?: true
  status: 200 | 201 | 202 | 204 | 302
  /** The schema of the JSON body of a success; undefined if it has none. */
  response?: Schema
  /** The schema of the JSON body of a 202, for a request whose work goes on as a job. */
  accepted?: Schema
  /** The content type of a success that is not JSON; a media range if each file has its own. */
  contentType?: string
  /** Replies with text/csv instead of JSON to a request that accepts text/csv: the handler writes both formats. */
  csv?: true
  /** Codes that the service throws, besides the codes of the guard and of every endpoint of this shape (`commonErrorCodesOf`). */
  errors?: readonly ApiErrorCode[]
  /** Accepts an Idempotency-Key: a repeated request gets the stored response of the first. */
  idempotent?: true
  /** The response contains a secret that is otherwise stored as a hash only: the stored response is encrypted. */
  encryptStoredResponse?: true
  /** Compares If-Match with the stored object's `version`. */
  versioned?: true
  /** Needs a Spotify connection: its handle is the bearer token, and the session is in the cookie. */
  requiresSpotify?: true
}
export type EndpointDefinition = Definition & { params?: Schema | undefined }

/** The names of the parameters in a path: "/api/bands/:bandId/events/:eventId" has bandId and eventId, "/dep/:token.ics" has token. */
type ParamName<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<`/${Tail}`>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never

/** Schemas of the parameters that are not ids. A name that the path lacks does not compile. */
type ParamSchemas<E extends Definition> = {
  params?: { readonly [Name in ParamName<E['path']>]?: TextSchema } & {
    readonly [Name in Exclude<E extends { params: infer P } ? keyof P : never, ParamName<E['path']>>]: never
  }
}

/** Keeps the literal types of a definition, and makes the schema of its path parameters: an id each, unless `params` says otherwise. */
export function defineEndpoint<const E extends Definition>(
  definition: E & ParamSchemas<E>,
): Omit<E, 'params'> & { params: Schema | undefined } {
  const schemas: Record<string, TextSchema | undefined> = definition.params ?? {}
  const names = [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const shape = Object.fromEntries(names.map((name) => [name, schemas[name] ?? Id]))
  return { ...definition, params: names.length > 0 ? z.strictObject(shape) : undefined }
}

/** Whether requests of the method change nothing (RFC 9110). */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** The error codes that any endpoint of this shape may respond with, whatever its guard and service. */
export function commonErrorCodesOf({
  method,
  params,
  idempotent,
  versioned,
  requiresSpotify,
  tus,
}: EndpointDefinition) {
  const codes: ApiErrorCode[] = ['invalid_input', 'too_many_requests', 'unavailable', 'failed']
  // `not_allowed` is the refusal of a cross-site write.
  if (!isSafeMethod(method)) codes.push('not_allowed', 'too_large', 'wrong_content_type')
  if (params) codes.push('not_found')
  if (idempotent) codes.push('idempotency_key_reused')
  // `stale` is for another version of the object, or of the tus protocol.
  if (versioned || tus) codes.push('stale')
  if (requiresSpotify) codes.push('not_connected', 'not_allowed', 'not_found', 'not_configured', 'upstream_error')
  return codes
}

type Parsed<S> = S extends Schema ? output<S> : undefined
/** The type of an endpoint's path parameters; `unknown` if the type of the path is not a literal. */
export type ParamsOf<E extends EndpointDefinition> = string extends E['path']
  ? unknown
  : [ParamName<E['path']>] extends [never]
    ? undefined
    : Record<ParamName<E['path']>, string>
export type QueryOf<E extends EndpointDefinition> = Parsed<E['query']>
export type BodyOf<E extends EndpointDefinition> = Parsed<E['body']>
export type ResponseOf<E extends EndpointDefinition> =
  | Parsed<E['response']>
  | (E['accepted'] extends Schema ? output<E['accepted']> : never)
/** The body as a client sends it, before defaults and cleaning. */
export type BodyInputOf<E extends EndpointDefinition> = E['body'] extends Schema ? z.input<E['body']> : undefined
export type QueryInputOf<E extends EndpointDefinition> = E['query'] extends Schema ? z.input<E['query']> : undefined

/** The body of every error. `message` can be shown to members. */
export const ErrorResponse = z.strictObject({
  code: z.enum(apiErrorCodes),
  message: z.string(),
  issues: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>

/** The path with its parameters filled in and URL-encoded. Throws if a parameter is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}
