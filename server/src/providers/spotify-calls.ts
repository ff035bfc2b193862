// One call to Spotify over HTTP: bounded in time and size, and every bad end named. Knows status codes and errors,
// no track or playlist. Nothing that it throws repeats a token or Spotify's words, so all of it is safe to log.

import { readAtMost } from './read-at-most.ts'
import { readRetryAfter } from './retry-after.ts'

/**
 * - `expired`: the access token is no longer good, another may be
 * - `ended`: the person has taken the permission back, or it was six months old
 * - `forbidden`, `absent`: not this person's to use, or not there
 * - `invalid`: Spotify does not take what was sent
 * - `tooLong`: more than anybody should wait for
 * - `busy`: it asks us to stay away for a while
 * - `unavailable`: no answer, or none that makes sense
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
  /** Only when busy. */
  readonly retryAfterSeconds: number

  // No `cause`: errors of fetch hold addresses.
  constructor(failure: SpotifyFailure, detail: string, retryAfterSeconds = 0) {
    super(`spotify ${failure}: ${detail}`)
    this.name = 'SpotifyError'
    this.failure = failure
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function isFailure(error: unknown, failure: SpotifyFailure): error is SpotifyError {
  return error instanceof SpotifyError && error.failure === failure
}

export type Outgoing = {
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
  /** Epoch milliseconds at which whoever waits for more calls than this one has had enough. */
  until?: number
}
export type Ask = (url: string, outgoing: Outgoing) => Promise<unknown>

/** Fifty tracks with the names of all their markets. */
const largestReply = 2 * 1024 * 1024
const usualWaitSeconds = 30

const failures: Record<number, SpotifyFailure> = { 400: 'invalid', 401: 'expired', 403: 'forbidden', 404: 'absent' }

/** Makes the one way to call: the answer is the parsed JSON of a success, undefined where there is none. */
export function makeAsk(timeoutMs: number): Ask {
  return async (url, outgoing) => {
    const { response, text } = await exchange(url, outgoing, timeoutMs)
    const { status, ok } = response
    const reply = parseJson(text)
    if (ok) return reply
    if (status === 429) {
      const wait = readRetryAfter(response.headers.get('retry-after')) ?? usualWaitSeconds
      throw new SpotifyError('busy', isQuotaExceeded(reply) ? 'HTTP 429, quota exceeded' : 'HTTP 429', wait)
    }
    const word = grantErrorOf(reply)
    if (word) throw new SpotifyError(word === 'invalid_grant' ? 'ended' : 'unavailable', `HTTP ${status}, ${word}`)
    throw new SpotifyError(failures[status] ?? 'unavailable', `HTTP ${status}`)
  }
}

async function exchange(url: string, { until = Infinity, ...outgoing }: Outgoing, timeoutMs: number) {
  const leftMs = Math.min(timeoutMs, until - Date.now())
  // A signal that ends at once still lets a quick call through.
  if (leftMs <= 0) throw new SpotifyError('unavailable', 'deadline passed before the request')
  const signal = AbortSignal.timeout(leftMs)
  try {
    const response = await fetch(url, { ...outgoing, redirect: 'manual', signal })
    return { response, text: await readAtMost(response, largestReply) }
  } catch {
    throw new SpotifyError('unavailable', signal.aborted ? 'timeout' : 'connection refused or lost')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An empty or unreadable body has no facts in it; whoever needs some says so.
    return undefined
  }
}

type ErrorReply = { error?: unknown } | undefined

/** The accounts service names its errors in one word (RFC 6749 5.2); all but one are between it and our operator. */
function grantErrorOf(reply: unknown): string | null {
  const error = (reply as ErrorReply)?.error
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : null
}

/** The Web API tells a used-up quota from a burst of calls. */
function isQuotaExceeded(reply: unknown): boolean {
  return ((reply as ErrorReply)?.error as { reason?: unknown } | undefined)?.reason === 'QUOTA_EXCEEDED'
}
