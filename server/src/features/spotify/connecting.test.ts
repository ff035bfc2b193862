import { beforeEach, describe, expect, test } from 'vitest'
import { listColumnMatches } from '#testing/columns.ts'
import { authorizeAtFake } from '#testing/google.ts'
import type { TestClient } from '#testing/test-client.ts'
import {
  connectSpotify,
  startSpotifyConnection,
  readSpotifyHandle,
  fetchSpotifyCallbackPage,
  useSpotifyTestServer,
} from '#testing/spotify.ts'

const scene = useSpotifyTestServer()
let dee: TestClient
beforeEach(async () => {
  dee = await scene().server.createUser()
})

const readConnections = (caller: TestClient) => scene().server.services.db`
  select * from spotify_connections where user_id = ${caller.user.id}`

describe('the redirect to Spotify', () => {
  test('the redirect to Spotify has playlist scopes, PKCE challenge, state and our callback URL', async () => {
    const { origin, pathname, searchParams } = await startSpotifyConnection(dee)
    expect(origin + pathname).toBe(`${scene().spotify.accountsUrl}/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: scene().spotify.clientId,
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/spotify/callback',
      scope: 'playlist-read-private playlist-read-collaborative playlist-modify-private playlist-modify-public',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  test('the redirect to Spotify and the Spotify callback are 401 without a session', async () => {
    const stranger = scene().server.newClient()
    expect((await stranger.get('/api/spotify/auth')).status).toBe(401)
    expect((await stranger.get('/api/spotify/callback?code=x&state=y')).status).toBe(401)
  })
})

describe('the Spotify callback', () => {
  test('the Spotify callback returns an uncached page with a working connection handle for its script, and no inline script', async () => {
    const { status, headers, text } = await fetchSpotifyCallbackPage(dee, 'ann')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(text).toMatch(
      /<script src="\/api\/spotify\/callback\.js" defer data-handle="[\w-]{43}" data-expiry="\d{13}" data-closes>/,
    )
    expect(text).not.toMatch(/<script>|onclick=/)
    const user = await dee.get('/api/spotify/user', { authorization: `Bearer ${readSpotifyHandle(text)}` })
    expect(user.body).toEqual({ id: 'ann', display_name: 'Ann Harker', images: [] })
  })

  test.each([
    ['a repeated code', 'code=a&code=b&state=x'],
    ['a code of 5,000 characters', `code=${'x'.repeat(5000)}&state=x`],
    ['an error array', 'error[]=1&state=x'],
  ])('the Spotify callback answers a query with %s with 400 and an error page', async (_what, search) => {
    await startSpotifyConnection(dee)
    const { status, headers, text } = await dee.get(`/api/spotify/callback?${search}`)
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).toContain('Could not connect to Spotify')
  })

  test('the script of the Spotify callback stores the handle, closes the window and posts only a failure message', async () => {
    const { headers, text } = await scene().server.newClient().get('/api/spotify/callback.js')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(text).toContain("localStorage.setItem('gaffer.spotifyAccessToken', handle)")
    expect(text).toContain('window.close()')
    // The script posts messages to our own origin only, and never the handle.
    expect(text.match(/postMessage\(.*\)/g)).toEqual(["postMessage('gaffer.spotifyFailed', location.origin)"])
  })

  test('a declined Spotify authorisation stores no connection and closes the window', async () => {
    const { status, text } = await fetchSpotifyCallbackPage(dee, null)
    expect(status).toBe(200)
    expect(text).toContain('Connection cancelled')
    expect(text).toContain('data-closes')
    expect(text).not.toContain('data-handle')
    expect(await readConnections(dee)).toHaveLength(0)
  })

  test('of three parallel Spotify callbacks with the same code one connects, and a later repeat is refused', async () => {
    const path = await authorizeAtFake(await startSpotifyConnection(dee), 'ann')
    const cookies = new Map(dee.cookies)
    const answers = await Promise.all([dee.get(path), dee.get(path), dee.get(path)])
    expect(answers.filter(({ text }) => text.includes('data-handle'))).toHaveLength(1)
    for (const [name, value] of cookies) dee.cookies.set(name, value)
    const again = await dee.get(path)
    expect([again.status, again.text.includes('Connection failed')]).toEqual([400, true])
    expect(await readConnections(dee)).toHaveLength(1)
  })

  test('the Spotify callback is refused for another user, even with the cookie of the user who started it', async () => {
    const path = await authorizeAtFake(await startSpotifyConnection(dee), 'ann')
    const kit = await scene().server.createUser()
    expect((await kit.get(path)).status).toBe(400)
    kit.cookies.set('gaffer_spotify', dee.cookies.get('gaffer_spotify') ?? '')
    expect((await kit.get(path)).status).toBe(400)
    expect(await readConnections(kit)).toHaveLength(0)
    // The refused attempts did not consume the state.
    expect((await dee.get(path)).text).toContain('data-handle')
  })

  test.each([
    ['another state', (path: string) => path.replace(/state=[\w-]+/, `state=${'a'.repeat(43)}`)],
    ['no state', (path: string) => path.replace(/state=[\w-]+/, '')],
    ['another code', (path: string) => path.replace(/code=[\w-]+/, 'code=made-up')],
    ['no code', (path: string) => path.replace(/code=[\w-]+/, '')],
    ['an unknown error', (path: string) => path.replace(/code=[\w-]+/, 'error=server_error')],
  ])('the Spotify callback with %s is refused and stores no connection', async (_what, change) => {
    const path = await authorizeAtFake(await startSpotifyConnection(dee), 'ann')
    const { status, text } = await dee.get(change(path))
    expect([status, text.includes('Could not connect to Spotify')]).toEqual([400, true])
    expect(await readConnections(dee)).toHaveLength(0)
  })

  test('a Spotify connection in progress can be completed after nine minutes and has expired after ten', async () => {
    const statuses: number[] = []
    for (const minutes of [9, 10]) {
      const path = await authorizeAtFake(await startSpotifyConnection(dee), 'ann')
      await scene().server.services.db`
        update oauth_states set expires_at = expires_at - make_interval(mins => ${minutes})
        where user_id = ${dee.user.id}`
      statuses.push((await dee.get(path)).status)
    }
    expect(statuses).toEqual([200, 400])
  })

  test.each([{ kind: 'status', status: 500 }, { kind: 'rubbish' }, { kind: 'reset' }] as const)(
    'while the Spotify accounts service fails with %o, the Spotify callback is 400 and stores no connection',
    async (fault) => {
      const path = await authorizeAtFake(await startSpotifyConnection(dee), 'ann')
      scene().spotify.failAccounts(fault)
      const { status, text } = await dee.get(path)
      expect([status, text.includes('Could not connect to Spotify')]).toEqual([400, true])
      expect(await readConnections(dee)).toHaveLength(0)
    },
  )
})

describe('the Spotify connection handle', () => {
  test('a Spotify connection handle is refused with 401 without a session and with the session of another user', async () => {
    const handle = await connectSpotify(dee, 'ann')
    const kit = await scene().server.createUser()
    const theirs = await kit.get('/api/spotify/user', handle)
    expect([theirs.status, theirs.body.code]).toEqual([401, 'not_connected'])
    const nobody = await scene().server.newClient().get('/api/spotify/user', handle)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'not_signed_in'])
    expect((await dee.get('/api/spotify/user', handle)).status).toBe(200)
  })

  test('a Spotify connection handle does not work as a session, and a bearer token does not work as a handle', async () => {
    const handle = await connectSpotify(dee, 'ann')
    expect((await dee.get('/api/me', handle)).status).toBe(401)
    const { accessToken } = (await dee.post('/auth/token')).body
    const bearer = { authorization: `Bearer ${accessToken}` }
    expect((await scene().server.newClient().get('/api/spotify/user', bearer)).body.code).toBe('not_signed_in')
    expect((await dee.get('/api/spotify/user', bearer)).body.code).toBe('not_connected')
  })

  test.each([
    {},
    { authorization: 'Bearer' },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { authorization: 'Basic eDp5' },
  ])('a Spotify request with headers %o gets 401 with "not_connected"', async (headers) => {
    const { status, body } = await dee.get('/api/spotify/playlists', headers)
    expect([status, body]).toEqual([
      401,
      { code: 'not_connected', message: 'Your Spotify connection has expired. Please connect again.' },
    ])
  })

  test('a cross-site request cannot delete a Spotify connection', async () => {
    const handle = await connectSpotify(dee, 'ann')
    for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const { status, body } = await dee.delete('/api/spotify/connection', { ...handle, ...from })
      expect([status, body.message]).toEqual([403, 'This request did not come from Gaffer'])
    }
    expect((await dee.get('/api/spotify/user', handle)).status).toBe(200)
  })

  test('disconnecting ends only the Spotify connection of the sent handle, and can be repeated', async () => {
    const [handle, other] = [await connectSpotify(dee, 'ann'), await connectSpotify(dee, 'ben')]
    expect((await dee.delete('/api/spotify/connection', handle)).status).toBe(204)
    expect((await dee.delete('/api/spotify/connection', handle)).status).toBe(204)
    expect((await dee.get('/api/spotify/user', handle)).body.code).toBe('not_connected')
    expect((await dee.get('/api/spotify/user', other)).body.id).toBe('ben')
  })

  test('an eleventh Spotify connection of a user ends the first one', async () => {
    const first = await connectSpotify(dee, 'ann')
    for (let browser = 2; browser <= 11; browser += 1) await connectSpotify(dee, 'ann')
    expect(await readConnections(dee)).toHaveLength(10)
    expect((await dee.get('/api/spotify/user', first)).status).toBe(401)
  })
})

test('the database stores neither the Spotify connection handle nor readable Spotify tokens', async () => {
  const { authorization } = await connectSpotify(dee, 'ann')
  const [row] = await readConnections(dee)
  expect(await listColumnMatches(scene().server, [authorization.slice('Bearer '.length)])).toEqual([])
  // Encrypted bytes can contain "BQ" or "AQ" by chance: match 20 more characters.
  expect(row?.['sealed_tokens'].toString('latin1')).not.toMatch(/accessToken|(?:BQ|AQ)[\w-]{20}/)
})
