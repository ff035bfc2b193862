import * as z from 'zod/mini'
import { beforeEach, describe, expect, test } from 'vitest'
import { Playlist, Track } from '@gaffer/domain/spotify/spotify'
import type { TestClient } from '#testing/test-client.ts'
import { connectSpotify, useSpotifyTestServer } from '#testing/spotify.ts'
import { fromNow } from '#testing/test-clock.ts'

const scene = useSpotifyTestServer()
let dee: TestClient
beforeEach(async () => {
  dee = await scene().server.createUser()
})

async function playlistNamed(name: string, handle: Record<string, string>): Promise<string> {
  const playlists = (await dee.get('/api/spotify/playlists', handle)).body as Playlist[]
  return playlists.find((one) => one.name === name)?.id ?? ''
}

describe('Spotify search', () => {
  test('a Spotify search needs a session and no Spotify connection', async () => {
    const { status, body } = await dee.get('/api/spotify/search?q=mr%20brightside')
    expect(status).toBe(200)
    expect(z.array(Track).parse(body)[0]).toMatchObject({ name: 'Mr. Brightside', artists: [{ name: 'The Killers' }] })
    expect((await scene().server.newClient().get('/api/spotify/search?q=blur')).status).toBe(401)
  })

  test('a Spotify search returns eight songs by default and up to ten with limit', async () => {
    const count = async (query: string) => (await dee.get(`/api/spotify/search?q=the${query}`)).body.length
    expect([await count(''), await count('&limit=3'), await count('&limit=10')]).toEqual([8, 3, 10])
  })

  test.each(['', '?q=', '?q=a', '?q=%20a%20', '?q=ab&limit=0', '?q=ab&limit=11', '?q=ab&limit=x', '?q=ab&market=US'])(
    'a Spotify search with the query "%s" is refused',
    async (query) => {
      expect((await dee.get(`/api/spotify/search${query}`)).status).toBe(400)
    },
  )

  test('a Spotify search without matches returns an empty list', async () => {
    expect((await dee.get('/api/spotify/search?q=zzzzzz')).body).toEqual([])
  })
})

describe('a connected Spotify account', () => {
  test('a connected account lists its 64 playlists, without playlists of other accounts that it follows', async () => {
    const playlists = await dee.get('/api/spotify/playlists', await connectSpotify(dee, 'dev'))
    expect(z.array(Playlist).parse(playlists.body)).toHaveLength(64)
    expect(playlists.body[1]).toMatchObject({ name: 'Covers we might do', tracks: { total: 120 } })
  })

  test('the tracks of a playlist of 230 songs are returned completely and in order', async () => {
    const handle = await connectSpotify(dee, 'ann')
    const id = await playlistNamed('Friday practice', handle)
    const ids = scene().spotify.catalogue.tracks.slice(0, 230)
    const band = (await dee.post('/api/bands', { name: 'Foxes', displayName: 'Dee' })).body.id
    for (const { id: spotifyId, name } of ids) {
      await dee.post(`/api/bands/${band}/songs`, { title: name, artist: 'Somebody', spotifyId })
    }
    await dee.post(`/api/spotify/playlists/${id}/sync`, { bandId: band }, handle)
    const { status, body } = await dee.get(`/api/spotify/playlists/${id}/tracks`, handle)
    expect(status).toBe(200)
    const tracks = body.items.map((item: { track: Track }) => Track.parse(item.track))
    expect(tracks.map((track: Track) => track.id)).toEqual(ids.map((track) => track.id))
  })

  test('the tracks of a playlist leave out items that are not songs', async () => {
    const handle = await connectSpotify(dee, 'ben')
    const { body } = await dee.get(`/api/spotify/playlists/${await playlistNamed('Mixed bag', handle)}/tracks`, handle)
    expect(body.items).toHaveLength(1)
  })

  test('another account’s playlist is 403, and an unknown or malformed playlist id is 404', async () => {
    const bens = await playlistNamed('Friday practice', await connectSpotify(dee, 'ben'))
    const handle = await connectSpotify(dee, 'ann')
    const answers = [bens, '0'.repeat(22), 'short'].map((id) => dee.get(`/api/spotify/playlists/${id}/tracks`, handle))
    const [forbidden, absent, malformed] = await Promise.all(answers)
    expect([forbidden?.status, forbidden?.body.message]).toEqual([
      403,
      'You can only do that with your own Spotify playlists',
    ])
    expect([absent?.status, malformed?.status]).toEqual([404, 404])
  })
})

