// Invalid session cookies count for the IP address and never for a live session.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

const from = (address: string) => ({ 'x-forwarded-for': address })
const newInvalidClient = () => new TestClient(server().url, { gaffer_session: randomBytes(32).toString('base64url') })

/** Number of requests answered before the first 429. */
async function askUntilRefused(ask: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let asked = 0; asked < most; asked += 1) if ((await ask()).status === 429) return asked
  return most
}

test.each([
  ['on a route that requires a session', '/api/me', '192.0.2.1', 401],
  ['on a public route', '/api/settings', '192.0.2.2', 200],
])(
  'requests with different invalid session cookies are limited to 120 a minute per IP address, %s',
  async (_, path, address, otherwise) => {
    expect(await askUntilRefused(() => newInvalidClient().get(path, from(address)))).toBe(120)
    const answers = await Promise.all([address, '192.0.2.9'].map((one) => newInvalidClient().get(path, from(one))))
    expect(answers.map(({ status }) => status)).toEqual([429, otherwise])
  },
)

test('repeated requests with one invalid session cookie are limited to 120 a minute per IP address', async () => {
  const caller = newInvalidClient()
  expect(await askUntilRefused(() => caller.get('/api/me', from('192.0.2.3')))).toBe(120)
})

test('invalid session cookies from the IP address of a member do not block that member', async () => {
  const address = from('192.0.2.4')
  const dee = await server().createUser()
  expect((await dee.get('/api/me', address)).status).toBe(200)
  await askUntilRefused(() => newInvalidClient().get('/api/me', address))
  for (const path of ['/api/me', '/api/settings', '/api/me']) {
    expect([path, (await dee.get(path, address)).status]).toEqual([path, 200])
  }
})

test('a newly started server answers 200 to each of 130 members behind one IP address', async () => {
  const people = await Promise.all(Array.from({ length: 130 }, () => server().createUser()))
  const another = await server().startAnother()
  const cookies = people.map((person) => Object.fromEntries(person.cookies))
  const answers = await Promise.all(
    cookies.map((own) => new TestClient(another.url, own).get('/api/me', from('192.0.2.5'))),
  )
  await another.stop()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a member is admitted from an IP address that has used up the limit for signed-out requests', async () => {
  const address = from('192.0.2.7')
  const dee = await server().createUser()
  const another = await server().startAnother()
  expect(await askUntilRefused(() => new TestClient(another.url).get('/api/settings', address))).toBe(120)
  const { status } = await new TestClient(another.url, Object.fromEntries(dee.cookies)).get('/api/me', address)
  await another.stop()
  expect(status).toBe(200)
})

test('requests with the cookie of an ended session are limited to 120 a minute per IP address', async () => {
  const address = from('192.0.2.6')
  const dee = await server().createUser()
  const dead = new TestClient(server().url, Object.fromEntries(dee.cookies))
  expect((await dead.get('/api/me', address)).status).toBe(200)
  await dee.post('/auth/logout', undefined, address)
  expect(await askUntilRefused(() => dead.get('/api/me', address))).toBe(120)
})

test('the 601st request of a session within a minute is answered with 429 and Retry-After', async () => {
  const dee = await server().createUser()
  const address = from('192.0.2.10')
  const ask = () => dee.get('/api/me', address)
  expect(await askUntilRefused(ask, 700)).toBe(600)
  const { status, headers } = await ask()
  const seconds = Number(headers.get('retry-after'))
  expect([status, seconds > 0 && seconds <= 60]).toEqual([429, true])
})

let guesses = 0
test.each([
  ['GET', `/api/invites/${'A'.repeat(43)}`],
  ['GET', `/api/answer-links/${'A'.repeat(64)}`],
  ['POST', `/api/answer-links/${'A'.repeat(64)}`],
  ['GET', `/answer/${'A'.repeat(64)}`],
  ['POST', `/answer/${'A'.repeat(64)}`],
  ['GET', `/api/dep-links/${'A'.repeat(16)}`],
  ['GET', `/api/dep-links/${'A'.repeat(16)}/charts`],
  ['POST', `/api/dep-links/${'A'.repeat(16)}`],
  ['DELETE', `/api/dep-links/${'A'.repeat(16)}`],
  ['GET', `/dep/${'A'.repeat(16)}.ics`],
  ['GET', `/api/sheets/${'A'.repeat(64)}`],
  ['GET', `/unsubscribe/${'A'.repeat(64)}`],
  ['POST', `/unsubscribe/${'A'.repeat(64)}`],
])('the 61st guess of a token from an IP address within a minute is 429 at %s %s', async (method, path) => {
  guesses += 1
  const headers = from(`192.0.2.${60 + guesses}`)
  const guess = () => server().newClient().send(method, path, undefined, headers)
  expect(await askUntilRefused(guess)).toBe(60)
})

test('requests of an IP address to one server do not count for the rate limit of another server', async () => {
  const address = from('192.0.2.11')
  const another = await server().startAnother()
  expect(await askUntilRefused(() => new TestClient(server().url).get('/api/settings', address))).toBe(120)
  const { status } = await new TestClient(another.url).get('/api/settings', address)
  await another.stop()
  expect(status).toBe(200)
})
