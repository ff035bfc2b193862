// The Spotify client against the fake Spotify over HTTP.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeSpotify, type FakeSpotify } from '@gaffer/fakes/spotify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SpotifyError, type SpotifyFailure } from './spotify-calls.ts'
import { createSpotifyClient, type SpotifyClient, type SpotifyTokens } from './spotify.ts'

const redirectUri = 'http://127.0.0.1:3000/api/spotify/callback'
/** Milliseconds: a short timeout for faults that hang, and the default one. */
const shortMs = 1000
const defaultMs = 5000
const findFriday = (account: ReturnType<SpotifyClient['createAccountClient']>) =>
  account.listPlaylists().then((all) => all.find(({ name }) => name === 'Friday practice')?.id ?? '')

let fake: FakeSpotify
let spotify: SpotifyClient

beforeAll(async () => {
  fake = await startFakeSpotify()
})
afterAll(() => fake.close())
// A new client for each test: a client remembers rate limits.
beforeEach(() => {
  spotify = createClient()
})
afterEach(() => {
  fake.failApi(null)
  fake.failAccounts(null)
  vi.useRealTimers()
})

function createClient(settings: object = {}): SpotifyClient {
  const { accountsUrl, apiUrl, clientId, clientSecret } = fake
  return createSpotifyClient({ accountsUrl, apiUrl, clientId, clientSecret, ...settings }, { now: () => new Date() })
}

async function connect(person: string): Promise<SpotifyTokens> {
  const attempt = { redirectUri, state: 'abc', codeVerifier: randomBytes(32).toString('base64url') }
  const back = new URL(await fake.decide(spotify.authorizationUrl(attempt), person))
  expect(back.searchParams.get('state')).toBe('abc')
  return spotify.redeemCode(attempt, back.searchParams.get('code') ?? '')
}

async function connectAs(person: string, until = Infinity) {
  return spotify.createAccountClient((await connect(person)).accessToken, until)
}

async function failureOf(work: Promise<unknown>): Promise<SpotifyError> {
  const error: unknown = await work.then(
    () => 'it worked',
    (reason: unknown) => reason,
  )
  if (!(error instanceof SpotifyError)) throw new Error(`not a SpotifyError: ${String(error)}`)
  return error
}

describe('Spotify tokens', () => {
  test('a Spotify authorisation code is exchanged for tokens of an hour, and a refresh returns a new access token', async () => {
    const tokens = await connect('ann')
    expect(tokens.refreshToken).toBeTruthy()
    expect(tokens.expiresAt.getTime() - Date.now()).toBeGreaterThan(3_590_000)
    const refreshed = await spotify.refresh(tokens.refreshToken ?? '')
    expect(refreshed).toMatchObject({ refreshToken: null })
    expect(refreshed.accessToken).not.toBe(tokens.accessToken)
  })

  test('redeeming a Spotify authorisation code with another PKCE verifier fails as "ended"', async () => {
    const attempt = { redirectUri, state: 'abc', codeVerifier: 'a'.repeat(43) }
    const back = new URL(await fake.decide(spotify.authorizationUrl(attempt), 'ann'))
    const code = back.searchParams.get('code') ?? ''
    const failure = await failureOf(spotify.redeemCode({ ...attempt, codeVerifier: 'b'.repeat(43) }, code))
    expect(failure.failure).toBe('ended')
  })

  test('after the user revokes access at Spotify a token refresh fails as "ended" and a request for the account as "expired"', async () => {
    const { refreshToken, accessToken } = await connect('ann')
    fake.revoke('ann')
    expect((await failureOf(spotify.refresh(refreshToken ?? ''))).failure).toBe('ended')
    expect((await failureOf(spotify.createAccountClient(accessToken, Infinity).fetchUser())).failure).toBe('expired')
  })

  test('with a wrong Spotify client secret a token refresh and a search fail as "unavailable", and not as "ended"', async () => {
    const wrong = createClient({ clientSecret: 'wrong' })
    const failures = await Promise.all([wrong.refresh('any'), wrong.search('oasis', 5)].map(failureOf))
    for (const { message } of failures) expect(message).toBe('spotify unavailable: HTTP 400, invalid_client')
  })
})

