// Texts to deps about a change of their gig: how often a dep gets one, whose budget it counts towards, and how texts wait for a budget.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BandEvent } from '@gaffer/domain/events/event'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import {
  askDeps,
  createTestDep,
  expectDepTexts,
  passMinutesSinceDepTexts,
  readDepTexts,
  waitForDepLinkPath,
  waitUntilDepTextsSettled,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import { createSeriesTestClient, thursdayPractice } from '#testing/series.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { queueEventChange } from '#features/notices/queue-notices.ts'
import { lockDepEvent } from './request-store.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient
let band: string, gig: BandEvent, path: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  await joinBand(ros, band, kit)
  gig = await createTestGig(ros, band)
  path = `/api/bands/${band}/events/${gig.id}`
})

let restore = () => {}
afterEach(() => restore())

/** Changes the server's SMS limits until the test ends. With the fake provider there is no limit for an address by default. */
function configureSmsLimits(limits: { perDay?: number; perAddressHour?: number }): void {
  const { config } = server().services
  const before = config.smsLimits
  Object.assign(config, { smsLimits: { ...before, ...limits } })
  restore = () => void Object.assign(config, { smsLimits: before })
}

const asked = 'Ros of The Night Buses: can you play drums? public gig Fri 12 Mar, 8 PM, The Brudenell. LINK'
const movedTo = (time: string) =>
  `The Night Buses: the public gig is now Fri 12 Mar, ${time}, The Brudenell. Can you still play drums? LINK`
const cancelled = 'The Night Buses: the public gig on Fri 12 Mar, 7 PM is cancelled. Sorry!'

/** Creates `count` deps, asks all of them, and waits until each has the text. */
async function createAskedDeps(count: number, eventPath = path): Promise<TestDep[]> {
  const deps = []
  for (let at = 0; at < count; at += 1) deps.push(await createTestDep(ros, band, { name: `Dep ${at}` }))
  await askDeps(ros, eventPath, deps, { mode: 'all' })
  for (const dep of deps) await waitForDepLinkPath(ros, dep)
  // Making the notice of the new gig also checks whether its deps need a text.
  await waitUntilSettled()
  return deps
}
const waitUntilSettled = () => waitUntilDepTextsSettled(server(), band)
const moveGig = (caller: TestClient, startTime: string) => caller.patch(path, { startTime })
async function passMinutes(minutes: number): Promise<void> {
  await passMinutesSinceDepTexts(server(), minutes)
  await waitUntilSettled()
}
/** How many texts each dep got after the text that asked them. */
const followUpCounts = (deps: readonly TestDep[]) =>
  Promise.all(deps.map(async (dep) => (await readDepTexts(ros, dep)).length - 1))

/** Stores `count` texts of another band that this user or network address caused `minutesAgo`. */
async function useUpBudget(count: number, by: { userId?: string; address?: string }, minutesAgo = 1): Promise<void> {
  const elsewhere = (await createTestBand(ros)).id
  await server().services.db`
    insert into outgoing_messages (
      id, way, purpose, band_id, event_id, recipient, caused_by, network_address, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'text', 'dep text', ${elsewhere}, gen_random_uuid(), '+44' || n, ${by.userId ?? null},
      ${by.address ?? null}, true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz - make_interval(mins => ${minutesAgo})
    from generate_series(1, ${count}) n`
}

test('after nine changes of a gig’s start time in a row each dep is texted at once about the first change, and ten minutes later about the final time', async () => {
  const deps = await createAskedDeps(4)
  for (let minute = 11; minute < 20; minute += 1) {
    expect((await moveGig(kit, `19:${minute}`)).status).toBe(200)
    await waitUntilSettled()
  }
  expect(await followUpCounts(deps)).toEqual([1, 1, 1, 1])
  await passMinutes(9)
  expect(await followUpCounts(deps)).toEqual([1, 1, 1, 1])
  await passMinutes(1)
  for (const dep of deps) await expectDepTexts(ros, dep, [asked, movedTo('7:11 PM'), movedTo('7:19 PM')])
  await passMinutes(10)
  expect(await followUpCounts(deps)).toEqual([2, 2, 2, 2])
}, 30_000)

test('a gig that is moved again and then back to the time last texted to its dep sends no further text', async () => {
  const deps = await createAskedDeps(1)
  for (const startTime of ['19:00', '18:00', '19:00']) {
    await moveGig(kit, startTime)
    await waitUntilSettled()
  }
  await passMinutes(10)
  expect(await readDepTexts(ros, deps[0]!)).toEqual([asked, movedTo('7 PM')])
})

