import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { createTestBand, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient, TestResponse } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient, band: Band, events: string

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  events = `/api/bands/${band.id}/events`
})

const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }
const away = { type: 'unavailable', date: '2027-03-05' }
const seen = { 'if-match': '"1"' }

async function countRows() {
  const [row] = await server().services.db<{ events: number; away: number }[]>`
    select (select count(*)::int from events) as events, (select count(*)::int from unavailabilities) as away`
  return row
}

test('of two parallel edits of the same event version one is stored and the other gets 412', async () => {
  for (let round = 0; round < 10; round += 1) {
    const event = await createTestPractice(dee, band.id)
    const answers = await Promise.all([
      dee.patch(`${events}/${event.id}`, { title: 'Dee', notes: 'Dee' }, seen),
      kit.patch(`${events}/${event.id}`, { title: 'Kit', notes: 'Kit' }, seen),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const { title, notes, version } = answers.find(({ status }) => status === 200)!.body
    expect([notes, version]).toEqual([title, 2])
  }
})

test('an edit that waits for the removal of the member who sent it gets 404 and does not change the event', async () => {
  const mags = await server().createUser({ firstName: 'Mags' })
  const { id: membershipId } = await joinBand(dee, band.id, mags)
  const event = await createTestPractice(dee, band.id)
  const { db } = server().services
  // A job that settles notices may wait for the membership too.
  const waiting = () => db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'select access from memberships%'`
  let edit: Promise<TestResponse> | undefined
  await db.transaction(async (tx) => {
    await tx`delete from memberships where id = ${membershipId}`
    edit = mags.patch(`${events}/${event.id}`, { title: 'Mags' })
    await expect.poll(waiting).toHaveLength(1)
  })
  expect((await edit)?.status).toBe(404)
  expect((await dee.get(`${events}/${event.id}`)).body.title).toBe(event.title)
})

test('of a parallel edit and delete of the same event version one succeeds, and the other gets 412 or 404', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createTestPractice(dee, band.id)
    const [patched, deleted] = await Promise.all([
      dee.patch(`${events}/${id}`, { title: 'Dee' }, seen),
      kit.delete(`${events}/${id}`, seen),
    ])
    expect([
      [200, 412],
      [404, 204],
    ]).toContainEqual([patched.status, deleted.status])
  }
})

test('parallel edits of different fields without If-Match are all kept', async () => {
  const { id } = await createTestDaysAway(dee, band.id)
  await Promise.all([
    dee.patch(`${events}/${id}`, { title: 'Wales' }),
    dee.patch(`${events}/${id}`, { notes: 'No signal' }),
    dee.patch(`/api/me/events/${id}`, { date: '2027-03-01' }),
  ])
  const { body } = await dee.get(`${events}?startDate=2027-03-01&endDate=2027-03-01`)
  expect(body).toMatchObject([{ id, title: 'Wales', notes: 'No signal', date: '2027-03-01', version: 4 }])
})

test.each([
  ['a band event', practice, () => events],
  ['days away', away, () => events],
  ['days away in /api/me/events', away, () => '/api/me/events'],
])(
  'ten parallel requests with the same idempotency key create %s once, another body with the key gets 422, and another user can use the key',
  async (name, body, path) => {
    const before = await countRows()
    const key = { 'idempotency-key': `double click on ${name}` }
    const answers = await Promise.all(Array.from({ length: 10 }, () => dee.post(path(), body, key)))
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(answers.map(() => [201, answers[0]?.text]))
    const after = await countRows()
    expect([after?.events, after?.away]).toEqual(
      body === practice ? [before!.events + 1, before!.away] : [before!.events, before!.away + 1],
    )
    const other = await dee.post(path(), { ...body, title: 'Something else' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    const kits = await kit.post(path(), body, key)
    expect([kits.status, kits.body.id === answers[0]?.body.id]).toEqual([201, false])
  },
)

test('a retry with the fields in another order returns the first response for the same idempotency key', async () => {
  const key = { 'idempotency-key': 'a retry that wrote its fields anew' }
  const first = await dee.post(events, practice, key)
  const { type, ...rest } = practice
  const again = await dee.post(events, { notes: null, ...rest, type }, key)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
})

test('the idempotency key of a refused request to create an event can be used for another request', async () => {
  const key = { 'idempotency-key': 'a key whose first body was refused' }
  expect((await dee.post(events, { ...practice, type: 'festival', venue: 'A field' }, key)).status).toBe(400)
  expect((await dee.post(events, practice, key)).status).toBe(201)
})

test.each([
  ['a band event', practice],
  ['days away', away],
])('%s created while its author is being removed is refused with 404 and not stored', async (_, body) => {
  const guest = await server().createUser()
  const membership = await joinBand(dee, band.id, guest)
  const before = await countRows()
  let answer: ReturnType<TestClient['post']> | undefined
  await server().services.db.transaction(async (tx) => {
    await tx`delete from memberships where id = ${membership.id}`
    answer = guest.post(events, body)
    // Time for the request to pass the guard, which still sees the membership, and to wait for the lock.
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
  expect(await countRows()).toEqual(before)
  expect((await guest.post(events, body)).status).toBe(404)
})

test('an edit of days away in a band that their owner is being removed from gets 404 and changes nothing', async () => {
  const guest = await server().createUser()
  const membership = await joinBand(dee, band.id, guest)
  await createTestBand(guest)
  const { id } = await createTestDaysAway(guest, band.id, { notes: 'Wales' })
  let answer: ReturnType<TestClient['patch']> | undefined
  await server().services.db.transaction(async (tx) => {
    await tx`update unavailabilities set band_id = null, version = version + 1 where id = ${id}`
    await tx`delete from memberships where id = ${membership.id}`
    answer = guest.patch(`${events}/${id}`, { notes: 'Cornwall' })
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
  const { body } = await guest.get('/api/me/events?startDate=2027-03-10&endDate=2027-03-10')
  expect(body).toMatchObject([{ id, notes: 'Wales' }])
})

test('restoring an event that is not deleted does not wait for the lock that serialises the inserts of its band', async () => {
  const event = await createTestPractice(dee, band.id)
  await server().services.db.transaction(async (tx) => {
    await acquireAdvisoryLocks(tx, band.id)
    expect((await kit.post(`${events}/${event.id}/restore`)).status).toBe(200)
  })
})

test('two parallel restores of a deleted event both return 200 with the event in version 3', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createTestPractice(dee, band.id)
    await dee.delete(`${events}/${id}`)
    const answers = await Promise.all([dee, kit].map((member) => member.post(`${events}/${id}/restore`)))
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 3],
      [200, 3],
    ])
  }
})
