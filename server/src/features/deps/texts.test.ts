// Texts to deps: faults of the provider, quiet hours, budgets, and timers as stored jobs.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { inTransaction } from '#platform/db/connection.ts'
import { ProviderError, type ProviderFailure } from '#providers/provider-error.ts'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import { listColumnMatches } from '#testing/columns.ts'
import {
  createTestDep,
  askDeps,
  expectDepTexts,
  waitForDepLinkPath,
  findOnlyDepRequest,
  readDepStatusLine,
  readDepTexts,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment, createQuietHoursAroundNow, waitUntilDueNoticesStored } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)
let ros: TestClient
let band: string, gig: CalendarEntry, path: string
let tom: TestDep, ann: TestDep

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  band = (await createTestBand(ros)).id
  gig = await createTestGig(ros, band)
  path = `/api/bands/${band}/events/${gig.id}`
  tom = await createTestDep(ros, band)
  ann = await createTestDep(ros, band, { name: 'Ann' })
})

const provider = () => server().services.sms
let restore = () => {}
afterEach(() => restore())

/** Changes the server's settings until the test ends. */
function configure(settings: object): void {
  const { config } = server().services
  const before = { ...config }
  Object.assign(config, settings)
  restore = () => void Object.assign(config, before)
}

/** Makes the first `times` texts to the dep fail. The returned function counts the attempts so far. */
function failTexts({ phone }: TestDep, failure: ProviderFailure, times: number): () => number {
  const { services } = server()
  const real = provider()
  let attempts = 0
  services.sms = {
    send: async (message) => {
      if (message.to !== phone) return real.send(message)
      attempts += 1
      if (attempts <= times)
        throw new ProviderError({ service: 'sms', failure, reference: message.reference, detail: 'test' })
      return real.send(message)
    },
  }
  restore = () => void (services.sms = real)
  return () => attempts
}

const dueJobs = `update jobs.job set start_after = now() where name = 'advance-deps' and state = 'created'`
test.each(['busy', 'unreachable'] as const)(
  'a dep is texted once after an SMS provider that is %s recovers',
  async (failure) => {
    const attempts = failTexts(tom, failure, 1)
    await askDeps(ros, path, [tom, ann])
    await waitForDepLinkPath(ros, tom)
    expect(attempts()).toBe(2)
    expect(await readDepStatusLine(ros, path)).toBe('open asked waiting')
    expect(await readDepTexts(ros, tom)).toHaveLength(1)
  },
)

test('a dep text that could not be sent is released for another attempt only under the lock of its event', async () => {
  const { db } = server().services
  const isClaimed = async () => {
    const [text] =
      await db`select claimed_at is not null as "isIt" from outgoing_messages where recipient = ${tom.phone}`
    return text?.['isIt']
  }
  const attempts = failTexts(tom, 'busy', 1)
  await inTransaction(db, async (tx) => {
    // The transaction is idle until a worker takes the job, which may take longer than the timeout.
    await tx`set local idle_in_transaction_session_timeout = 0`
    await askDeps(ros, path, [tom])
    const provider = server().services.sms
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    server().services.sms = {
      send: async (message) => {
        await tx`select from events where id = ${gig.id} for update`
        lock()
        return provider.send(message)
      },
    }
    await isLocked
    await expect.poll(attempts).toBe(1)
    await sleep(300)
    expect(await isClaimed()).toBe(true)
    server().services.sms = provider
  })
  await waitForDepLinkPath(ros, tom)
  expect(attempts()).toBe(2)
})

test("a dep text whose job no longer exists is queued again, and the dep's waiting time begins when the text is sent", async () => {
  // Several failures: on a busy machine the job is retried before the test sees the first failure.
  const attempts = failTexts(tom, 'busy', 3)
  await askDeps(ros, path, [tom, ann])
  await expect.poll(attempts).toBeGreaterThanOrEqual(1)
  const { db } = server().services
  await db`delete from jobs.job where name = 'send-text' and state <> 'completed'`
  // In one transaction, because the settler, which makes the notices of the new gig, may run the timer in between.
  await db.transaction(async (tx) => {
    await tx`update outgoing_messages set due_at = ${ago({ minutes: 6 })} where recipient = ${tom.phone}`
    await tx`update dep_asks set asked_at = ${ago({ hours: 5 })} where asked_at is not null`
    await tx.query(dueJobs)
  })
  await waitForDepLinkPath(ros, tom)
  expect(await readDepStatusLine(ros, path)).toBe('open asked waiting')
})