test('a cancellation soon after a move of the gig is texted to the dep ten minutes after the move, and no text is sent if the gig is confirmed again by then', async () => {
  const [dep] = await createAskedDeps(1)
  await moveGig(kit, '19:00')
  await waitUntilSettled()
  await kit.patch(path, { status: 'cancelled' })
  await waitUntilSettled()
  await kit.patch(path, { status: 'confirmed' })
  await waitUntilSettled()
  await passMinutes(10)
  await expectDepTexts(ros, dep!, [asked, movedTo('7 PM')])
  await passMinutes(10)
  await moveGig(kit, '18:00')
  await kit.patch(path, { status: 'cancelled', startTime: '19:00' })
  await waitUntilSettled()
  await passMinutes(10)
  expect((await readDepTexts(ros, dep!)).at(-1)).toBe(cancelled)
})

test('texts to deps about a moved gig count towards the message limit of the member who moved the gig, and not of the member who asked the deps', async () => {
  await createAskedDeps(3)
  await moveGig(kit, '19:00')
  await waitUntilSettled()
  const { db } = server().services
  const rows =
    await db`select caused_by as "userId", count(*)::int as count from outgoing_messages where band_id = ${band} and purpose = 'dep text' group by 1 order by 1`
  expect(rows).toEqual(
    [
      { userId: ros.user.id, count: 3 },
      { userId: kit.user.id, count: 3 },
    ].toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
  )
  const addresses =
    await db`select distinct network_address as address from outgoing_messages where band_id = ${band} and purpose = 'dep text'`
  expect(addresses).toEqual([{ address: '127.0.0.1' }])
})

test('a gig moved by a member who caused 20 messages in an hour is texted to the dep, with the gig’s time at that moment, once those messages are over an hour old', async () => {
  const [dep] = await createAskedDeps(1)
  await useUpBudget(20, { userId: kit.user.id })
  await moveGig(kit, '19:00')
  await waitUntilSettled()
  await moveGig(kit, '18:00')
  await waitUntilSettled()
  expect(await readDepTexts(ros, dep!)).toEqual([asked])
  await server().services
    .db`update outgoing_messages set counted_at = counted_at - interval '1 hour' where claimed_at is null and purpose = 'dep text'`
  await passMinutes(0)
  await expectDepTexts(ros, dep!, [asked, movedTo('6 PM')])
})

test('a dep text that waits for the message limit of one member is sent at once when another member moves the gig', async () => {
  const [dep] = await createAskedDeps(1)
  await useUpBudget(40, { userId: kit.user.id }, 90)
  await moveGig(kit, '18:00')
  await waitUntilSettled()
  expect(await readDepTexts(ros, dep!)).toEqual([asked])
  await moveGig(ros, '19:00')
  await expectDepTexts(ros, dep!, [asked, movedTo('7 PM')])
})

test('dep texts that wait for a message limit are not yet counted for the member who moved the gig or the member who asked the deps', async () => {
  await createAskedDeps(3)
  await useUpBudget(20, { userId: kit.user.id })
  await moveGig(kit, '19:00')
  await waitUntilSettled()
  const { db } = server().services
  expect(
    await db`select from outgoing_messages where band_id = ${band} and purpose = 'dep text' and claimed_at is null`,
  ).toHaveLength(3)
  const messagesCausedBy = async (userId: string) => db`select from outgoing_messages
    where caused_by = ${userId} and purpose in ('invitation', 'dep text') and counted_at > ${ago({ days: 1 })}`
  expect([(await messagesCausedBy(kit.user.id)).length, (await messagesCausedBy(ros.user.id)).length]).toEqual([20, 3])
})

test.each([
  ['20 messages an hour from the address of the change', { address: '127.0.0.1' }, { perAddressHour: 1000 }],
  ['20 texts an hour of the band', {}, {}],
  ['half of the texts of a day', {}, { perDay: 2 }],
] as const)('dep texts about a moved gig wait while this limit is used up: %s', async (name, by, smsLimits) => {
  const [dep] = await createAskedDeps(1)
  configureSmsLimits(smsLimits)
  if ('address' in by) await useUpBudget(20, by)
  const { db } = server().services
  if (name.endsWith('the band')) {
    await db`
      insert into outgoing_messages (id, way, purpose, band_id, event_id, recipient, is_requested, created_at, counted_at)
      select gen_random_uuid(), 'text', 'dep text', ${band}, gen_random_uuid(), '+44' || n, true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz
      from generate_series(1, 19) n`
  }
  await moveGig(kit, '19:00')
  await waitUntilSettled()
  expect(await readDepTexts(ros, dep!)).toEqual([asked])
  restore()
  await db`delete from outgoing_messages where claimed_at is null and ask_id is null and purpose = 'dep text'`
  await passMinutes(0)
  await expectDepTexts(ros, dep!, [asked, movedTo('7 PM')])
})

