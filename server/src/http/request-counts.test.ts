// One limit for all servers: what a caller asked of one counts at the other, and those who ask little are not spoken of.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PubSub } from '#platform/pubsub.ts'
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
  third.deps.pubsub.topic<Told>('request counts').subscribe((count) => void told.push(count))
})
afterAll(async () => {
  for (const world of [third, ...servers.toReversed()]) await world?.stop()
})

/** Asks the servers in turns until one of them refuses; how many answers there were before, and the refusal. */
async function askUntilRefused(path: string, headers: Record<string, string> = {}, most = 1000) {
  for (let asked = 0; asked < most; asked += 1) {
    const server = servers[asked % servers.length] as World
    const answer = await new Caller(server.url).get(path, headers)
    if (answer.status === 429) return { answered: asked, refusal: answer }
    await allHear(server, [...servers, third])
  }
  throw new Error(`Nobody refused ${most} requests for ${path}`)
}

const secondsLeft = ({ headers }: Answer) => Number(headers.get('retry-after'))

test('ten looks at invitations a minute are ten, whichever server is asked', async () => {
  const { answered } = await askUntilRefused('/api/invites/none', {}, 20)
  expect(answered).toBeGreaterThanOrEqual(10)
  expect(answered).toBeLessThanOrEqual(12)
  // What is allowed more often is counted apart.
  expect((await servers[0]?.stranger().get('/api/settings'))?.status).toBe(200)
})

test('a signed-out address is refused by both at last, for the rest of one and the same minute', async () => {
  const { answered, refusal } = await askUntilRefused('/api/settings')
  // Each may keep a tenth to itself; one request of the test above has been counted.
  expect(answered).toBeGreaterThanOrEqual(119)
  expect(answered).toBeLessThanOrEqual(120 + 24)
  const askBoth = () => Promise.all(servers.map(({ url }) => new Caller(url).get('/api/settings')))
  await expect.poll(async () => (await askBoth()).map(({ status }) => status)).toEqual([429, 429])
  const apart = (await askBoth()).map((answer) => Math.abs(secondsLeft(answer) - secondsLeft(refusal)))
  for (const seconds of apart) expect(seconds).toBeLessThanOrEqual(2)
})

test('who asks little is not told of, who asks much ten times a minute, and nobody by name', async () => {
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

/** Counts by themselves, and a way to tell them what another server would. */
function alone() {
  let ear: (count: Told) => void = () => undefined
  const topic = { publish: () => undefined, subscribe: (one: typeof ear) => void (ear = one) }
  const counts = countRequests({ topic: () => topic } as unknown as PubSub, (name) => name)
  return { counts, hear: (told: Told) => ear(told) }
}

test('the minute that began first ends everywhere, and what was counted in it is gone', async () => {
  const { counts, hear } = alone()
  counts.count('dee', 3)
  hear({ server: 'another', caller: '\ndee', count: 2, leftMs: 500 })
  expect(counts.isUsedUp('dee', 3)).toBe(true)
  await sleep(550)
  expect(counts.isUsedUp('dee', 3)).toBe(false)
})

test('however many ask, five thousand are remembered, and who has not asked for the longest time is not', () => {
  const { counts } = alone()
  for (let one = 0; one < 5000; one += 1) counts.count(`caller ${one}`, 1)
  counts.count('caller 0', 1)
  counts.count('one more', 1)
  const known = ['caller 0', 'caller 1', 'caller 2', 'one more'].map((name) => counts.isUsedUp(name, 1))
  expect(known).toEqual([true, false, true, true])
})
