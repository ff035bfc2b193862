import { expect, test } from 'vitest'
import { areCookiesSecure, cookieNameFor } from '#http/pipeline/cookies.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { beginSession } from './sessions.ts'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import { TestClient } from '#testing/test-client.ts'
import { signInBySms } from '#testing/sms.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Signs in in another browser, which has the user agent of Chrome on Android. */
async function signInOnAndroid(phone: string): Promise<TestClient> {
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
  const browser = server().newClient()
  const { post } = browser
  browser.post = (path, body, headers) => post(path, body, { 'user-agent': phoneBrowser, ...headers })
  expect((await signInBySms(browser, phone)).status).toBe(200)
  return browser
}

test('the session list names each device, newest first, and marks the current session', async () => {
  const dee = await server().createUser()
  const phone = await signInOnAndroid(dee.user.phone)
  const { status, body } = await phone.get('/api/me/sessions')
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      id: expect.any(String),
      device: 'Chrome on Android',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
      current: true,
    },
    expect.objectContaining({ device: 'Unknown device', current: false }),
  ])
  const days = (Date.parse(body[0].expiresAt) - Date.parse(body[0].createdAt)) / 86_400_000
  expect(Math.round(days * 1000) / 1000).toBe(7)
  expect((await dee.get('/api/me/sessions')).body.map((one: { current: boolean }) => one.current)).toEqual([
    false,
    true,
  ])
})

test('deleting a session ends its cookie and its bearer token, and leaves the other session', async () => {
  const dee = await server().createUser()
  const phone = await signInOnAndroid(dee.user.phone)
  const bearer = { authorization: `Bearer ${(await phone.post('/auth/token')).body.accessToken}` }
  const [newest] = (await dee.get('/api/me/sessions')).body
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(204)
  expect((await phone.get('/api/me')).status).toBe(401)
  expect((await server().newClient().get('/api/me', bearer)).status).toBe(401)
  expect((await dee.get('/api/me/sessions')).body).toHaveLength(1)
  expect((await dee.delete(`/api/me/sessions/${newest.id}`)).status).toBe(404)
})

test('deleting the current session clears its cookie', async () => {
  const dee = await server().createUser()
  const [own] = (await dee.get('/api/me/sessions')).body
  const answer = await dee.delete(`/api/me/sessions/${own.id}`)
  expect(answer.headers.getSetCookie().join()).toMatch(/gaffer_session=;/)
  expect((await dee.get('/api/me')).status).toBe(401)
})

test('deleting the session of another user is 404, and that session stays valid', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const [own] = (await dee.get('/api/me/sessions')).body
  for (const id of [own.id, 'not-an-id']) {
    const answer = await kit.delete(`/api/me/sessions/${id}`)
    expect([answer.status, answer.body]).toEqual([404, { code: 'not_found', message: 'Not found' }])
  }
  expect((await dee.get('/api/me')).status).toBe(200)
})

test('an expired session is refused with 401 and not listed', async () => {
  const dee = await server().createUser()
  const phone = await signInOnAndroid(dee.user.phone)
  await server().services.db`update sessions set expires_at = ${testClock.now()} where user_agent is not null`
  expect((await phone.get('/api/me')).status).toBe(401)
  expect((await dee.get('/api/me/sessions')).body).toHaveLength(1)
})

test('a second sign-in in the same browser sets a new session token and ends the old session', async () => {
  const dee = await server().createUser()
  const browser = await signInOnAndroid(dee.user.phone)
  const first = browser.cookies.get('gaffer_session') as string
  await server().services.db`delete from outgoing_messages where purpose = 'sign-in code'`
  await signInBySms(browser, dee.user.phone)
  expect(browser.cookies.get('gaffer_session')).not.toBe(first)
  const thief = new TestClient(server().url, { gaffer_session: first })
  expect((await thief.get('/api/me')).status).toBe(401)
  expect((await dee.get('/api/me/sessions')).body).toHaveLength(2)
})

test('of twelve sessions of one user that begin in parallel ten are left', async () => {
  const { user } = await server().createUser()
  const { db } = server().services
  await server().services.db`delete from sessions where user_id = ${user.id}`
  await Promise.all(
    Array.from({ length: 12 }, () =>
      db.transaction((tx) => beginSession(tx, user.id, { secrets: {}, userAgent: null })),
    ),
  )
  expect(await db`select from sessions where user_id = ${user.id}`).toHaveLength(10)
})

test('requests update the last-seen time of a session, at most once in five minutes', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const { db } = server().services
  const setSeen = (minutes: number) =>
    db`update sessions set last_seen_at = ${ago({ minutes })} where user_id = ${dee.user.id}`
  const minutesAgo = async () => {
    const [row] = await db<{ minutes: number }[]>`
      select extract(epoch from ${testClock.now()}::timestamptz - last_seen_at)::float8 / 60 as minutes from sessions where user_id = ${dee.user.id}`
    return Math.round(row?.minutes ?? Number.NaN)
  }
  for (const path of ['/api/me', `/api/bands/${band.id}`]) {
    await setSeen(4)
    await dee.get(path)
    expect(await minutesAgo()).toBe(4)
    await setSeen(6)
    await dee.get(path)
    await expect.poll(minutesAgo).toBe(0)
  }
})