test('a dep whose number the provider refuses is skipped, and the next dep is asked', async () => {
  failTexts(tom, 'refused', 1)
  await askDeps(ros, path, [tom, ann])
  await waitForDepLinkPath(ros, ann)
  expect(await readDepStatusLine(ros, path)).toBe('open expired asked')
  await ros.patch(path, { status: 'cancelled' })
  await expect.poll(async () => (await readDepTexts(ros, ann)).length).toBe(2)
  expect(await readDepTexts(ros, tom)).toEqual([])
})

test('a dep text that may have been sent is not sent again', async () => {
  const attempts = failTexts(tom, 'ambiguous', 1)
  await askDeps(ros, path, [tom, ann])
  await expect.poll(attempts).toBe(1)
  const { db } = server().services
  await db.query(dueJobs)
  const jobsToRun = () => db`
    select from jobs.job where name in ('send-text', 'advance-deps') and state < 'completed' and start_after <= now()`
  await expect.poll(async () => (await jobsToRun()).length).toBe(0)
  expect(await readDepStatusLine(ros, path)).toBe('open asked waiting')
  expect(attempts()).toBe(1)
})

test('a dep request withdrawn during a failing attempt to send its text sends no text', async () => {
  failTexts(tom, 'busy', 1)
  const { services } = server()
  const { sms, jobs } = services
  services.sms = {
    send: async (message) => {
      // Postpones the text about the withdrawal until this attempt has failed: during it, the first text counts as possibly sent.
      services.jobs = { ...jobs, addAll: (tx, kind, added) => jobs.addAll(tx, kind, added.map(later)) }
      const { id } = await findOnlyDepRequest(ros, path)
      await ros.delete(`${path}/dep-requests/${id}`)
      services.jobs = jobs
      return sms.send(message)
    },
  }
  const later = <Added extends { startAfter: Date }>(job: Added) => ({
    ...job,
    startAfter: new Date(job.startAfter.getTime() + 2_000),
  })
  await askDeps(ros, path, [tom])
  const { db } = services
  await expect.poll(() => readDepStatusLine(ros, path)).toBe('withdrawn waiting')
  await expect.poll(async () => (await db`select from outgoing_messages where recipient = ${tom.phone}`).length).toBe(0)
  expect(await readDepTexts(ros, tom)).toEqual([])
})

test('a dep request withdrawn before its text is sent sends no text', async () => {
  failTexts(tom, 'busy', 1)
  await askDeps(ros, path, [tom])
  await ros.delete(`${path}/dep-requests/${(await findOnlyDepRequest(ros, path)).id}`)
  const { db } = server().services
  await expect.poll(() => db`select from outgoing_messages where recipient = ${tom.phone}`).toEqual([])
  expect(await readDepStatusLine(ros, path)).toBe('withdrawn waiting')
  expect(await readDepTexts(ros, tom)).toEqual([])
})

test('a dep request made in quiet hours texts the first dep at the end of the quiet hours, or at once if the gig is within 24 hours', async () => {
  configure({ quietHours: createQuietHoursAroundNow() })
  const { body } = await askDeps(ros, path, [tom])
  expect(body).toMatchObject({ status: 'open', asks: [{ status: 'waiting' }] })
  const [timer] = await server().services.db<{ seconds: number }[]>`
    select extract(epoch from start_after - now())::float8 as seconds from jobs.job
    where name = 'advance-deps' and data ->> 'eventId' = ${gig.id}`
  // pg-boss gets a delay in whole seconds.
  expect(Math.abs((timer?.seconds ?? 0) - (Date.parse(body.nextAt) - testClock.now().getTime()) / 1000)).toBeLessThan(2)
  // The quiet hours of the test end in two hours, to the minute.
  const hours = (Date.parse(body.nextAt) - testClock.now().getTime()) / 3_600_000
  expect([hours > 1.9, hours <= 2]).toEqual([true, true])
  const { date, time: startTime } = londonWallClock(fromNow({ hours: 12 }).getTime())
  const soon = await createTestGig(ros, band, { date, startTime })
  expect((await askDeps(ros, `/api/bands/${band}/events/${soon.id}`, [ann])).body.asks).toMatchObject([
    { status: 'asked' },
  ])
  await waitForDepLinkPath(ros, ann)
  restore()
  await server().services.db.query(dueJobs)
  await waitForDepLinkPath(ros, tom)
})

