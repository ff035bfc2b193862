// A made-up session cookie is no way around the limit of an address, and uses up nothing of a live session.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

const from = (address: string) => ({ 'x-forwarded-for': address })
const madeUp = () => new TestClient(server().url, { gaffer_session: randomBytes(32).toString('base64url') })

/** Number of requests answered before the first 429. */
async function askUntilRefused(ask: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let asked = 0; asked < most; asked += 1) if ((await ask()).status === 429) return asked
  return most
}

test.each([
  ['on a route that requires a session', '/api/me', '192.0.2.1', 401],
  ['on a public route', '/api/settings', '192.0.2.2', 200],
])(
  'a new made-up session cookie on each request is limited like its address, %s',
  async (_, path, address, otherwise) => {
    expect(await askUntilRefused(() => madeUp().get(path, from(address)))).toBe(120)
    const answers = await Promise.all([address, '192.0.2.9'].map((one) => madeUp().get(path, from(one))))
    expect(answers.map(({ status }) => status)).toEqual([429, otherwise])
  },
)

test('one made-up session cookie sent again and again is limited like its address', async () => {
  const caller = madeUp()
  expect(await askUntilRefused(() => caller.get('/api/me', from('192.0.2.3')))).toBe(120)
})

test('made-up sessions from the address of a member use up nothing of their limit', async () => {
  const address = from('192.0.2.4')
  const dee = await server().createUser()
  expect((await dee.get('/api/me', address)).status).toBe(200)
  await askUntilRefused(() => madeUp().get('/api/me', address))
  for (const path of ['/api/me', '/api/settings', '/api/me']) {
    expect([path, (await dee.get(path, address)).status]).toEqual([path, 200])
  }
})

test('130 members who open the app from one address after a restart are all admitted', async () => {
  const people = await Promise.all(Array.from({ length: 130 }, () => server().createUser()))
  const another = await server().startAnother()
  const cookies = people.map((person) => Object.fromEntries(person.cookies))
  const answers = await Promise.all(
    cookies.map((own) => new TestClient(another.url, own).get('/api/me', from('192.0.2.5'))),
  )
  await another.stop()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a member is admitted from an address whose signed-out limit is used up', async () => {
  const address = from('192.0.2.7')
  const dee = await server().createUser()
  const another = await server().startAnother()
  expect(await askUntilRefused(() => new TestClient(another.url).get('/api/settings', address))).toBe(120)
  const { status } = await new TestClient(another.url, Object.fromEntries(dee.cookies)).get('/api/me', address)
  await another.stop()
  expect(status).toBe(200)
})

test('an ended session is limited like a made-up one', async () => {
  const address = from('192.0.2.6')
  const dee = await server().createUser()
  const dead = new TestClient(server().url, Object.fromEntries(dee.cookies))
  expect((await dead.get('/api/me', address)).status).toBe(200)
  await dee.post('/auth/logout', undefined, address)
  expect(await askUntilRefused(() => dead.get('/api/me', address))).toBeLessThanOrEqual(120)
})

test('a session gets 600 requests a minute, and its 601st a 429 with the seconds to wait', async () => {
  const dee = await server().createUser()
  const address = from('192.0.2.10')
  const ask = () => dee.get('/api/me', address)
  // Saving the profile of the test user was the first request of the session.
  expect(1 + (await askUntilRefused(ask, 700))).toBe(600)
  const { status, headers } = await ask()
  const seconds = Number(headers.get('retry-after'))
  expect([status, seconds > 0 && seconds <= 60]).toEqual([429, true])
})

test('an address may open 60 invitation links a minute', async () => {
  const token = 'A'.repeat(43)
  const open = () => server().newClient().get(`/api/invites/${token}`, from('192.0.2.60'))
  expect(await askUntilRefused(open)).toBe(60)
})

test('two servers count on their own', async () => {
  const address = from('192.0.2.11')
  const another = await server().startAnother()
  expect(await askUntilRefused(() => new TestClient(server().url).get('/api/settings', address))).toBe(120)
  const { status } = await new TestClient(another.url).get('/api/settings', address)
  await another.stop()
  expect(status).toBe(200)
})
