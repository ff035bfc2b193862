// Servers share the rate-limit counts of busy callers over pub/sub.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '#channel.ts'
import { countRequests } from './request-counts.ts'
import { Caller, type Answer } from '#testing/caller.ts'
import { allHear } from '#testing/listening.ts'
import { startWorld, type World } from '#testing/world.ts'

type Told = { server: string; caller: string; count: number; leftMs: number }

let servers: World[]
let third: World
const told: Told[] = []
beforeAll(async () => {
  const first = await startWorld({ RATE_LIMIT: 'on' })
  servers = [first, await first.another()]
  third = await first.another()
  third.deps.channel.topic<Told>('request counts').hear((count) => void told.push(count))
})
afterAll(async () => {
  for (const world of [third, ...servers.toReversed()]) await world?.stop()
})

/** Sends requests to the servers in turn; returns the number before the first 429 and that response. */
async function askUntilRefused(path: string, headers: Record<string, string> = {}, most = 1000) {
  for (let asked = 0; asked < most; asked += 1) {
    const server = servers[asked % servers.length] as World
    const answer = await new Caller(server.url).get(path, headers)
    if (answer.status === 429) return { answered: asked, refusal: answer }
    await allHear(server, [...servers, third])
  }
  throw new Error(`No 429 after ${most} requests for ${path}`)
}

const secondsLeft = ({ headers }: Answer) => Number(headers.get('retry-after'))

test('the limit of ten invitation previews a minute is shared between servers, give or take two', async () => {
  const { answered } = await askUntilRefused('/api/invites/none', {}, 20)
  expect(answered).toBeGreaterThanOrEqual(10)
  expect(answered).toBeLessThanOrEqual(12)
  // The general rate limit is a separate counter.
  expect((await servers[0]?.stranger().get('/api/settings'))?.status).toBe(200)
})

test('the rate limit of an IP address is shared between servers and ends at the same time on both', async () => {
  const { answered, refusal } = await askUntilRefused('/api/settings')
  // Each server may hold back a tenth of the limit; the test above has made one request.
  expect(answered).toBeGreaterThanOrEqual(119)
  expect(answered).toBeLessThanOrEqual(120 + 24)
  const askBoth = () => Promise.all(servers.map(({ url }) => new Caller(url).get('/api/settings')))
  await expect.poll(async () => (await askBoth()).map(({ status }) => status)).toEqual([429, 429])
  const apart = (await askBoth()).map((answer) => Math.abs(secondsLeft(answer) - secondsLeft(refusal)))
  for (const seconds of apart) expect(seconds).toBeLessThanOrEqual(2)
})

test('a server publishes the count of a caller every 60 requests, with a hashed caller key', async () => {
  for (const server of servers) await allHear(server, [third])
  const dee = await (servers[0] as World).person()
  const [one, other] = servers.map(({ url }) => new Caller(url, Object.fromEntries(dee.cookies))) as [Caller, Caller]
  told.length = 0
  for (let asked = 0; asked < 700; asked += 1) await one.get('/api/me')
  await expect.poll(() => told.map(({ count }) => count)).toEqual([60, 120, 180, 240, 300, 360, 420, 480, 540, 600])
  const [first] = told
  expect(first?.leftMs).toBeLessThanOrEqual(60_000)
  expect(new Set(told.map(({ caller, server }) => `${caller} ${server}`)).size).toBe(1)
  expect(first?.caller).toMatch(/^[\w-]{43}$/)
  expect((await other.get('/api/me')).status).toBe(429)
})

/** Counters without pub/sub, and a function that simulates a message of another server. */
function alone() {
  let ear: (count: Told) => void = () => undefined
  const topic = { tell: () => undefined, hear: (one: typeof ear) => void (ear = one) }
  const counts = countRequests({ topic: () => topic } as unknown as Channel, (name) => name)
  return { counts, hear: (told: Told) => ear(told) }
}

test('a count received from another server ends with the time window of that server', async () => {
  const { counts, hear } = alone()
  counts.count('dee', 3)
  hear({ server: 'another', caller: '\ndee', count: 2, leftMs: 500 })
  expect(counts.isUsedUp('dee', 3)).toBe(true)
  await sleep(550)
  expect(counts.isUsedUp('dee', 3)).toBe(false)
})

test('the counters keep 5,000 callers and evict the least recently seen one', () => {
  const { counts } = alone()
  for (let one = 0; one < 5000; one += 1) counts.count(`caller ${one}`, 1)
  counts.count('caller 0', 1)
  counts.count('one more', 1)
  const known = ['caller 0', 'caller 1', 'caller 2', 'one more'].map((name) => counts.isUsedUp(name, 1))
  expect(known).toEqual([true, false, true, true])
})
