// Requests to addresses that members and browsers choose: calendars and push endpoints. The lookup of each connection checks the resolved
// addresses, so a later DNS answer cannot replace a checked one. Texts are sent this way too, because the first `fetch` takes 5 MB.

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify, promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { hasNeverConnected, type ProviderFailure } from './provider-error.ts'
import { parseAllowedUrl, type NetworkReach } from './public-address.ts'

/**
 * - `not_allowed`: the URL or an address of its host is outside the reach; nothing was sent there
 * - `too_many_redirects`, `timeout`, `too_large`: a limit was exceeded
 * - `unreachable`: no connection was made, or its TLS handshake failed; nothing was sent
 * - `connection_lost`: the server may have acted
 * - `unreadable`: the response is not HTTP, or cannot be decompressed
 */
export type PublicFetchReason =
  | 'not_allowed'
  | 'too_many_redirects'
  | 'timeout'
  | 'too_large'
  | 'unreachable'
  | 'connection_lost'
  | 'unreadable'

/** Contains no URL, because addresses of calendars and push endpoints are secret: safe to log. */
export class PublicFetchError extends Error {
  readonly reason: PublicFetchReason

  constructor(reason: PublicFetchReason, detail: string) {
    super(`request ${reason}: ${detail}`)
    this.name = 'PublicFetchError'
    this.reason = reason
  }
}

/** The ProviderFailure of a failed request: whether the provider may have acted. */
export function failureOfReason(reason: PublicFetchReason): ProviderFailure {
  if (reason === 'not_allowed') return 'refused'
  return reason === 'unreachable' ? 'unreachable' : 'ambiguous'
}

export type PublicRequest = {
  /** Which addresses may be reached: the result of `networkReachFor(config)`. */
  reach: NetworkReach
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: Buffer
  /** Bytes of the decompressed response body. */
  maxBytes?: number
  /** Milliseconds for everything: look-up, redirects and response body. */
  timeoutMs?: number
  /** A POST is never redirected: its 3xx is the response. */
  maxRedirects?: number
  /** Kept-alive connections (`createKeepAliveAgents`), shared only by requests with the same reach. */
  connections?: KeepAliveAgents
  /** Replaces DNS in tests. */
  resolve?: HostResolver
}

export type PublicResponse = {
  status: number
  headers: Headers
  body: Buffer
  /** The URL of the response after redirects. */
  url: string
}

/** Resolves a name to all its addresses, at least one. */
export type HostResolver = (host: string) => Promise<LookupAddress[]>

export type KeepAliveAgents = { http: http.Agent; https: https.Agent }

// Shorter than servers keep an idle connection, so that no request meets one that the server is closing.
const idleMs = 2000

/** Connections that later requests to the same host use again. */
export function createKeepAliveAgents(): KeepAliveAgents {
  const options = { keepAlive: true, timeout: idleMs }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}

const megabyte = 1024 * 1024

/** Resolves with the response, whatever its status. Rejects with a PublicFetchError. */
export async function fetchPublic(address: string, request: PublicRequest): Promise<PublicResponse> {
  const { reach, method = 'GET', maxBytes = 5 * megabyte, timeoutMs = 5000, maxRedirects = 3 } = request
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let url = requireAllowedUrl(address, reach)
    for (let redirects = 0; ; redirects += 1) {
      const response = await sendRequest(url, request, signal)
      const location = method === 'GET' ? redirectOf(response) : null
      if (location === null) return await readResponse(response, url, maxBytes)
      response.destroy()
      if (redirects === maxRedirects)
        throw new PublicFetchError('too_many_redirects', `more than ${maxRedirects} redirects`)
      url = requireAllowedUrl(URL.parse(location, url)?.href ?? '', reach)
    }
  } catch (error) {
    throw toFetchError(error, signal, timeoutMs)
  }
}

function requireAllowedUrl(address: string, reach: NetworkReach): URL {
  const url = parseAllowedUrl(address, reach)
  if (!url) throw new PublicFetchError('not_allowed', 'the URL is not allowed')
  return url
}

function sendRequest(url: URL, request: PublicRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { reach, method = 'GET', headers, body, connections, resolve = (host) => lookup(host, { all: true }) } = request
  const isSecure = url.protocol === 'https:'
  const client = isSecure ? https : http
  const options: https.RequestOptions = {
    method,
    headers: {
      'user-agent': 'Gaffer',
      ...(method === 'GET' && { 'accept-encoding': 'gzip, deflate, br' }),
      ...headers,
      ...(body && { 'content-length': String(body.byteLength) }),
    },
    lookup: createCheckedLookup(reach, resolve),
    // By default a connection of its own: none is shared with requests that have another reach.
    agent: connections?.[isSecure ? 'https' : 'http'] ?? new client.Agent({ keepAlive: false }),
    signal,
  }
  return new Promise((fulfil, reject) => {
    const sent = client.request(url, options, fulfil)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The DNS lookup of a connection, which refuses addresses outside the reach. */
function createCheckedLookup(reach: NetworkReach, resolve: HostResolver): LookupFunction {
  const findAddresses = callbackify(async (host: string) => {
    const addresses = await resolve(host)
    const [first] = addresses
    if (!first) throw new PublicFetchError('unreachable', 'the host has no address')
    // One disallowed address refuses the host, whichever of them Node would choose.
    if (!addresses.every(({ address }) => reach.allowsAddress(address)))
      throw new PublicFetchError('not_allowed', 'the host has an address that is not allowed')
    return { first, addresses }
  })
  return (host, options, callback) =>
    findAddresses(host, (error, found) => {
      if (error) callback(error, '', 0)
      else if (options.all) callback(null, found.addresses)
      else callback(null, found.first.address, found.first.family)
    })
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectOf({ statusCode = 0, headers }: http.IncomingMessage): string | null {
  return redirectStatuses.has(statusCode) ? (headers.location ?? null) : null
}

async function readResponse(response: http.IncomingMessage, { href }: URL, maxBytes: number): Promise<PublicResponse> {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  // If the signal aborts the request, this rejects, and `toFetchError` reports the timeout.
  const body = await readUpTo(response, maxBytes)
  const decoded = await decode(body, headers.get('content-encoding'), maxBytes)
  return { status: response.statusCode ?? 0, headers, body: decoded, url: href }
}

async function readUpTo(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLargeError(maxBytes)
    kept.push(chunk)
  }
  return Buffer.concat(kept)
}

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  // An old name of gzip (RFC 9110 section 8.4.1.3).
  'x-gzip': promisify(gunzip),
  // Not encoded. Servers should not send it, but some do.
  identity: async (body) => body,
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

async function decode(body: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  if (encoding === null || body.byteLength === 0) return body
  const decoder = decoders[encoding.trim().toLowerCase()]
  if (!decoder) throw new PublicFetchError('unreadable', 'the content encoding is not supported')
  try {
    return await decoder(body, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? tooLargeError(maxBytes) : new PublicFetchError('unreadable', 'the body cannot be decompressed')
  }
}

const tooLargeError = (maxBytes: number) => new PublicFetchError('too_large', `more than ${maxBytes} bytes`)
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

function toFetchError(error: unknown, signal: AbortSignal, timeoutMs: number): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  if (signal.aborted) return new PublicFetchError('timeout', `no response within ${timeoutMs} ms`)
  const code = codeOf(error)
  // Errors of Node's HTTP parser.
  if (code.startsWith('HPE_')) return new PublicFetchError('unreadable', code)
  if (hasNeverConnected(error)) return new PublicFetchError('unreachable', code || 'no connection')
  return new PublicFetchError('connection_lost', code || 'no response')
}