describe('Spotify search', () => {
  test('a Spotify search without an account finds tracks whose covers all come from imageOrigin', async () => {
    const tracks = await spotify.search('wonderwall oasis', 8)
    expect(tracks[0]).toMatchObject({ name: 'Wonderwall', artists: [{ name: 'Oasis' }] })
    expect(tracks[0]?.external_urls.spotify).toBe(`https://open.spotify.com/track/${tracks[0]?.id}`)
    for (const { album } of tracks) {
      for (const { url } of album.images) expect(url).toMatch(`${fake.apiUrl}/covers/`)
    }
    expect(spotify.imageOrigin).toBe(fake.apiUrl)
    expect(createClient({ apiUrl: 'https://api.spotify.com' }).imageOrigin).toBe('https://i.scdn.co')
  })

  test('a Spotify search requests a new application token when Spotify refuses the old one', async () => {
    await spotify.search('oasis', 8)
    fake.expireAccessTokens()
    expect(await spotify.search('oasis', 8)).not.toEqual([])
  })

  test('a Spotify search finds tracks after an earlier request for the application token failed', async () => {
    fake.failAccounts({ kind: 'status', status: 503, times: 1 })
    expect((await failureOf(spotify.search('oasis', 8))).failure).toBe('unavailable')
    expect(await spotify.search('oasis', 8)).not.toEqual([])
  })
})

describe('a Spotify account', () => {
  test('the Spotify client returns id, display name and images of an account', async () => {
    const account = await connectAs('ann')
    expect(await account.fetchUser()).toEqual({ id: 'ann', display_name: 'Ann Harker', images: [] })
  })

  test('the Spotify client lists all 64 playlists of an account and leaves out a followed playlist of another account', async () => {
    const playlists = await (await connectAs('dev')).listPlaylists()
    expect(playlists).toHaveLength(64)
    expect(playlists[0]).toMatchObject({ name: 'Friday practice', tracks: { total: 8 } })
    expect(playlists.filter(({ name }) => name === 'Covers we might do')).toHaveLength(1)
  })

  test('the Spotify client writes a playlist of 230 songs, reads the songs in order, and removes one song', async () => {
    const account = await connectAs('ann')
    const id = await findFriday(account)
    const uris = fake.catalogue.tracks.slice(0, 230).map(({ uri }) => uri)
    await account.replaceItems(id, uris.slice(0, 100))
    await account.addItems(id, uris.slice(100, 200))
    await account.addItems(id, uris.slice(200))
    const items = await account.listItems(id)
    expect(items.map(({ uri }) => uri)).toEqual(uris)
    expect(items.every(({ track }) => track !== null)).toBe(true)
    await account.removeItem(id, uris[3] ?? '')
    expect((await account.listItems(id)).map(({ uri }) => uri)).toEqual(uris.toSpliced(3, 1))
  })

  test('the Spotify client returns a track for a playlist item that is a song, and null for any other item', async () => {
    const account = await connectAs('ben')
    const id = (await account.listPlaylists()).find(({ name }) => name === 'Mixed bag')?.id ?? ''
    const items = await account.listItems(id)
    expect(items.map(({ track }) => track !== null)).toEqual([true, false, false, false])
    expect(items.map(({ uri }) => uri === '')).toEqual([false, true, false, false])
  })

  test('requests to Spotify fail with "forbidden" for another account’s playlist, "absent" for an unknown playlist and "invalid" for a malformed track URI', async () => {
    const account = await connectAs('ann')
    const bens = await findFriday(await connectAs('ben'))
    expect((await failureOf(account.listItems(bens))).failure).toBe('forbidden')
    expect((await failureOf(account.listItems('0'.repeat(22)))).failure).toBe('absent')
    expect((await failureOf(account.addItems(await findFriday(account), ['spotify:track:x']))).failure).toBe('invalid')
  })
})