test('a job in the database asks the next dep when the waiting time of the first dep is over', async () => {
  await askDeps(ros, path, [tom, ann])
  await waitForDepLinkPath(ros, tom)
  const { db } = server().services
  await db`update dep_asks set asked_at = asked_at - interval '4 hours' where asked_at is not null`
  await db.query(dueJobs)
  await waitForDepLinkPath(ros, ann)
  // A check soon after each text runs the same job. The timer of the waiting time must not fire early.
  await db.query(`${dueJobs} and start_after < now() + interval '10 minutes'`)
  await expect.poll(async () => (await findOnlyDepRequest(ros, path)).nextAt && (await timerAt())).toBeCloseTo(4, 1)

  async function timerAt(): Promise<number> {
    const [row] = await db<{ hours: number }[]>`
      select max(extract(epoch from start_after - now()) / 3600)::float8 as hours from jobs.job
      where name = 'advance-deps' and data ->> 'eventId' = ${gig.id} and state = 'created'`
    return row?.hours ?? 0
  }
})

test('a deleted dep who said Yes gets a text that they are not needed, and their number remains only in the log of sent texts', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  await server().newClient().post(link, { answer: 'yes' })
  expect((await ros.delete(`/api/bands/${band}/deps/${tom.id}`)).status).toBe(204)
  await expect.poll(async () => (await readDepTexts(ros, tom)).at(-1)).toMatch(/no longer needed/)
  expect((await server().newClient().get(link)).status).toBe(404)
  expect((await ros.get(path)).body.deps).toEqual([])
  const { db } = server().services
  const places = await listColumnMatches(server(), [tom.phone.slice(3)])
  expect(new Set(places)).toEqual(new Set([`public.outgoing_messages.recipient: ${tom.phone}`]))
  expect(await db`select from outgoing_messages where recipient = ${tom.phone} and claimed_at is null`).toHaveLength(0)
})

test('a user can ask 20 deps an hour, and a request over the limit is refused as a whole with Retry-After', async () => {
  const { db } = server().services
  const elsewhere = (await createTestBand(ros)).id
  await db`
    insert into outgoing_messages (id, way, purpose, band_id, event_id, recipient, caused_by, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'text', 'dep text', ${elsewhere}, gen_random_uuid(), '+44' || n, ${ros.user.id}, true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz
    from generate_series(1, 19) n`
  const refused = await askDeps(ros, path, [tom, ann])
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have sent a lot of texts. Please wait before asking more.',
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await ros.get(`${path}/dep-requests`)).body).toEqual([])
  expect((await askDeps(ros, path, [tom])).status).toBe(201)
})

test('a dep’s number gets at most ten texts a day from all bands, and no dep is texted once half of SMS_PER_DAY is used', async () => {
  const { db } = server().services
  const elsewhere = (await createTestBand(ros)).id
  await db`
    insert into outgoing_messages (id, way, purpose, band_id, event_id, recipient, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'text', 'dep text', b, gen_random_uuid(), ${tom.phone}, true, ${testClock.now()}::timestamptz, ${testClock.now()}::timestamptz
    from generate_series(1, 5), unnest(${[band, elsewhere]}::uuid[]) b`
  const refused = await askDeps(ros, path, [tom])
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'Tom has had a lot of texts today. Please try again tomorrow.',
  ])
  const [sent] = await db<[{ count: number }]>`
    select count(*)::int as count from outgoing_messages where way = 'text' and claimed_at > ${ago({ days: 1 })}`
  const smsLimits = { perAddressHour: Number.POSITIVE_INFINITY, perDay: 2 * sent.count }
  configure({ smsLimits })
  const usedUp = await askDeps(ros, path, [ann])
  expect(usedUp.status).toBe(429)
  expect(usedUp.body.message).toBe('Gaffer cannot send more texts today. Please call your deps instead.')
  expect(await readDepTexts(ros, ann)).toEqual([])
  smsLimits.perDay += 20
  expect((await askDeps(ros, path, [ann])).status).toBe(201)
})

test('a gig that is moved and moved back before its notices are due texts no dep', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  await server().newClient().post(link, { answer: 'yes' })
  configure({ noticeSettleSeconds: 3600 })
  await ros.patch(path, { startTime: '19:00' })
  await ros.patch(path, { startTime: '20:00' })
  restore()
  await waitUntilDueNoticesStored(server())
  await ros.patch(path, { venue: 'The Fenton' })
  await expectDepTexts(ros, tom, [
    expect.stringMatching(/can you play/),
    expect.stringMatching(/is now Fri 12 Mar, 8 PM, The Fenton/),
  ] as unknown as string[])
})