test('two gigs that a member moves in parallel cause no more dep texts than the message limit of the member allows', async () => {
  const other = await createTestGig(ros, band, { date: '2027-03-19' })
  const otherPath = `/api/bands/${band}/events/${other.id}`
  const deps = [...(await createAskedDeps(4)), ...(await createAskedDeps(4, otherPath))]
  await useUpBudget(17, { userId: kit.user.id })
  await Promise.all([moveGig(kit, '19:00'), kit.patch(otherPath, { startTime: '19:00' })])
  await waitUntilSettled()
  const sum = async () => (await followUpCounts(deps)).reduce((total, count) => total + count, 0)
  expect(await sum()).toBe(3)
  await server().services
    .db`update outgoing_messages set counted_at = counted_at - interval '1 hour' where purpose = 'dep text'`
  await passMinutes(0)
  expect(await sum()).toBe(8)
}, 30_000)

test('the text to a dep about a withdrawn request waits while the message limit of the owner who withdrew the request is used up', async () => {
  const [dep] = await createAskedDeps(1)
  await useUpBudget(20, { userId: ros.user.id })
  const { body } = await ros.get(`${path}/dep-requests`)
  expect((await ros.delete(`${path}/dep-requests/${body[0].id}`)).status).toBe(204)
  await waitUntilSettled()
  expect(await readDepTexts(ros, dep!)).toEqual([asked])
  await server().services
    .db`update outgoing_messages set counted_at = counted_at - interval '1 hour' where purpose = 'dep text'`
  await passMinutes(0)
  await expect.poll(async () => (await readDepTexts(ros, dep!)).at(-1)).toMatch(/no dep is needed any more/)
})

test('the text "no dep is needed any more" to a deleted dep waits while the message limit of the owner is used up', async () => {
  const [dep] = await createAskedDeps(1)
  await useUpBudget(20, { userId: ros.user.id })
  await ros.delete(`/api/bands/${band}/deps/${dep!.id}`)
  await waitUntilSettled()
  expect(await readDepTexts(ros, dep!)).toEqual([asked])
  await server().services
    .db`update outgoing_messages set counted_at = counted_at - interval '1 hour' where purpose = 'dep text'`
  await passMinutes(0)
  await expect.poll(async () => (await readDepTexts(ros, dep!)).at(-1)).toMatch(/no dep is needed any more/)
})

test('deleting a series of practices texts the dep of each date that had been changed into a gig', async () => {
  const series = createSeriesTestClient(
    () => ros,
    () => band,
  )
  const { seriesId, events } = await series.createSeries()
  const deps: TestDep[] = []
  for (const { id } of events.slice(1)) {
    const eventPath = `/api/bands/${band}/events/${id}`
    const { status } = await ros.patch(eventPath, { type: 'public_gig', venue: 'The Fenton', location: null })
    expect(status).toBe(200)
    await waitUntilSettled()
    deps.push(...(await createAskedDeps(1, eventPath)))
  }
  await kit.delete(`/api/bands/${band}/event-series/${seriesId}?from=${thursdayPractice.date}`)
  await waitUntilSettled()
  expect(await followUpCounts(deps)).toEqual([1, 1, 1])
  expect((await readDepTexts(ros, deps[2]!))[1]).toMatch(/on Thu 25 Mar, 7 PM is cancelled/)
})

test('the job that processes due notices waits for the lock on a gig before it adds texts to the deps of the gig', async () => {
  await createAskedDeps(1)
  await waitUntilSettled()
  const { db } = server().services
  const [locked, mayRelease] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async (tx) => {
    await lockDepEvent(tx, { bandId: band, eventId: gig.id })
    locked.resolve()
    await mayRelease.promise
  })
  await locked.promise
  const before = { ...gig, startTime: '19:00' }
  await queueEventChange(db, { userId: ros.user.id, bandId: band }, { kind: 'edited', before, after: gig })
  const waiting = () =>
    db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from events e%'`
  await expect.poll(waiting).toHaveLength(1)
  const unsent = () =>
    db`select from outgoing_messages where band_id = ${band} and purpose = 'dep text' and claimed_at is null`
  expect(await unsent()).toEqual([])
  mayRelease.resolve()
  await holding
  await expect.poll(waiting).toEqual([])
})
