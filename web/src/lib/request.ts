// Calls an endpoint of the domain's table, over the same origin, with the session cookie. The table is used as types
// only: a call that is not in it, or lacks a parameter, does not compile, and no schema is downloaded to make one.

import type { api } from '@gaffer/domain/api'
import type { BodyInputOf, EndpointDefinition, ParamsOf, QueryInputOf, ResponseOf } from '@gaffer/domain/endpoint'
import { pageHeader } from '@gaffer/domain/page-header'
import { ApiError, NetworkError } from './api-error.ts'
import { noteAnswer, noteNoAnswer } from './connection.ts'
import { dropPrefetched, takePrefetched } from './prefetched-responses.ts'

type Endpoints = (typeof api)[keyof typeof api]
/** "GET /api/bands/:bandId": the method and path of a row of the table. */
export type Call = { [E in Endpoints as `${E['method']} ${E['path']}`]: E }
export type CallName = keyof Call

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Key]: Value }
type ParamsPart<E extends EndpointDefinition> = Part<'params', ParamsOf<E>>
type QueryPart<E extends EndpointDefinition> = Part<'query', QueryInputOf<E>>
type BodyPart<E extends EndpointDefinition> = Part<'body', BodyInputOf<E>>
/** The version the member was looking at; null skips the check. */
type VersionPart<E> = E extends { versioned: true } ? { version: number | null } : unknown
/** From `newIdempotencyKey()`: one per thing to be made, kept over retries, so that a repeat makes nothing twice. */
type KeyPart<E> = E extends { idempotent: true } ? { idempotencyKey: string } : unknown
/** From `data/spotify-connection.ts`. No other call takes one, so that it goes nowhere else. */
type HandlePart<E> = E extends { requiresSpotify: true } ? { handle: string } : unknown

export type Address<N extends CallName> = ParamsPart<Call[N]> & QueryPart<Call[N]>
export type Input<N extends CallName> = Address<N> &
  BodyPart<Call[N]> &
  VersionPart<Call[N]> &
  KeyPart<Call[N]> &
  HandlePart<Call[N]> & { signal?: AbortSignal }
export type Reply<N extends CallName> = ResponseOf<Call[N]>

/** Input may be left out where a call needs none. */
type Arguments<T> = Record<never, never> extends T ? [input?: T] : [input: T]
export type AddressArguments<N extends CallName> = Arguments<Address<N>>

type Loose = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  version?: number | null
  idempotencyKey?: string
  handle?: string
  signal?: AbortSignal
}

/** Sends it and gives the parsed JSON reply (undefined for 204). Throws ApiError or NetworkError. */
export async function call<N extends CallName>(name: N, ...[input]: Arguments<Input<N>>): Promise<Reply<N>> {
  const { body, version, idempotencyKey, handle, signal, ...address } = (input ?? {}) as Loose
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (typeof version === 'number') headers.set('if-match', `"${version}"`)
  if (handle) headers.set('authorization', `Bearer ${handle}`)
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (methodOf(name) !== 'GET') headers.set(pageHeader, pageId)

  const request: RequestInit = { method: methodOf(name), headers, credentials: 'include', signal: signal ?? null }
  if (body !== undefined) request.body = JSON.stringify(body)
  const response = await send(fill(name, address), request)
  return (response.status === 204 ? undefined : await response.json()) as Reply<N>
}

/** Names this page in what it writes, so that it is not told of its own doings. */
export const pageId = newIdempotencyKey()

/** The path of a call with its parameters and query filled in. */
export function addressOf<N extends CallName>(name: N, ...[address]: AddressArguments<N>): string {
  return fill(name, (address ?? {}) as Loose)
}

/** Fetches, and throws for whatever is not a success. */
export async function send(address: string, request: RequestInit = {}): Promise<Response> {
  const isRead = (request.method ?? 'GET') === 'GET'
  let response: Response
  try {
    if (!isRead) dropPrefetched()
    response = (isRead && (await takePrefetched(address))) || (await fetch(address, request))
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    noteNoAnswer()
    throw new NetworkError(cause)
  }
  noteAnswer(response)
  if (!response.ok) {
    const { status, statusText, headers } = response
    throw new ApiError(status, statusText, await response.text(), headers.get('retry-after'))
  }
  return response
}

export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function methodOf(name: CallName): string {
  return name.slice(0, name.indexOf(' '))
}

function fill(name: CallName, { params = {}, query }: Pick<Loose, 'params' | 'query'>): string {
  const path = name.slice(name.indexOf(' ') + 1)
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${name} needs ${key}`)
    return encodeURIComponent(value)
  })
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}