describe('Spotify failures', () => {
  const faults: [string, Parameters<FakeSpotify['failApi']>[0], SpotifyFailure][] = [
    ['hangs', { kind: 'hang' }, 'unavailable'],
    ['stops halfway through a response', { kind: 'stall' }, 'unavailable'],
    ['resets the connection', { kind: 'reset' }, 'unavailable'],
    ['answers rubbish', { kind: 'rubbish' }, 'unavailable'],
    ['answers without end', { kind: 'huge' }, 'unavailable'],
    ['redirects', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, 'unavailable'],
    ['answers 500', { kind: 'status', status: 500 }, 'unavailable'],
    ['answers 503', { kind: 'status', status: 503 }, 'unavailable'],
    ['answers 429', { kind: 'status', status: 429 }, 'busy'],
  ]

  test.each(faults)(
    'when Spotify %s, account requests, token refreshes and searches fail within 5 s with errors that contain no token',
    async (_how, fault, failure) => {
      const { accessToken, refreshToken } = await connect('ann')
      fake.failApi(fault)
      fake.failAccounts(fault)
      const began = performance.now()
      const hasty = createClient({ timeoutMs: shortMs })
      const account = hasty.createAccountClient(accessToken, Infinity)
      const fresh = createClient({ timeoutMs: shortMs })
      const calls = [
        account.fetchUser(),
        account.listItems('0'.repeat(22)),
        account.addItems('0'.repeat(22), []),
        hasty.refresh(refreshToken ?? ''),
        fresh.search('x', 8),
      ]
      for (const error of await Promise.all(calls.map(failureOf))) {
        expect(error.failure).toBe(failure)
        expect(error.message + String(error.stack)).not.toContain(accessToken)
        expect(error.message + String(error.stack)).not.toContain(refreshToken)
      }
      expect(performance.now() - began).toBeLessThan(defaultMs)
    },
  )

  test('a Spotify 429 for one account stops the requests of that account until its Retry-After, but not the requests of another account', async () => {
    const [ann, ben] = [await connectAs('ann'), await connectAs('ben')]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    fake.failApi({ kind: 'status', status: 429, retryAfterSeconds: 1, times: 1 })
    const asked = await failureOf(ann.fetchUser())
    expect([asked.failure, asked.retryAfterSeconds, asked.message]).toEqual([
      'busy',
      1,
      'spotify busy: HTTP 429, quota exceeded',
    ])
    expect((await failureOf(ann.listPlaylists())).message).toBe('spotify busy: rate limited until Retry-After')
    expect((await ben.fetchUser()).id).toBe('ben')
    expect(await spotify.search('oasis', 8)).not.toEqual([])
    vi.setSystemTime(Date.now() + 1050)
    expect((await ann.fetchUser()).id).toBe('ann')
  })

  test('a Spotify 429 for a search stops searches until its Retry-After, but not the requests of members’ accounts', async () => {
    const ann = await connectAs('ann')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    fake.failApi({ kind: 'status', status: 429, retryAfterSeconds: 1, times: 1 })
    expect((await failureOf(spotify.search('oasis', 8))).failure).toBe('busy')
    expect((await failureOf(spotify.search('oasis', 8))).message).toBe('spotify busy: rate limited until Retry-After')
    expect((await ann.fetchUser()).id).toBe('ann')
    vi.setSystemTime(Date.now() + 1050)
    expect(await spotify.search('oasis', 8)).not.toEqual([])
  })

  test('a request for a Spotify account fails as "unavailable" after the deadline of its operation', async () => {
    const account = await connectAs('ann', Date.now() + shortMs)
    // Timers can fire a millisecond early.
    await sleep(shortMs + 20)
    expect((await failureOf(account.fetchUser())).failure).toBe('unavailable')
  })
})
