// Two servers share one database.

import { inject, expect, test, beforeAll, afterAll } from 'vitest'
import { messageBudgets } from '#features/messages/budget.ts'
import { readConfig } from './config.ts'
import { inviteFirstFounder } from '#features/invitations/founder.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { startGaffer } from './start.ts'
import { readMigrations } from '#platform/db/migrate.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import { TestClient } from '#testing/test-client.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { codeIn, readTextsTo, toWrongCode } from '#testing/sms.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { nextTestPhone, useTestServer, type TestServer } from '#testing/test-server.ts'

const server = useTestServer()
let other: TestServer
beforeAll(async () => {
  other = await server().startAnother()
})
afterAll(async () => {
  await other?.stop()
})

/** The same cookies on the other server. */
const onOtherServer = (caller: TestClient) => new TestClient(other.url, Object.fromEntries(caller.cookies))
/** Each server has its own fake provider, and either may run the job. */
const textsTo = async (phone: string) =>
  (await Promise.all([server(), other].map(({ url }) => readTextsTo(new TestClient(url), phone)))).flat()

test('two servers that start in parallel on an empty database apply each migration once and share one founder invitation', async () => {
  const { address, drop } = await cloneDatabase(inject('database'), 'template0')
  const config = readConfig({ ...testKeyEnvironment, LOG_LEVEL: 'silent' })
  const started = await Promise.all([
    startGaffer(config, { database: address }),
    startGaffer(config, { database: address }),
  ])
  const [{ services }] = started
  const rows = await services.db<{ name: string }[]>`select name from migrations order by name`
  expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
  const links = await Promise.all(started.map((gaffer) => inviteFirstFounder(gaffer.services)))
  expect(links).not.toContain(null)
  expect(await services.db`select from invitations where revoked_at is null`).toHaveLength(1)
  for (const gaffer of started) await gaffer.stop()
  await drop()
}, 60_000)

test('a session that began on one server is valid on a second server, and a sign-out on the first server ends the session on both', async () => {
  const dee = await server().createUser()
  const { accessToken } = (await dee.post('/auth/token')).body
  const bearer = { authorization: `Bearer ${accessToken}` }
  expect((await onOtherServer(dee).get('/api/me')).body.user.id).toBe(dee.user.id)
  expect((await new TestClient(other.url).get('/api/me', bearer)).status).toBe(200)
  const there = onOtherServer(dee)
  expect((await dee.post('/auth/logout')).status).toBe(204)
  expect([(await there.get('/api/me')).status, (await there.get('/api/me', bearer)).status]).toEqual([401, 401])
})

test('code requests and wrong codes on two servers count towards the same limits', async () => {
  const { user } = await server().createUser()
  const browser = server().newClient()
  expect((await browser.post('/auth/phone/send-code', { phone: user.phone })).status).toBe(202)
  const refused = await onOtherServer(browser).post('/auth/phone/send-code', { phone: user.phone })
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  await expect.poll(() => textsTo(user.phone)).toHaveLength(1)
  const code = codeIn((await textsTo(user.phone))[0] as string)
  const there = onOtherServer(browser)
  for (let guess = 0; guess < 5; guess += 1) {
    const body = { phone: user.phone, code: toWrongCode(code) }
    expect((await (guess % 2 ? there : browser).post('/auth/phone/verify-code', body)).status).toBe(401)
  }
  for (const caller of [browser, there]) {
    expect((await caller.post('/auth/phone/verify-code', { phone: user.phone, code })).status).toBe(401)
  }
})

test('a band that sends 30 invitation texts through two servers at once gets 10 sent and 20 refused', async () => {
  const dee = await server().createUser()
  const { id } = await createTestBand(dee)
  const there = onOtherServer(dee)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, one) =>
      (one % 2 ? there : dee).post(`/api/bands/${id}/invites/phone`, { phone: nextTestPhone() }),
    ),
  )
  const invitationTextsPerHour = messageBudgets.ofBand.invitationTexts[0]!.maxMessages
  const statuses = [...Array(invitationTextsPerHour).fill(201), ...Array(30 - invitationTextsPerHour).fill(429)]
  expect(answers.map(({ status }) => status).toSorted()).toEqual(statuses)
  const rows = await server().services.db`select from outgoing_messages where band_id = ${id}`
  expect(rows).toHaveLength(invitationTextsPerHour)
})

test('parallel requests to two servers with the same idempotency key create one event', async () => {
  const dee = await server().createUser()
  const { id } = await createTestBand(dee)
  const practice = { type: 'practice', date: '2027-03-05', startTime: '19:00', location: 'Unit 4' }
  const key = { 'idempotency-key': 'one' }
  const there = onOtherServer(dee)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, one) => (one % 2 ? there : dee).post(`/api/bands/${id}/events`, practice, key)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await server().services.db`select from events where band_id = ${id}`).toHaveLength(1)
})

test('pictures, ETags and feed URLs of one server are valid on another server', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee, { avatarUrl: await createPortraitDataUrl() })
  const there = onOtherServer(dee)
  expect((await there.get(band.avatarUrl as string)).headers.get('content-type')).toBe('image/webp')
  const calendar = `/api/bands/${band.id}/calendar?startDate=2027-03-01&endDate=2027-03-31`
  const etag = (await dee.get(calendar)).headers.get('etag') as string
  expect((await there.get(calendar, { 'if-none-match': etag })).status).toBe(304)
  const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
  expect((await there.get(new URL(urls.full).pathname)).status).toBe(200)
})

test('a member who is removed on one server gets 404 for the band on another server at once', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const { id } = await createTestBand(dee)
  const member = await joinBand(dee, id, kit)
  const there = onOtherServer(kit)
  expect((await there.get(`/api/bands/${id}`)).status).toBe(200)
  expect((await dee.delete(`/api/bands/${id}/members/${member.id}`)).status).toBe(204)
  expect((await there.get(`/api/bands/${id}`)).status).toBe(404)
})

test('each of 60 jobs runs once on one of two servers, and each server runs some of the jobs', async () => {
  const trial: QueueDefinition<{ number: number }> = { name: 'shared-trial' }
  const done: Record<string, number[]> = { here: [], there: [] }
  await server().services.jobs.work(trial, async ({ number }) => void done['here']?.push(number))
  await other.services.jobs.work(trial, async ({ number }) => void done['there']?.push(number))
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  await Promise.all(
    numbers.map((number) => {
      const { db, jobs } = (number % 2 ? server() : other).services
      return jobs.add(db, trial, { number })
    }),
  )
  const all = () => Object.values(done).flat()
  await expect.poll(() => all().length).toBe(60)
  expect(all().toSorted((a, b) => a - b)).toEqual(numbers)
  expect([done['here']?.length, done['there']?.length]).not.toContain(0)
})
