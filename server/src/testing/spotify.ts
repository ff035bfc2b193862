// A test server with a fake Spotify, and the OAuth flow step by step.

import { startFakeSpotify, type FakeSpotify } from '@gaffer/fakes/spotify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { TestResponse, TestClient } from './test-client.ts'
import { authorizeAtFake, type GooglePerson as SpotifyPerson } from './google.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type { SpotifyPerson }

/** Starts the server and the fake before the first test of the file and stops them after the last. Each test starts without faults. */
export function useSpotifyTestServer(
  options: { rotateRefreshTokens?: boolean; environment?: Record<string, string> } = {},
): () => { server: TestServer; spotify: FakeSpotify } {
  let spotify: FakeSpotify
  let server: TestServer
  beforeAll(async () => {
    spotify = await startFakeSpotify(options)
    server = await startTestServer({
      SPOTIFY_ACCOUNTS_URL: spotify.accountsUrl,
      SPOTIFY_API_URL: spotify.apiUrl,
      SPOTIFY_CLIENT_ID: spotify.clientId,
      SPOTIFY_CLIENT_SECRET: spotify.clientSecret,
      ...options.environment,
    })
  })
  afterEach(() => {
    spotify.failAccounts(null)
    spotify.failApi(null)
  })
  afterAll(async () => {
    await server?.stop()
    await spotify?.close()
  })
  return () => ({ server, spotify })
}

/** Starts the connection; returns the authorization URL. */
export async function startSpotifyConnection(caller: TestClient): Promise<URL> {
  const { status, body, text } = await caller.get('/api/spotify/auth')
  if (status !== 200) throw new Error(`/api/spotify/auth answered ${status} ${text}`)
  return new URL(body.authUrl)
}

/** Grants the authorization as a person, or denies it; returns the callback's query. */
export async function authorizeSpotify(
  caller: TestClient,
  person: SpotifyPerson | null = 'ann',
): Promise<URLSearchParams> {
  return new URLSearchParams((await authorizeAtFake(await startSpotifyConnection(caller), person)).split('?')[1])
}

/** Runs the flow up to the page that closes the pop-up; null denies the authorization. */
export async function fetchSpotifyCallbackPage(
  caller: TestClient,
  person: SpotifyPerson | null,
): Promise<TestResponse> {
  return caller.get(`/api/spotify/callback?${await authorizeSpotify(caller, person)}`)
}

/** Runs the whole flow; returns the Authorization header for the connection's endpoints. */
export async function connectSpotify(caller: TestClient, person: SpotifyPerson): Promise<{ authorization: string }> {
  const { text } = await fetchSpotifyCallbackPage(caller, person)
  return { authorization: `Bearer ${readSpotifyHandle(text)}` }
}

/** Authorization header and a playlist of the account, for endpoints that change a playlist. */
export async function connectSpotifyWithPlaylist(
  caller: TestClient,
): Promise<{ headers: Record<string, string>; playlistId: string; spotifyId: string }> {
  const headers = await connectSpotify(caller, 'ann')
  const [playlist] = (await caller.get('/api/spotify/playlists', headers)).body
  const [track] = (await caller.get('/api/spotify/search?q=blur')).body
  return { headers, playlistId: playlist.id, spotifyId: track.id }
}

export function readSpotifyHandle(page: string): string {
  const handle = /data-handle="([\w-]{43})"/.exec(page)?.[1]
  if (!handle) throw new Error(`No data-handle in the page ${page}`)
  return handle
}
