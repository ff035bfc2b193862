// Requests to the endpoints of the domain's table, same-origin, with the session cookie. The table is imported as types only: a
// request that is not in it, or lacks a parameter, does not compile, and the bundle contains no schema.

import type { api } from '@gaffer/domain/endpoints'
import type {
  BodyInputOf,
  EndpointDefinition,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
} from '@gaffer/domain/shared/endpoint'
import { pageIdHeader } from '@gaffer/domain/shared/page-id-header'
import { ApiError, NetworkError } from './api-error.ts'
import { markConnected, reportNoResponse } from './connection.ts'
import { anyEndpointPathOf, type AnyPathAndQueryParams } from './endpoint-path.ts'
import { dropPrefetchedResponses, takePrefetchedResponse } from './prefetched-responses.ts'

type Endpoint = (typeof api)[keyof typeof api]
/** The endpoints by method and path: "GET /api/bands/:bandId". */
export type Endpoints = { [E in Endpoint as `${E['method']} ${E['path']}`]: E }
export type EndpointName = keyof Endpoints

type InputPart<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value }
type ParamsPart<E extends EndpointDefinition> = InputPart<'params', ParamsOf<E>>
type QueryPart<E extends EndpointDefinition> = InputPart<'query', QueryInputOf<E>>
/** An endpoint that takes bytes gets a Blob, whose type is sent as the content type. */
type BodyPart<E extends EndpointDefinition> = E extends { bytes: object }
  ? { body: Blob }
  : InputPart<'body', BodyInputOf<E>>
/** The version on screen, sent as If-Match; null skips the check. */
type VersionPart<E> = E extends { versioned: true } ? { version: number | null } : unknown
/** A key from `generateIdempotencyKey()`: a new one for each object to create, the same one for retries. */
type KeyPart<E> = E extends { idempotent: true } ? { idempotencyKey: string } : unknown
/** The Spotify handle (`features/spotify/spotify-connection.ts`). No other endpoint accepts one, so it is sent nowhere else. */
type HandlePart<E> = E extends { requiresSpotify: true } ? { handle: string } : unknown

export type PathAndQueryParams<N extends EndpointName> = ParamsPart<Endpoints[N]> & QueryPart<Endpoints[N]>
export type EndpointInput<N extends EndpointName> = PathAndQueryParams<N> &
  BodyPart<Endpoints[N]> &
  VersionPart<Endpoints[N]> &
  KeyPart<Endpoints[N]> &
  HandlePart<Endpoints[N]> & { signal?: AbortSignal; compresses?: boolean }
export type ResponseBody<N extends EndpointName> = ResponseOf<Endpoints[N]>

/** The input is optional for an endpoint that needs none. */
type Arguments<T> = Record<never, never> extends T ? [input?: T] : [input: T]
export type PathAndQueryArguments<N extends EndpointName> = Arguments<PathAndQueryParams<N>>

/** The input of any endpoint. */
export type AnyEndpointInput = AnyPathAndQueryParams & {
  body?: unknown
  version?: number | null
  idempotencyKey?: string
  handle?: string
  signal?: AbortSignal
  /** Sends the body compressed, for large texts. */
  compresses?: boolean
}

/** Sends a request. Resolves to the parsed JSON, or to undefined for an empty response. Throws ApiError or NetworkError. */
export async function request<N extends EndpointName>(
  name: N,
  ...[input]: Arguments<EndpointInput<N>>
): Promise<ResponseBody<N>> {
  const { body, version, idempotencyKey, handle, signal, compresses, ...address }: AnyEndpointInput = input ?? {}
  const headers = new Headers({ accept: 'application/json' })
  const isBytes = body instanceof Blob
  if (body !== undefined) headers.set('content-type', isBytes ? body.type : 'application/json')
  if (typeof version === 'number') headers.set('if-match', `"${version}"`)
  if (handle) headers.set('authorization', `Bearer ${handle}`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (methodOf(name) !== 'GET') headers.set(pageIdHeader, pageInstanceId)

  const options: RequestInit = { method: methodOf(name), headers, credentials: 'include', signal: signal ?? null }
  if (body !== undefined) options.body = isBytes ? body : JSON.stringify(body)
  if (compresses) {
    headers.set('content-encoding', 'gzip')
    options.body = await gzip(options.body as string)
  }
  const response = await fetchOrThrow(anyEndpointPathOf(name, address), options)
  const text = await response.text()
  const reply: unknown = text === '' ? undefined : JSON.parse(text)
  // The build removes this line from the production bundle, and the schemas with it.
  if (import.meta.env.DEV) (await import('./check-response.ts')).assertResponseSchema(name, reply)
  return reply as ResponseBody<N>
}

function gzip(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

/** Identifies this page in its writes, so that the server does not notify it of its own changes. */
export const pageInstanceId = generateIdempotencyKey()

/** The path of an endpoint with its parameters and query filled in. */
export function endpointPathOf<N extends EndpointName>(name: N, ...[address]: PathAndQueryArguments<N>): string {
  return anyEndpointPathOf(name, address ?? {})
}

/** Fetches an address. Throws NetworkError without a response, ApiError for an error response, and the signal's reason after an abort. */
export async function fetchOrThrow(address: string, options: RequestInit = {}): Promise<Response> {
  const isRead = (options.method ?? 'GET') === 'GET'
  let response: Response
  try {
    // Prefetched responses are from before this write.
    if (!isRead) dropPrefetchedResponses()
    response = (isRead && (await takePrefetchedResponse(address))) || (await fetch(address, options))
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    reportNoResponse()
    throw new NetworkError(cause)
  }
  if (!response.ok) {
    const { status, statusText, headers } = response
    const error = new ApiError(status, statusText, await response.text(), headers.get('retry-after'))
    markConnected(error.code)
    throw error
  }
  markConnected()
  return response
}

export function generateIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function methodOf(name: string): string {
  return name.slice(0, name.indexOf(' '))
}
