// HTTP requests to Spotify with a timeout, a size limit and classified errors. Errors contain no token and no text from Spotify,
// so they are safe to log.

import { parseJsonOrUndefined, readResponseTextOrEmpty } from './read-response-text.ts'
import { parseRetryAfter } from './retry-after.ts'

/**
 * - `expired`: the access token is invalid; a refreshed one may work
 * - `ended`: the user has revoked the authorisation, or it was six months old
 * - `forbidden`, `absent`: the account may not use the resource, or it does not exist
 * - `invalid`: Spotify rejects the request
 * - `tooLong`: the playlist has too many entries to load
 * - `busy`: rate limit; retry after `retryAfterSeconds`
 * - `unavailable`: no response, or an unexpected one
 */
export type SpotifyFailure =
  | 'expired'
  | 'ended'
  | 'forbidden'
  | 'absent'
  | 'invalid'
  | 'tooLong'
  | 'busy'
  | 'unavailable'

export class SpotifyError extends Error {
  readonly failure: SpotifyFailure
  /** 0 unless `busy`. */
  readonly retryAfterSeconds: number

  // No `cause`: errors of fetch contain URLs.
  constructor(failure: SpotifyFailure, detail: string, retryAfterSeconds = 0) {
    super(`spotify ${failure}: ${detail}`)
    this.name = 'SpotifyError'
    this.failure = failure
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function isSpotifyErrorOfKind(error: unknown, failure: SpotifyFailure): error is SpotifyError {
  return error instanceof SpotifyError && error.failure === failure
}

type OutgoingRequest = {
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
  /** Deadline in epoch milliseconds of the operation that this request is part of. */
  untilMs?: number
}
type SendRequest = (url: string, request: OutgoingRequest) => Promise<unknown>

/** Fifty tracks with all their markets can exceed the default limit. */
const maxSpotifyReplyBytes = 2 * 1024 * 1024
const defaultRetryAfterSeconds = 30

const failures: Record<number, SpotifyFailure> = { 400: 'invalid', 401: 'expired', 403: 'forbidden', 404: 'absent' }

export type SpotifyClock = { now(): Date }

/** Returns the function for requests. It resolves with the parsed JSON, or undefined for an empty or invalid body. */
export function createSpotifyRequestSender(timeoutMs: number, clock: SpotifyClock): SendRequest {
  return async (url, request) => {
    const { response, text } = await requestWithTimeout(url, request, { timeoutMs, clock })
    const { status, ok } = response
    const reply = parseJsonOrUndefined(text)
    if (ok) return reply
    if (status === 429) {
      const retryAfterSeconds = parseRetryAfter(response.headers) ?? defaultRetryAfterSeconds
      throw new SpotifyError(
        'busy',
        isQuotaExceeded(reply) ? 'HTTP 429, quota exceeded' : 'HTTP 429',
        retryAfterSeconds,
      )
    }
    const grantError = grantErrorOf(reply)
    if (grantError) {
      throw new SpotifyError(grantError === 'invalid_grant' ? 'ended' : 'unavailable', `HTTP ${status}, ${grantError}`)
    }
    throw new SpotifyError(failures[status] ?? 'unavailable', `HTTP ${status}`)
  }
}

async function requestWithTimeout(
  url: string,
  { untilMs = Infinity, ...request }: OutgoingRequest,
  { timeoutMs, clock }: { timeoutMs: number; clock: SpotifyClock },
) {
  const leftMs = Math.min(timeoutMs, untilMs - clock.now().getTime())
  // An AbortSignal that times out at once can still let a fast request through.
  if (leftMs <= 0) throw new SpotifyError('unavailable', 'deadline passed before the request')
  const signal = AbortSignal.timeout(leftMs)
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', signal })
    return { response, text: await readResponseTextOrEmpty(response, maxSpotifyReplyBytes) }
  } catch {
    throw new SpotifyError('unavailable', signal.aborted ? 'timeout' : 'connection refused or lost')
  }
}

type ErrorReply = { error?: unknown } | undefined

/** The OAuth error code (RFC 6749 5.2) of the accounts service. All but `invalid_grant` are for the operator to fix. */
function grantErrorOf(reply: unknown): string | null {
  const error = (reply as ErrorReply)?.error
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : null
}

/** The Web API marks an exceeded quota, as opposed to a burst of requests. */
function isQuotaExceeded(reply: unknown): boolean {
  return ((reply as ErrorReply)?.error as { reason?: unknown } | undefined)?.reason === 'QUOTA_EXCEEDED'
}
