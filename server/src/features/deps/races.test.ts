// Concurrent answers, withdrawals, cancellations and timers: one dep plays, and no text says otherwise.

import { beforeEach, expect, test } from 'vitest'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import { listColumnMatches } from '#testing/columns.ts'
import {
  createTestDep,
  askDeps,
  waitForDepLinkPath,
  findOnlyDepRequest,
  readDepLinkState,
  readDepStatusLine,
  readDepTexts,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { advanceQueuedDepRequests } from './advance-dep-requests.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, anybody: TestClient
let band: string, gig: CalendarEntry, path: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  anybody = server().newClient()
  band = (await createTestBand(ros)).id
  gig = await createTestGig(ros, band)
  path = `/api/bands/${band}/events/${gig.id}`
})

async function createDeps(count: number): Promise<TestDep[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => createTestDep(ros, band, { name: `Dep ${at}` })))
}
const sayYes = (link: string) => anybody.post(link, { answer: 'yes' })
const outcomeOf = ({ status, body }: TestResponse) => (status === 200 ? body.state : body.code)
/** Moves every ask so far into the past that its waiting time is over. */
async function endWaits(): Promise<void> {
  await server().services.db`update dep_asks set asked_at = asked_at - interval '5 hours' where asked_at is not null`
}
const advance = () => advanceQueuedDepRequests(server().services, { bandId: band, eventId: gig.id })

test('of twenty parallel Yes answers from ten deps those of one dep are accepted, and the answers of the other deps get 409 "covered"', async () => {
  const all = await createDeps(10)
  await askDeps(ros, path, all, { mode: 'all' })
  const links = await Promise.all(all.map((dep) => waitForDepLinkPath(ros, dep)))
  const outcomes = (await Promise.all([...links, ...links].map(sayYes))).map(outcomeOf)
  expect(outcomes.filter((one) => one === 'yes')).toHaveLength(2)
  expect(outcomes.filter((one) => one === 'covered')).toHaveLength(18)
  const winner = outcomes.indexOf('yes')
  expect(outcomes[winner + 10]).toBe('yes')
  const { status, filledBy } = await findOnlyDepRequest(ros, path)
  expect([status, filledBy]).toEqual(['filled', all[winner]!.id])
  expect((await ros.get(path)).body.deps).toEqual([{ name: `Dep ${winner}`, instrument: 'drums' }])
  const states = await Promise.all(links.map((link) => readDepLinkState(anybody, link)))
  expect(states).toEqual(all.map((_, at) => (at === winner ? 'yes' : 'covered')))
  for (const dep of all) expect(await readDepTexts(ros, dep)).toHaveLength(1)
}, 20_000)

test.each([1, 2, 3, 4])(
  'after a Yes parallel to the withdrawal of the request, the gig has no dep, and the dep’s last text says that they are not needed (run %i)',
  async () => {
    const [tom] = await createDeps(1)
    await askDeps(ros, path, [tom!])
    const link = await waitForDepLinkPath(ros, tom!)
    const { id } = await findOnlyDepRequest(ros, path)
    const [answer, withdrawal] = await Promise.all([sayYes(link), ros.delete(`${path}/dep-requests/${id}`)])
    expect(withdrawal.status).toBe(204)
    expect((await ros.get(path)).body.deps).toEqual([])
    const wasFirst = answer.status === 200
    expect(wasFirst ? 'yes' : answer.body.code).toBe(wasFirst ? 'yes' : 'conflict')
    expect(await readDepLinkState(anybody, link)).toBe(wasFirst ? 'released' : 'withdrawn')
    const last = wasFirst ? /no longer needed/ : /no dep is needed/
    await expect.poll(async () => (await readDepTexts(ros, tom!)).at(-1)).toMatch(last)
    expect(await readDepTexts(ros, tom!)).toHaveLength(2)
  },
)

test.each([1, 2, 3, 4])(
  'after a Yes parallel to the cancellation of the gig, the dep gets one text that the gig is cancelled (run %i)',
  async () => {
    const [tom] = await createDeps(1)
    await askDeps(ros, path, [tom!])
    const link = await waitForDepLinkPath(ros, tom!)
    const [answer, cancelled] = await Promise.all([sayYes(link), ros.patch(path, { status: 'cancelled' })])
    expect(cancelled.status).toBe(200)
    expect(['yes', 'conflict']).toContain(outcomeOf(answer))
    expect(await readDepLinkState(anybody, link)).toBe('cancelled')
    await expect.poll(async () => (await readDepTexts(ros, tom!)).at(-1)).toMatch(/is cancelled/)
    expect(await readDepTexts(ros, tom!)).toHaveLength(2)
  },
)

test.each([1, 2, 3, 4])(
  'a late Yes of the first dep parallel to the timer that asks the next dep is accepted (run %i)',
  async () => {
    const [tom, ann] = await createDeps(2)
    await askDeps(ros, path, [tom!, ann!])
    const link = await waitForDepLinkPath(ros, tom!)
    await endWaits()
    const [answer] = await Promise.all([sayYes(link), advance(), advance()])
    expect(outcomeOf(answer)).toBe('yes')
    await advance()
    expect(['filled yes covered', 'filled yes waiting']).toContain(await readDepStatusLine(ros, path))
    // The second dep is covered if they were texted before the Yes, and is still waiting otherwise.
    const texts = await readDepTexts(ros, ann!)
    expect(await readDepStatusLine(ros, path)).toBe(texts.length === 1 ? 'filled yes covered' : 'filled yes waiting')
  },
)

test('timers that fire late, early and in parallel ask each dep once and in order', async () => {
  const all = await createDeps(3)
  await askDeps(ros, path, all)
  for (const dep of all) {
    await Promise.all(Array.from({ length: 5 }, advance))
    await waitForDepLinkPath(ros, dep)
    await endWaits()
  }
  await Promise.all(Array.from({ length: 5 }, advance))
  expect(await readDepStatusLine(ros, path)).toBe('exhausted expired expired expired')
  for (const dep of all) expect(await readDepTexts(ros, dep)).toHaveLength(1)
})

test('of two parallel dep requests with the same dep one succeeds and the other gets 409', async () => {
  const all = await createDeps(1)
  const answers = await Promise.all([askDeps(ros, path, all), askDeps(ros, path, all)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('a dep who deletes themselves while another dep is texted remains in no dep book or gig, and their number only in the log of sent texts', async () => {
  const [tom, ann] = await createDeps(2)
  await askDeps(ros, path, [tom!, ann!])
  const link = await waitForDepLinkPath(ros, tom!)
  await sayYes(link)
  const [deleted] = await Promise.all([anybody.delete(link), advance()])
  expect(deleted.status).toBe(204)
  expect((await anybody.get(link)).status).toBe(404)
  expect((await ros.get(path)).body.deps).toEqual([])
  expect((await ros.get(`/api/bands/${band}/deps`)).body).toMatchObject([{ name: 'Dep 1' }])
  await waitForDepLinkPath(ros, ann!)
  expect(await readDepStatusLine(ros, path)).toBe('open asked')
  const places = await listColumnMatches(server(), [tom!.phone.slice(3)])
  expect(new Set(places)).toEqual(new Set([`public.outgoing_messages.recipient: ${tom!.phone}`]))
  const { db } = server().services
  expect(await db`select from outgoing_messages where recipient = ${tom!.phone} and claimed_at is null`).toEqual([])
})
