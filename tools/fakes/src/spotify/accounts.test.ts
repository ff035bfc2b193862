// The fake Spotify's accounts service, over real HTTP.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeSpotify, type FakeSpotify } from '#spotify.ts'
import { createSpotifyTestClient, redirectUri, type SpotifyTestClient } from './testing.ts'

let spotify: FakeSpotify
let client: SpotifyTestClient

beforeAll(async () => {
  spotify = await startFakeSpotify()
  client = createSpotifyTestClient(spotify)
})
afterAll(() => spotify.close())
afterEach(() => spotify.failAccounts(null))

test('the fake Spotify exchanges an authorization code for tokens that are valid for an hour', async () => {
  const tokens = await client.connect('ann', 'playlist-read-private')
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'playlist-read-private' })
  const me = await client.call(tokens.access_token, '/me')
  expect(me.body).toMatchObject({ id: 'ann', display_name: 'Ann Harker', images: [], type: 'user' })
  for (const gone of ['email', 'country', 'product', 'followers']) expect(me.body).not.toHaveProperty(gone)
})

test('when the user cancels the consent, the fake Spotify redirects with only error=access_denied and the state', async () => {
  const { callback } = await client.permit(null)
  expect(Object.fromEntries(callback.searchParams)).toEqual({ error: 'access_denied', state: 'abc' })
})

test.each([
  ['as it is', {}, undefined],
  ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'code_verifier was incorrect'],
  ['at another redirect address', { redirect_uri: 'http://127.0.0.1:1/' }, 'Invalid redirect URI'],
])('the fake Spotify refuses an authorization code that was sent before %s', async (_how, change, description) => {
  const { code, verifier } = await client.permit('ann')
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  expect((await client.token({ ...fields, ...change }, null)).body.error_description).toBe(description)
  const again = await client.token(fields, null)
  expect(again).toMatchObject({ status: 400, body: { error_description: 'Invalid authorization code' } })
})

test('the fake Spotify redeems a code without a PKCE challenge only with the client secret', async () => {
  const { clientId, accountsUrl } = spotify
  const query = new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: redirectUri })
  const redeemCode = async (secret: string | null) => {
    const callback = new URL(await spotify.decide(`${accountsUrl}/authorize?${query}`, 'ann'))
    const code = callback.searchParams.get('code') ?? ''
    return client.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, secret)
  }
  expect((await redeemCode(null)).body.error).toBe('invalid_client')
  expect((await redeemCode(spotify.clientSecret)).status).toBe(200)
})

test('a token refresh at the fake Spotify gives no new refresh token by default, as Spotify since July 2026', async () => {
  const { refresh_token } = await client.connect('ann')
  const { body } = await client.token({ grant_type: 'refresh_token', refresh_token }, null)
  expect(body).not.toHaveProperty('refresh_token')
  expect((await client.call(body.access_token, '/me')).status).toBe(200)
  expect((await client.token({ grant_type: 'refresh_token', refresh_token })).status).toBe(200)
})

test('a token refresh at the fake Spotify gives a new refresh token with rotateRefreshTokens, as Spotify before July 2026', async () => {
  const rotating = await startFakeSpotify({ rotateRefreshTokens: true })
  const { connect, token } = createSpotifyTestClient(rotating)
  const { refresh_token } = await connect('ann')
  const first = await token({ grant_type: 'refresh_token', refresh_token })
  expect(first.body.refresh_token).not.toBe(refresh_token)
  expect(await token({ grant_type: 'refresh_token', refresh_token })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Refresh token revoked' },
  })
  expect((await token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token })).status).toBe(200)
  await rotating.close()
})

test('a permission revoked at the fake Spotify invalidates both tokens of that person only', async () => {
  const [ann, ben] = [await client.connect('ann'), await client.connect('ben')]
  await fetch(`${spotify.accountsUrl}/control/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"person":"ann"}',
  })
  const refused = await client.call(ann.access_token, '/me')
  expect(refused).toMatchObject({ status: 401, body: { error: { message: 'Invalid access token' } } })
  const refresh = await client.token({ grant_type: 'refresh_token', refresh_token: ann.refresh_token })
  expect(refresh.body).toMatchObject({ error: 'invalid_grant' })
  expect((await client.call(ben.access_token, '/me')).status).toBe(200)
})

test('the fake Spotify refuses an expired access token as expired, and a refresh gives a valid one', async () => {
  const { access_token, refresh_token } = await client.connect('ann')
  await fetch(`${spotify.accountsUrl}/control/expire`, { method: 'POST' })
  expect(await client.call(access_token, '/me')).toMatchObject({
    status: 401,
    body: { error: { status: 401, message: 'The access token expired' } },
  })
  const { body } = await client.token({ grant_type: 'refresh_token', refresh_token })
  expect((await client.call(body.access_token, '/me')).status).toBe(200)
})

test('a client credentials token of the fake Spotify needs the client secret, and can search but not read a profile', async () => {
  const { body } = await client.token({ grant_type: 'client_credentials' })
  expect(body).not.toHaveProperty('refresh_token')
  expect((await client.call(body.access_token, '/search?q=oasis&type=track')).status).toBe(200)
  expect((await client.call(body.access_token, '/me')).status).toBe(401)
  for (const secret of ['wrong', null]) {
    expect((await client.token({ grant_type: 'client_credentials' }, secret)).body).toMatchObject({
      error: 'invalid_client',
    })
  }
})

test('the accounts service of the fake Spotify can fail while its Web API works', async () => {
  const { access_token } = await client.connect('ann')
  spotify.failAccounts({ kind: 'status', status: 503 })
  expect((await client.token({ grant_type: 'client_credentials' })).status).toBe(503)
  expect((await client.call(access_token, '/me')).status).toBe(200)
})