test('GET /auth/debug masks cookie values and is 404 when debug pages are off', async () => {
  const dee = await server().createUser()
  dee.cookies.set('other', 'short')
  const { status, text, body } = await dee.get('/auth/debug')
  expect(status).toBe(200)
  const session = dee.cookies.get('gaffer_session') as string
  expect(text).not.toContain(session.slice(0, 8))
  expect(body.cookies).toEqual([
    { name: 'gaffer_session', value: `${session.slice(0, 2)}… (43 characters)` },
    { name: 'other', value: '… (5 characters)' },
  ])
  const { config } = server().services
  config.hasDebugPages = false
  expect((await dee.get('/auth/debug')).status).toBe(404)
  config.hasDebugPages = true
})

test('on https the session cookie has the __Host- prefix and responses carry Strict-Transport-Security', async () => {
  const https = await startTestServer({ PUBLIC_URL: 'https://gaffer.example' })
  try {
    const { user } = await https.createUser()
    const answer = await signInBySms(https.newClient(), user.phone)
    const cookies = answer.headers.getSetCookie()
    expect(cookies.find((line) => line.startsWith('__Host-gaffer_session='))).toMatch(
      /=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(cookies.every((line) => line.startsWith('__Host-') && !/domain/i.test(line))).toBe(true)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    const { body: document } = await https.newClient().get('/api/openapi.json')
    expect(document.components.securitySchemes.session.name).toBe('__Host-gaffer_session')
  } finally {
    await https.stop()
  }
})

test('a sign-out sent ten minutes late ends a session that began before the user signed out', async () => {
  const dee = await server().createUser()
  await server().services.db`update sessions set created_at = ${ago({ hours: 1 })} where user_id = ${dee.user.id}`
  const token = dee.cookies.get('gaffer_session') as string
  const answer = await dee.post('/auth/logout', { signedOutSecondsAgo: 600 })
  expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
    204,
    expect.stringContaining('gaffer_session=;'),
  ])
  expect((await new TestClient(server().url, { gaffer_session: token }).get('/api/me')).status).toBe(401)
})

test('a sign-out sent ten minutes late does not end a session that began after the user signed out', async () => {
  const dee = await server().createUser()
  const answer = await dee.post('/auth/logout', { signedOutSecondsAgo: 600 })
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
  expect((await dee.get('/api/me')).status).toBe(200)
  expect((await dee.post('/auth/logout')).status).toBe(204)
  expect((await dee.get('/api/me')).status).toBe(401)
})

test('sign-out and account erasure send Clear-Site-Data: "cache"', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const cleared = [await dee.post('/auth/logout'), await kit.delete('/api/me')].map(({ headers }) =>
    headers.get('clear-site-data'),
  )
  expect(cleared).toEqual(['"cache"', '"cache"'])
  expect((await server().newClient().delete('/api/me')).headers.get('clear-site-data')).toBeNull()
})

test('Clear-Site-Data is not sent over plain http on a host other than localhost', async () => {
  const home = await startTestServer({ PUBLIC_URL: 'http://192.168.1.20:3000' })
  try {
    expect((await home.newClient().post('/auth/logout')).headers.get('clear-site-data')).toBeNull()
  } finally {
    await home.stop()
  }
})

test('frequently read endpoints send Cache-Control: private, no-cache; endpoints with secrets and errors send no-store', async () => {
  const dee = await server().createUser()
  const { id } = await createTestBand(dee)
  const { id: gig } = await createTestGig(dee, id)
  const days = '?startDate=2027-03-01&endDate=2027-03-31'
  const cacheControl = async (path: string) => (await dee.get(path)).headers.get('cache-control')
  for (const path of [
    '/api/me',
    `/api/bands/${id}/calendar${days}`,
    `/api/bands/${id}/members`,
    `/api/bands/${id}/songs`,
    `/api/bands/${id}/clashes${days}`,
    `/api/bands/${id}/activity`,
    `/api/bands/${id}/events/${gig}`,
    `/api/bands/${id}/events/${gig}/answers`,
    `/api/me/notices`,
  ]) {
    expect([path, await cacheControl(path)]).toEqual([path, 'private, no-cache'])
  }
  const secrets = ['/api/me/sessions', '/api/me/identities', '/api/me/export', '/auth/pending-identity', '/auth/invite']
  for (const path of [...secrets, `/api/bands/${id}/calendar/url`, `/api/bands/${id}/invites`]) {
    expect([path, await cacheControl(path)]).toEqual([path, 'no-store'])
  }
  expect((await server().newClient().get('/api/me')).headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['http://localhost:3000', true],
  ['http://192.168.1.20:3000', false],
  ['http://gaffer.lan', false],
])('with PUBLIC_URL %s the Secure attribute of cookies is %s', async (PUBLIC_URL, secure) => {
  expect(areCookiesSecure(PUBLIC_URL)).toBe(secure)
  expect(cookieNameFor(PUBLIC_URL, 'session')).toBe('gaffer_session')
})

test('a bearer token cannot be used to request another bearer token', async () => {
  const dee = await server().createUser()
  const { accessToken } = (await dee.post('/auth/token')).body
  const bearer = { authorization: `Bearer ${accessToken}` }
  expect((await server().newClient().get('/api/me', bearer)).status).toBe(200)
  expect((await server().newClient().post('/auth/token', undefined, bearer)).status).toBe(401)
  const elsewhere = { ...bearer, 'sec-fetch-site': 'cross-site' }
  expect((await dee.post('/auth/token', undefined, elsewhere)).status).toBe(403)
})
