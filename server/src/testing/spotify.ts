// A Gaffer whose fake Spotify the test holds in its hand, and connecting an account as a person does: ask where to
// go, pick somebody there, come back.

import { startFakeSpotify, type FakeSpotify } from '@gaffer/fakes/spotify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Answer, TestClient } from './test-client.ts'
import { chooseAtGoogle as choose, type GooglePerson as SpotifyPerson } from './google.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type { SpotifyPerson }

/** For a test file: both are there from its first test to its last, and every test begins with a healthy Spotify. */
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

/** Presses "Connect"; answers with Spotify's address. */
export async function goToSpotify(caller: TestClient): Promise<URL> {
  const { status, body, text } = await caller.get('/api/spotify/auth')
  if (status !== 200) throw new Error(`/api/spotify/auth answered ${status} ${text}`)
  return new URL(body.authUrl)
}

/** Goes there and says yes as somebody, or no; answers with what Spotify sends back. */
export async function wayBackFromSpotify(
  caller: TestClient,
  person: SpotifyPerson | null = 'ann',
): Promise<URLSearchParams> {
  return new URLSearchParams((await choose(await goToSpotify(caller), person)).split('?')[1])
}

/** Goes there and back as far as the page that closes the pop-up; cancels with null. */
export async function returnFromSpotify(caller: TestClient, person: SpotifyPerson | null): Promise<Answer> {
  return caller.get(`/api/spotify/callback?${await wayBackFromSpotify(caller, person)}`)
}

/** The whole way; the result is the header that the connection's calls need. */
export async function connectSpotify(caller: TestClient, person: SpotifyPerson): Promise<{ authorization: string }> {
  const { text } = await returnFromSpotify(caller, person)
  return { authorization: `Bearer ${handleIn(text)}` }
}

/** What a right call needs that acts on an account: the connection's handle, and a playlist of its own. */
export async function spotifyCall(
  caller: TestClient,
): Promise<{ headers: Record<string, string>; playlistId: string; spotifyId: string }> {
  const headers = await connectSpotify(caller, 'ann')
  const [playlist] = (await caller.get('/api/spotify/playlists', headers)).body
  const [track] = (await caller.get('/api/spotify/search?q=blur')).body
  return { headers, playlistId: playlist.id, spotifyId: track.id }
}

export function handleIn(page: string): string {
  const handle = /data-handle="([\w-]{43})"/.exec(page)?.[1]
  if (!handle) throw new Error(`No data-handle in the page ${page}`)
  return handle
}
