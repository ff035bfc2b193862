// Spotify as it is since February 2026: permission and tokens from its accounts service, search, and the way to an
// account. Knows the protocol; refuses to know who is connected, where tokens are kept, and what a practice list is.

import { createHash } from 'node:crypto'
import type { Track } from '@gaffer/domain/spotify'
import { imageHost } from '@gaffer/domain/spotify-address'
import { spotifyAccount, type SpotifyAccount } from './spotify-account.ts'
import { isFailure, makeAsk, SpotifyError } from './spotify-calls.ts'
import { SearchReply, TokenReply, toTrack } from './spotify-replies.ts'

/** One permission's secrets, the same on the way out and back. `codeVerifier` has 43 characters. */
export type SpotifyAttempt = { redirectUri: string; state: string; codeVerifier: string }
/** `refreshToken` is null where Spotify gave no new one: the old one goes on. */
export type SpotifyTokens = { accessToken: string; refreshToken: string | null; expiresAt: Date }

/** Everything rejects with a SpotifyError. */
export type Spotify = {
  /** Where its pictures are. */
  imageOrigin: string
  authorizationUrl(attempt: SpotifyAttempt): string
  redeemCode(attempt: SpotifyAttempt, code: string): Promise<SpotifyTokens>
  refresh(refreshToken: string): Promise<SpotifyTokens>
  /** As the application itself, so nobody needs to be connected. */
  search(text: string, limit: number): Promise<Track[]>
  /** Acts for whoever gave the token; `until`, in epoch milliseconds, bounds all its calls together. */
  as(accessToken: string, until: number): SpotifyAccount
}

export type SpotifySettings = {
  accountsUrl: string
  /** Without /v1. */
  apiUrl: string
  clientId: string
  clientSecret: string
  /** Each call, reply read: milliseconds. */
  timeoutMs?: number
}

const realApi = 'https://api.spotify.com'
const scopes = 'playlist-read-private playlist-read-collaborative playlist-modify-private playlist-modify-public'
// A song that can't be had in the band's country is no use.
const market = 'GB'

export function spotifyClient(settings: SpotifySettings): Spotify {
  const { accountsUrl, apiUrl, clientId, clientSecret, timeoutMs = 5000 } = settings
  const imageOrigin = apiUrl === realApi ? `https://${imageHost}` : new URL(apiUrl).origin
  const ask = makeAsk(timeoutMs)
  const application = keepOne(() => grant({ grant_type: 'client_credentials' }))
  /** When each token may be used again that Spotify answered with 429: epoch milliseconds. */
  const quietUntil = new Map<string, number>()

  function silence(token: string, seconds: number): void {
    const now = Date.now()
    for (const [other, until] of quietUntil) if (until <= now) quietUntil.delete(other)
    quietUntil.set(token, now + seconds * 1000)
  }

  async function grant(form: Record<string, string>): Promise<SpotifyTokens> {
    const reply = await ask(`${accountsUrl}/api/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams(form),
    })
    const { data } = TokenReply.safeParse(reply)
    if (!data) throw new SpotifyError('unavailable', 'response without a token')
    const expiresAt = new Date(Date.now() + data.expires_in * 1000)
    return { accessToken: data.access_token, refreshToken: data.refresh_token ?? null, expiresAt }
  }

  /**
   * A 429 silences the account whose token met it, or the application's own search, and nobody else. Where the whole
   * application has reached its limit, each account finds out by one call of its own.
   */
  async function askApi(
    token: string,
    method: string,
    path: string,
    { body, until }: { body?: object; until?: number },
  ) {
    const seconds = Math.ceil(((quietUntil.get(token) ?? 0) - Date.now()) / 1000)
    if (seconds > 0) throw new SpotifyError('busy', 'asked to stay away', seconds)
    try {
      return await ask(`${apiUrl}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(until && { until }),
      })
    } catch (error) {
      if (isFailure(error, 'busy')) silence(token, error.retryAfterSeconds)
      throw error
    }
  }

  async function asApplication<T>(work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work((await application.get()).accessToken)
    } catch (error) {
      if (!isFailure(error, 'expired')) throw error
      application.drop()
      return work((await application.get()).accessToken)
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
      const reply = await asApplication((token) => askApi(token, 'GET', `/search?${query}`, {}))
      const { data } = SearchReply.safeParse(reply)
      if (!data) throw new SpotifyError('unavailable', 'response without tracks')
      return data.tracks.items.map((item) => toTrack(item, imageOrigin)).filter((track) => track !== null)
    },
    as: (token, until) =>
      spotifyAccount(
        (method, path, body) => askApi(token, method, path, { ...(body && { body }), until }),
        imageOrigin,
      ),
  }
}

/** One value for everybody who asks, made once and kept until it is dropped. A failure is not kept. */
function keepOne<T>(make: () => Promise<T>): { get(): Promise<T>; drop(): void } {
  let kept: Promise<T> | null = null
  const drop = () => {
    kept = null
  }
  const get = () => {
    if (!kept) {
      kept = make()
      kept.catch(drop)
    }
    return kept
  }
  return { get, drop }
}
