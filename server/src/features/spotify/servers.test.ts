import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { spotifyApi } from '@gaffer/domain/spotify/api'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { TestClient } from '#testing/test-client.ts'
import { connectSpotify, readSpotifyHandle, fetchSpotifyCallbackPage, useSpotifyTestServer } from '#testing/spotify.ts'
import { signInBySms } from '#testing/sms.ts'
import { fromNow } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

describe('two servers', () => {
  // With rotation a second use of a refresh token is refused and ends the connection.
  const scene = useSpotifyTestServer({ rotateRefreshTokens: true })

  test('parallel requests on two servers refresh an expired Spotify token once', async () => {
    const { server, spotify } = scene()
    const other = await server.startAnother()
    const dee = await server.createUser()
    const handle = await connectSpotify(dee, 'ann')
    const elsewhere = new TestClient(other.url, Object.fromEntries(dee.cookies))
    for (const round of [2, 3, 4]) {
      spotify.expireAccessTokens()
      const callers = Array.from({ length: 10 }, (_, index) => (index % 2 ? dee : elsewhere))
      const answers = await Promise.all(callers.map((caller) => caller.get('/api/spotify/user', handle)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const [row] = await server.services.db`select version from spotify_connections where user_id = ${dee.user.id}`
      expect(row?.['version']).toBe(round)
    }
    expect(await server.services.db`select from leases`).toHaveLength(0)
    await other.stop()
  })

  test('the refresh of a Spotify token waits until the lease of a crashed server expires', async () => {
    const { server, spotify } = scene()
    const dee = await server.createUser()
    const handle = await connectSpotify(dee, 'ann')
    spotify.expireAccessTokens()
    const { db } = server.services
    const began = performance.now()
    await db`
      insert into leases (name, holder, expires_at)
      select 'renew ' || id, gen_random_uuid(), ${fromNow({ seconds: 1 })}
      from spotify_connections where user_id = ${dee.user.id}`
    expect((await dee.get('/api/spotify/user', handle)).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(990)
  })
})

describe('production without Spotify', () => {
  const server = useTestServer({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+447700900001',
    SMS_PROVIDER: 'twilio',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'gaffer@example.com',
  })

  test('without Spotify credentials every Spotify endpoint except the closing script and disconnecting answers 501, and songs can still be added', async () => {
    const dee = await server().createUser()
    const band = await createTestBand(dee)
    const handle = { authorization: `Bearer ${'x'.repeat(43)}` }
    const spotifyId = '0'.repeat(22)
    const inputs: Partial<Record<keyof typeof spotifyApi, { query?: string; body?: object }>> = {
      finishConnection: { query: '?state=x&code=y' },
      searchTracks: { query: '?q=blur' },
      syncPlaylist: { body: { bandId: band.id } },
      addToPlaylist: { body: { spotifyId } },
    }
    const { readClosingScript: _, disconnect: __, ...endpoints } = spotifyApi
    for (const [name, { method, path, requiresSpotify }] of Object.entries<EndpointDefinition>(endpoints)) {
      const { query = '', body } = inputs[name as keyof typeof endpoints] ?? {}
      const answer = await dee.send(
        method,
        path.replace(/:\w+/g, spotifyId) + query,
        body,
        requiresSpotify ? handle : {},
      )
      expect([name, answer.status, answer.body]).toEqual([
        name,
        501,
        { code: 'not_configured', message: 'Spotify is not set up on this server' },
      ])
    }
    expect((await dee.get('/api/settings')).body.spotify).toBe(false)
    expect((await createTestSong(dee, band.id, { title: 'Ghost Town' })).title).toBe('Ghost Town')
  })

  test('without Spotify credentials the Content-Security-Policy allows images from i.scdn.co', async () => {
    const { headers } = await server().newClient().get('/healthz')
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https://i.scdn.co;")
  })
})

describe('covers', () => {
  const scene = useSpotifyTestServer()

  test('album covers of the fake Spotify are allowed in the Content-Security-Policy and in songs; a song with an image of another host is refused', async () => {
    const { server, spotify } = scene()
    const { headers } = await server.newClient().get('/healthz')
    expect(headers.get('content-security-policy')).toContain(`https://i.scdn.co ${spotify.apiUrl};`)
    const dee = await server.createUser()
    const { id } = await createTestBand(dee)
    const [track] = (await dee.get('/api/spotify/search?q=ghost')).body
    const imageUrl = track.album.images[0].url
    expect((await createTestSong(dee, id, { imageUrl })).imageUrl).toBe(imageUrl)
    const foreign = await dee.post(`/api/bands/${id}/songs`, {
      title: 'A',
      artist: 'B',
      imageUrl: 'http://127.0.0.1:9/a',
    })
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'imageUrl'])
  })
})

describe('the search rate limit', () => {
  const scene = useSpotifyTestServer({ environment: { RATE_LIMIT: 'on' } })

  test('a session’s 91st Spotify search within a minute is 429; other sessions and other endpoints are not limited', async () => {
    const dee = await scene().server.createUser()
    const search = () => dee.get('/api/spotify/search?q=blur')
    const answers = await Promise.all(Array.from({ length: 92 }, search))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(90)
    const refused = await search()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const kit = await scene().server.createUser()
    expect((await kit.get('/api/spotify/search?q=blur')).status).toBe(200)
    const phone = scene().server.newClient()
    await scene().server.services.db`delete from outgoing_messages where purpose = 'sign-in code'`
    expect((await signInBySms(phone, dee.user.phone)).status).toBe(200)
    expect((await phone.get('/api/spotify/search?q=blur')).status).toBe(200)
    expect((await dee.get('/api/spotify/auth')).status).toBe(200)
  })
})

describe('Spotify secrets', () => {
  const scene = useSpotifyTestServer({ environment: { LOG_LEVEL: 'trace' } })

  test('Spotify tokens and the client secret are in no response and no log line, and the connection handle is in no log line', async () => {
    const { server, spotify } = scene()
    const stream = (server.services.log as unknown as Record<symbol, { write(line: string): void }>)[
      pino.symbols.streamSym
    ]
    const lines = vi.spyOn(stream as { write(line: string): void }, 'write').mockImplementation(() => undefined)
    const dee = await server.createUser()
    const { id: bandId } = await createTestBand(dee)
    await createTestSong(dee, bandId, { spotifyId: spotify.catalogue.tracks[0]?.id })
    const page = await fetchSpotifyCallbackPage(dee, 'ann')
    const handle = readSpotifyHandle(page.text)
    const headers = { authorization: `Bearer ${handle}` }
    const playlists = await dee.get('/api/spotify/playlists', headers)
    const path = `/api/spotify/playlists/${playlists.body[0].id}`
    const everything = async () => [
      await dee.get('/api/spotify/user', headers),
      await dee.get('/api/spotify/search?q=blur'),
      await dee.get(`${path}/tracks`, headers),
      await dee.post(`${path}/sync`, { bandId }, headers),
      await fetchSpotifyCallbackPage(dee, 'ann'),
    ]
    const answers = [page, playlists, ...(await everything())]
    spotify.expireAccessTokens()
    answers.push(...(await everything()))
    spotify.failApi({ kind: 'status', status: 500 })
    answers.push(...(await everything()))
    spotify.failApi(null)
    spotify.failAccounts({ kind: 'status', status: 500 })
    spotify.expireAccessTokens()
    answers.push(...(await everything()))
    spotify.failAccounts(null)
    spotify.revoke('ann')
    answers.push(...(await everything()))

    const said = answers.map(({ text, headers: sent }) => text + JSON.stringify([...sent])).join('\n')
    const logged = lines.mock.calls.flat().join('')
    expect(logged).toContain('Spotify request failed')
    expect(logged).toContain('/api/spotify/playlists/:playlistId/sync')
    for (const text of [said, logged]) {
      expect(text).not.toMatch(/[AB]Q[\w-]{60}/)
      expect(text).not.toContain(spotify.clientSecret)
    }
    expect(logged).not.toContain(handle)
    expect(logged).not.toMatch(/code=|state=/)
  })
})