describe('a Spotify access token', () => {
  test('an access token refused by Spotify is refreshed once for twelve parallel requests', async () => {
    const handle = await connectSpotify(dee, 'ann')
    scene().spotify.expireAccessTokens()
    const answers = await Promise.all(Array.from({ length: 12 }, () => dee.get('/api/spotify/user', handle)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const [row] = await scene().server.services
      .db`select version from spotify_connections where user_id = ${dee.user.id}`
    expect(row?.['version']).toBe(2)
  })

  test('an access token that expires within 20 seconds is refreshed before use', async () => {
    const handle = await connectSpotify(dee, 'ann')
    const { db } = scene().server.services
    await db`update spotify_connections set expires_at = ${fromNow({ seconds: 20 })} where user_id = ${dee.user.id}`
    expect((await dee.get('/api/spotify/user', handle)).status).toBe(200)
    const [row] = await db`
      select version, expires_at > ${fromNow({ minutes: 50 })} as "isFresh" from spotify_connections
      where user_id = ${dee.user.id}`
    expect(row).toEqual({ version: 2, isFresh: true })
  })

  test('a Spotify connection is deleted when the user revoked access at Spotify', async () => {
    const handle = await connectSpotify(dee, 'cara')
    scene().spotify.revoke('cara')
    const refused = await dee.get('/api/spotify/playlists', handle)
    expect([refused.status, refused.body.code]).toEqual([401, 'not_connected'])
    const { db } = scene().server.services
    expect(await db`select from spotify_connections where user_id = ${dee.user.id}`).toHaveLength(0)
  })

  test('a request with a Spotify connection encrypted with an older key gets "not_connected", and a request with a new connection gets 200', async () => {
    const handle = await connectSpotify(dee, 'ann')
    await scene().server.services
      .db`update spotify_connections set key_id = 'an older key' where user_id = ${dee.user.id}`
    expect((await dee.get('/api/spotify/user', handle)).body.code).toBe('not_connected')
    expect((await dee.get('/api/spotify/user', await connectSpotify(dee, 'ann'))).status).toBe(200)
  })

  test('with an expired token a Spotify request is 502 while the accounts service answers 503, and 200 afterwards', async () => {
    const handle = await connectSpotify(dee, 'ann')
    scene().spotify.expireAccessTokens()
    scene().spotify.failAccounts({ kind: 'status', status: 503 })
    const answers = await Promise.all([1, 2, 3].map(() => dee.get('/api/spotify/user', handle)))
    for (const { status, body } of answers) expect([status, body.code]).toEqual([502, 'upstream_error'])
    scene().spotify.failAccounts(null)
    expect((await dee.get('/api/spotify/user', handle)).status).toBe(200)
  })
})

describe('a failing Spotify Web API', () => {
  test.each([{ kind: 'status', status: 500 }, { kind: 'rubbish' }, { kind: 'reset' }] as const)(
    'when the Spotify Web API fails with %o, Spotify endpoints answer 502 with a message, and GET /api/me answers 200',
    async (fault) => {
      const handle = await connectSpotify(dee, 'ann')
      scene().spotify.failApi(fault)
      const paths = ['/api/spotify/user', '/api/spotify/playlists']
      const answers = [...paths.map((path) => dee.get(path, handle)), dee.get('/api/spotify/search?q=blur')]
      for (const { status, body } of await Promise.all(answers)) {
        expect([status, body]).toEqual([
          502,
          { code: 'upstream_error', message: 'Spotify is not responding. Please try again.' },
        ])
      }
      expect((await dee.get('/api/me')).status).toBe(200)
    },
  )

  test('a Spotify Web API that hangs is answered with 502 after five seconds, and other requests are not delayed', async () => {
    const handle = await connectSpotify(dee, 'ann')
    scene().spotify.failApi({ kind: 'hang' })
    const began = performance.now()
    let answered = 0
    const ask = () => dee.get('/api/spotify/user', handle).finally(() => (answered += 1))
    const waiting = Promise.all(Array.from({ length: 20 }, ask))
    expect((await dee.get('/api/me')).status).toBe(200)
    expect(answered).toBe(0)
    expect((await waiting).map(({ status }) => status)).toEqual(Array(20).fill(502))
    expect(performance.now() - began).toBeGreaterThanOrEqual(4900)
    expect(performance.now() - began).toBeLessThan(8000)
  })

  test('an account that Spotify does not allow gets 403 with the message to ask the operator', async () => {
    const handle = await connectSpotify(dee, 'ann')
    scene().spotify.failApi({ kind: 'status', status: 403 })
    for (const path of ['/api/spotify/user', '/api/spotify/playlists']) {
      const { status, body } = await dee.get(path, handle)
      expect([status, body.message]).toEqual([
        403,
        'This Spotify account cannot use Gaffer yet. Ask the person who runs Gaffer to add it.',
      ])
    }
  })

  // Must run last: the server makes no Spotify requests for a second afterwards.
  test('a Spotify rate limit is answered with 429 and the Retry-After of Spotify', async () => {
    const handle = await connectSpotify(dee, 'ann')
    scene().spotify.failApi({ kind: 'status', status: 429, retryAfterSeconds: 1 })
    const { status, body, headers } = await dee.get('/api/spotify/user', handle)
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '1'])
    expect(body.message).toBe('Spotify is busy. Please try again in a moment.')
  })
})
