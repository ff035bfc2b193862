// A made-up session is nobody's: whoever makes them up asks as their address does, and nobody else pays for it.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Caller } from '#testing/caller.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

const from = (address: string) => ({ 'x-forwarded-for': address })
const madeUp = () => new Caller(world().url, { gaffer_session: randomBytes(32).toString('base64url') })

/** How many of the requests were answered before one was refused for being too many. */
async function askUntilRefused(ask: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let asked = 0; asked < most; asked += 1) if ((await ask()).status === 429) return asked
  return most
}

test.each([
  ['one that a gate refuses', '/api/me', '192.0.2.1', 401],
  ['one where nobody looks at it', '/api/settings', '192.0.2.2', 200],
])('another made-up session each time gets no more than an address may: %s', async (_, path, address, otherwise) => {
  expect(await askUntilRefused(() => madeUp().get(path, from(address)))).toBe(120)
  const answers = await Promise.all([address, '192.0.2.9'].map((one) => madeUp().get(path, from(one))))
  expect(answers.map(({ status }) => status)).toEqual([429, otherwise])
})

test('the same made-up session again and again gets no more either', async () => {
  const caller = madeUp()
  expect(await askUntilRefused(() => caller.get('/api/me', from('192.0.2.3')))).toBe(120)
})

test('a member is not kept waiting by who makes up sessions beside them, whatever they ask', async () => {
  const address = from('192.0.2.4')
  const dee = await world().person()
  expect((await dee.get('/api/me', address)).status).toBe(200)
  await askUntilRefused(() => madeUp().get('/api/me', address))
  for (const path of ['/api/me', '/api/settings', '/api/me']) {
    expect([path, (await dee.get(path, address)).status]).toEqual([path, 200])
  }
})

test('a crowd that comes back at once from one address, to a server that knows none of them, is let in', async () => {
  const people = await Promise.all(Array.from({ length: 130 }, () => world().person()))
  const another = await world().another()
  const cookies = people.map((person) => Object.fromEntries(person.cookies))
  const answers = await Promise.all(
    cookies.map((own) => new Caller(another.url, own).get('/api/me', from('192.0.2.5'))),
  )
  await another.stop()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a member who comes in where others have used up what they may ask signed out is let in', async () => {
  const address = from('192.0.2.7')
  const dee = await world().person()
  const another = await world().another()
  expect(await askUntilRefused(() => new Caller(another.url).get('/api/settings', address))).toBe(120)
  const { status } = await new Caller(another.url, Object.fromEntries(dee.cookies)).get('/api/me', address)
  await another.stop()
  expect(status).toBe(200)
})

test('a session that has ended is one that never was', async () => {
  const address = from('192.0.2.6')
  const dee = await world().person()
  const dead = new Caller(world().url, Object.fromEntries(dee.cookies))
  expect((await dead.get('/api/me', address)).status).toBe(200)
  await dee.post('/auth/logout', undefined, address)
  expect(await askUntilRefused(() => dead.get('/api/me', address))).toBeLessThanOrEqual(120)
})
