import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { createTestBand, createTestDaysAway } from '#testing/builders.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, band: Band

beforeEach(async () => {
  dee = await server().createUser()
  band = await createTestBand(dee)
})

const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }
const away = { type: 'unavailable', date: '2027-03-05' }

async function fillWithEvents(count: number, deleted = false): Promise<void> {
  const now = testClock.now()
  const { db } = server().services
  await db`
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at, deleted_at)
    select ${band.id}, gen_random_uuid(), 'practice', '2026-01-01', '2026-01-01', false, true, ${now}, ${now},
      ${deleted ? now : null}::timestamptz
    from generate_series(1, ${count}::int)`
}

async function fillWithDaysAway(count: number, deleted = false): Promise<void> {
  const now = testClock.now()
  const { db } = server().services
  await db`
    insert into unavailabilities (user_id, id, date, last_day, created_at, updated_at, deleted_at)
    select ${dee.user.id}, gen_random_uuid(), '2026-01-01', '2026-01-01', ${now}, ${now},
      ${deleted ? now : null}::timestamptz
    from generate_series(1, ${count}::int)`
}

async function fillWithSongs(count: number): Promise<void> {
  const { db } = server().services
  await db`
    insert into songs (band_id, id, title, artist, created_at)
    select ${band.id}, gen_random_uuid(), 'Song ' || n, 'Somebody', ${testClock.now()} from generate_series(1, ${count}::int) n`
}

const cases: [string, number, string, (count: number) => Promise<void>, (n: number) => Promise<TestResponse>][] = [
  [
    'the events of one band',
    limits.eventsPerBand,
    eventMessages.bandEventsFull,
    fillWithEvents,
    () => dee.post(`/api/bands/${band.id}/events`, practice),
  ],
  [
    'the songs of one band',
    limits.songsPerBand,
    songMessages.songsFull,
    fillWithSongs,
    (n) => dee.post(`/api/bands/${band.id}/songs`, { title: `New ${n}`, artist: 'Somebody' }),
  ],
  [
    'the days away of one user added in a band',
    limits.daysAwayPerPerson,
    eventMessages.daysAwayFull,
    fillWithDaysAway,
    () => dee.post(`/api/bands/${band.id}/events`, away),
  ],
  [
    'the days away of one user added without a band',
    limits.daysAwayPerPerson,
    eventMessages.daysAwayFull,
    fillWithDaysAway,
    () => dee.post('/api/me/events', away),
  ],
]

test.each(cases)(
  'of twelve parallel requests to create a row with room for five, seven are refused with 409: %s, at most %i',
  async (...way) => {
    const [, limit, sentence, fill, add] = way
    await fill(limit - 5)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 7 }, () => [409, { code: 'conflict', message: sentence }]),
    )
  },
)

test.each(cases)('twelve parallel requests to create a row with room for 106 succeed: %s', async (...way) => {
  const [, limit, , fill, add] = way
  // The last creates come within 100 rows of the limit, where a lock serialises them.
  await fill(limit - 106)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
})

test('adding a song with an Idempotency-Key is refused at the limit and succeeds with the same key after a deletion', async () => {
  await fillWithSongs(limits.songsPerBand)
  const song = { title: 'One more', artist: 'Somebody' }
  const key = { 'idempotency-key': 'one more song' }
  expect((await dee.post(`/api/bands/${band.id}/songs`, song, key)).status).toBe(409)
  const [first] = (await dee.get(`/api/bands/${band.id}/songs`)).body
  await dee.delete(`/api/bands/${band.id}/songs/${first.id}`)
  expect((await dee.post(`/api/bands/${band.id}/songs`, song, key)).status).toBe(201)
})

test('deleted events and deleted days away do not count towards the limits', async () => {
  await fillWithEvents(limits.eventsPerBand, true)
  await fillWithDaysAway(limits.daysAwayPerPerson, true)
  expect((await dee.post(`/api/bands/${band.id}/events`, practice)).status).toBe(201)
  expect((await createTestDaysAway(dee, band.id)).type).toBe('unavailable')
})

