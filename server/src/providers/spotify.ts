// Client of the Spotify API as of February 2026: OAuth, search and access to an account. The caller stores the account's tokens.

import { createHash } from 'node:crypto'
import type { Track } from '@gaffer/domain/spotify/spotify'
import { spotifyCoverHost } from '@gaffer/domain/songs/spotify-address'
import { createSingleValueCache } from './single-value-cache.ts'
import { createSpotifyAccountClient, type SpotifyAccountClient } from './spotify-account.ts'
import { isSpotifyErrorOfKind, createSpotifyRequestSender, SpotifyError, type SpotifyClock } from './spotify-calls.ts'
import { SearchReplySchema, TokenReplySchema, toTrack } from './spotify-replies.ts'

/** Values of one OAuth flow, needed for its start and its callback. `codeVerifier` has 43 characters. */
export type SpotifyAuthorizationAttempt = { redirectUri: string; state: string; codeVerifier: string }
/** `refreshToken` is null if Spotify sends no new one: the old one stays valid. */
export type SpotifyTokens = { accessToken: string; refreshToken: string | null; expiresAt: Date }

/** The promises of all methods reject with a SpotifyError. */
export type SpotifyClient = {
  /** The origin of album covers. */
  imageOrigin: string
  authorizationUrl(attempt: SpotifyAuthorizationAttempt): string
  redeemCode(attempt: SpotifyAuthorizationAttempt, code: string): Promise<SpotifyTokens>
  refresh(refreshToken: string): Promise<SpotifyTokens>
  /** Uses the application's own token, so no account needs to be connected. */
  search(text: string, limit: number): Promise<Track[]>
  /** A client that requests with the account's token. `untilMs` is the deadline of all its requests, in epoch milliseconds. */
  createAccountClient(accessToken: string, untilMs: number): SpotifyAccountClient
}

export type SpotifySettings = {
  accountsUrl: string
  /** Without the /v1 path. */
  apiUrl: string
  clientId: string
  clientSecret: string
  /** Milliseconds for each request, response body included. */
  timeoutMs?: number
}

const realApi = 'https://api.spotify.com'
const scopes = 'playlist-read-private playlist-read-collaborative playlist-modify-private playlist-modify-public'
// Songs that are unavailable in the UK are useless to a UK band.
const market = 'GB'

export function createSpotifyClient(settings: SpotifySettings, clock: SpotifyClock): SpotifyClient {
  const { accountsUrl, apiUrl, clientId, clientSecret, timeoutMs = 5000 } = settings
  const imageOrigin = apiUrl === realApi ? `https://${spotifyCoverHost}` : new URL(apiUrl).origin
  const sendRequest = createSpotifyRequestSender(timeoutMs, clock)
  const applicationTokens = createSingleValueCache(() => grant({ grant_type: 'client_credentials' }))
  /** Epoch milliseconds until which a token is not used after a 429. */
  const pausedUntil = new Map<string, number>()

  function pauseToken(token: string, seconds: number): void {
    const now = clock.now().getTime()
    for (const [other, untilMs] of pausedUntil) if (untilMs <= now) pausedUntil.delete(other)
    pausedUntil.set(token, now + seconds * 1000)
  }

  async function grant(form: Record<string, string>): Promise<SpotifyTokens> {
    const reply = await sendRequest(`${accountsUrl}/api/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    })
    const { data } = TokenReplySchema.safeParse(reply)
    if (!data) throw new SpotifyError('unavailable', 'response without a token')
    const expiresAt = new Date(clock.now().getTime() + data.expires_in * 1000)
    return { accessToken: data.access_token, refreshToken: data.refresh_token ?? null, expiresAt }
  }

  /**
   * A 429 pauses only the account whose token got it, or the application's search. If the whole application has reached its limit,
   * each account finds out by one request.
   */
  async function callApi(
    token: string,
    method: string,
    path: string,
    { body, untilMs }: { body?: object; untilMs?: number },
  ) {
    const seconds = Math.ceil(((pausedUntil.get(token) ?? 0) - clock.now().getTime()) / 1000)
    if (seconds > 0) throw new SpotifyError('busy', 'rate limited until Retry-After', seconds)
    try {
      return await sendRequest(`${apiUrl}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(untilMs && { untilMs }),
      })
    } catch (error) {
      if (isSpotifyErrorOfKind(error, 'busy')) pauseToken(token, error.retryAfterSeconds)
      throw error
    }
  }

  async function withApplicationToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work((await applicationTokens.get()).accessToken)
    } catch (error) {
      if (!isSpotifyErrorOfKind(error, 'expired')) throw error
      applicationTokens.drop()
      return work((await applicationTokens.get()).accessToken)
    }
  }

  return {
    imageOrigin,
    authorizationUrl: ({ redirectUri, state, codeVerifier }) =>
      `${accountsUrl}/authorize?${new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        scope: scopes,
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      })}`,
    redeemCode: ({ redirectUri, codeVerifier }, code) =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }),
    refresh: (refreshToken) => grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async search(text, limit) {
      const query = new URLSearchParams({ q: text, type: 'track', market, limit: String(limit) })
      const reply = await withApplicationToken((token) => callApi(token, 'GET', `/search?${query}`, {}))
      const { data } = SearchReplySchema.safeParse(reply)
      if (!data) throw new SpotifyError('unavailable', 'response without tracks')
      return data.tracks.items.map((item) => toTrack(item, imageOrigin)).filter((track) => track !== null)
    },
    createAccountClient: (token, untilMs) =>
      createSpotifyAccountClient(
        (method, path, body) => callApi(token, method, path, { ...(body && { body }), untilMs }),
        imageOrigin,
      ),
  }
}
