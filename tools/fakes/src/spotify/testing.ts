// An API client for the tests of the fake Spotify.

import { createHash, randomBytes } from 'node:crypto'
import type { FakeSpotify } from '#spotify.ts'

export const redirectUri = 'http://127.0.0.1:3000/api/spotify/callback'
const everyScope = 'playlist-read-private playlist-modify-private playlist-modify-public'

export type TestResponse<Body> = { status: number; headers: Headers; body: Body }
export type Tokens = {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  error?: string
  error_description?: string
}
export type Page<One> = {
  items: One[]
  total: number
  limit: number
  offset: number
  next: string | null
  previous: string | null
}

export type SpotifyTestClient = {
  /** `secret` is the client's secret by default. Null means a public client, which sends its id in the form. */
  token(fields: Record<string, string>, secret?: string | null): Promise<TestResponse<Tokens>>
  /** Gets an authorization code for this person. With null the person cancels. */
  permit(person: string | null, scope?: string): Promise<{ callback: URL; code: string; verifier: string }>
  /** Gets a code and exchanges it for tokens. */
  connect(person: string, scope?: string): Promise<Tokens>
  /** `path` below /v1, or a URL. */
  call<Body>(bearer: string, path: string, method?: string, body?: object): Promise<TestResponse<Body>>
}

export function createSpotifyTestClient(spotify: FakeSpotify): SpotifyTestClient {
  const { clientId, clientSecret, accountsUrl, apiUrl } = spotify

  const token: SpotifyTestClient['token'] = async (fields, secret = clientSecret) => {
    const headers = secret === null ? {} : { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` }
    const body = new URLSearchParams(secret === null ? { client_id: clientId, ...fields } : fields)
    return send(`${accountsUrl}/api/token`, { method: 'POST', headers, body })
  }

  const permit: SpotifyTestClient['permit'] = async (person, scope = everyScope) => {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 'abc',
      scope,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    })
    const callback = new URL(await spotify.decide(`${accountsUrl}/authorize?${query}`, person))
    return { callback, code: callback.searchParams.get('code') ?? '', verifier }
  }

  return {
    token,
    permit,
    async connect(person, scope) {
      const { code, verifier } = await permit(person, scope)
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
      return (await token(fields, null)).body
    },
    call: (bearer, path, method = 'GET', body) =>
      send(path.startsWith('http') ? path : `${apiUrl}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

async function send<Body>(url: string, request: RequestInit): Promise<TestResponse<Body>> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(1000) })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}