test('a deleted event can be restored only while its band is below the event limit', async () => {
  await fillWithEvents(limits.eventsPerBand - 1)
  const events = `/api/bands/${band.id}/events`
  const { id } = (await dee.post(events, practice)).body
  expect((await dee.delete(`${events}/${id}`)).status).toBe(204)
  const { id: replacement } = (await dee.post(events, practice)).body
  const { status, body } = await dee.post(`${events}/${id}/restore`)
  expect([status, body]).toEqual([409, { code: 'conflict', message: eventMessages.bandEventsFull }])
  expect((await dee.get(`${events}/${id}`)).status).toBe(404)
  expect((await dee.delete(`${events}/${replacement}`)).status).toBe(204)
  expect((await dee.post(`${events}/${id}/restore`)).status).toBe(200)
})

test.each(['in a band', 'without a band'])(
  'deleted days away are restored %s only while their owner is below the limit',
  async (where) => {
    const path = where === 'in a band' ? `/api/bands/${band.id}/events` : '/api/me/events'
    await fillWithDaysAway(limits.daysAwayPerPerson - 1)
    const { id } = (await dee.post(path, away)).body
    expect((await dee.delete(`${path}/${id}`)).status).toBe(204)
    const { id: replacement } = (await dee.post(path, away)).body
    const { status, body } = await dee.post(`${path}/${id}/restore`)
    expect([status, body]).toEqual([409, { code: 'conflict', message: eventMessages.daysAwayFull }])
    expect((await dee.delete(`${path}/${replacement}`)).status).toBe(204)
    expect((await dee.post(`${path}/${id}/restore`)).status).toBe(200)
  },
)

test('of ten parallel restores of events in a band with room for five, five succeed', async () => {
  const { db } = server().services
  const deleted: string[] = []
  for (let one = 0; one < 10; one += 1) {
    const { id } = (await dee.post(`/api/bands/${band.id}/events`, practice)).body
    deleted.push(id)
  }
  await db`update events set deleted_at = ${testClock.now()} where band_id = ${band.id}`
  await fillWithEvents(limits.eventsPerBand - 5)
  const answers = await Promise.all(deleted.map((id) => dee.post(`/api/bands/${band.id}/events/${id}/restore`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
})

test('a member of a band at its limits can add an event and a song to another band', async () => {
  await fillWithEvents(limits.eventsPerBand)
  await fillWithSongs(limits.songsPerBand)
  const other = await createTestBand(dee)
  expect((await dee.post(`/api/bands/${other.id}/events`, practice)).status).toBe(201)
  expect((await dee.post(`/api/bands/${other.id}/songs`, { title: 'New', artist: 'Somebody' })).status).toBe(201)
})

test('a band at its event limit still refuses a disallowed event type with the message for event types', async () => {
  await fillWithEvents(limits.eventsPerBand)
  const { status, body } = await dee.post(`/api/bands/${band.id}/events`, { ...practice, type: 'meeting' })
  expect([status, body.message]).toEqual([400, eventMessages.eventTypeNotAllowed])
})

test('of ten parallel requests for the 200th open invitation link of a band one succeeds, and another request succeeds only after a link is revoked', async () => {
  const { db } = server().services
  await db`
    insert into invitations (id, kind, token_hash, band_id, max_uses, created_at, expires_at)
    select gen_random_uuid(), 'general', sha256(n::text::bytea || ${band.id}::text::bytea), ${band.id}, 25,
      ${testClock.now()}, ${fromNow({ days: 1 })}
    from generate_series(1, ${limits.openInvitationLinks - 1}::int) n`
  const makeLink = () => dee.post(`/api/bands/${band.id}/invites/general`)
  const answers = await Promise.all(Array.from({ length: 10 }, makeLink))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  expect((await makeLink()).body).toEqual({ code: 'conflict', message: invitationMessages.openLinksTooMany })
  const [open] = (await dee.get(`/api/bands/${band.id}/invites`)).body
  expect((await dee.delete(`/api/bands/${band.id}/invites/${open.id}`)).status).toBe(204)
  expect((await makeLink()).status).toBe(201)
})
