import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import type { Membership } from '@gaffer/domain/bands/member'
import { identifier } from '#platform/db/query-tag.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import {
  createTestBand,
  createTestGig,
  createTestPractice,
  createTestSong,
  createTestDaysAway,
  joinBand,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient, band: Band, kitsCard: Membership, events: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  kitsCard = await joinBand(dee, band.id, kit)
  events = `/api/bands/${band.id}/events`
})

const restore = (caller: TestClient, id: string) => caller.post(`${events}/${id}/restore`)
const restoreOwn = (caller: TestClient, id: string) => caller.post(`/api/me/events/${id}/restore`)
const setDeletedDaysAgo = async (table: 'events' | 'unavailabilities', id: string, days: number) => {
  const { db } = server().services
  await db`update ${identifier(table)} set deleted_at = ${ago({ days, minutes: 1 })} where id = ${id}`
}

test('a member can read an event by id, and the event is 404 through another band and after its deletion', async () => {
  const gig = await createTestGig(dee, band.id)
  expect((await kit.get(`${events}/${gig.id}`)).body).toEqual(gig)
  const other = await createTestBand(kit)
  expect((await kit.get(`/api/bands/${other.id}/events/${gig.id}`)).status).toBe(404)
  await dee.delete(`${events}/${gig.id}`)
  expect((await kit.get(`${events}/${gig.id}`)).status).toBe(404)
})

test('days away read by id have no title and notes for members of another band', async () => {
  const away = await createTestDaysAway(kit, band.id, { title: 'Surgery' })
  expect((await dee.get(`${events}/${away.id}`)).body).toMatchObject({ title: 'Surgery', displayName: 'Kit' })
  const sam = await server().createUser()
  const other = await createTestBand(sam)
  await joinBand(sam, other.id, kit)
  const { body } = await sam.get(`/api/bands/${other.id}/events/${away.id}`)
  expect(body).toMatchObject({ title: null, notes: null, displayName: 'Kit', date: away.date })
})

test('any member can restore a deleted event with all its fields, a new version and a line in the activity', async () => {
  const gig = await createTestGig(dee, band.id, { title: 'At the Fenton', notes: 'Back door' })
  await dee.delete(`${events}/${gig.id}`)
  const { status, body } = await restore(kit, gig.id)
  expect([status, body]).toEqual([200, { ...gig, version: 3, updatedAt: body.updatedAt }])
  expect((await dee.get(`${events}/${gig.id}`)).body).toEqual(body)
  const [latest] = (await dee.get(`/api/bands/${band.id}/activity`)).body
  expect(latest).toMatchObject({ verb: 'restored', actor: 'Kit', subject: 'At the Fenton', date: gig.date })
})

test('restoring an event that is not deleted changes nothing', async () => {
  const gig = await createTestGig(dee, band.id)
  expect([(await restore(kit, gig.id)).status, (await restore(kit, gig.id)).body]).toEqual([200, gig])
  const away = await createTestDaysAway(kit, band.id)
  expect((await restoreOwn(kit, away.id)).body).toMatchObject({ id: away.id, version: 1 })
})

test('days away can be restored only by their owner, in the band and in /api/me/events', async () => {
  const away = await createTestDaysAway(kit, band.id, { title: 'Hull' })
  for (const [undo, version] of [
    [restore, 3],
    [restoreOwn, 5],
  ] as const) {
    await kit.delete(`${events}/${away.id}`)
    expect((await undo(dee, away.id)).status).toBe(404)
    expect((await undo(kit, away.id)).body).toMatchObject({ id: away.id, title: 'Hull', version })
  }
  expect((await restore(dee, away.id)).status).toBe(403)
})

test.each(['events', 'unavailabilities'] as const)(
  'a deleted row of %s can be restored after 29 days, and after 30 days its restore is 404 and the row is purged',
  async (table) => {
    const isEvent = table === 'events'
    const { id } = isEvent ? await createTestGig(kit, band.id) : await createTestDaysAway(kit, band.id)
    const undo = isEvent ? restore : restoreOwn
    await kit.delete(`${events}/${id}`)
    await setDeletedDaysAgo(table, id, limits.restorableDays - 1)
    await purgeExpired(server().services)
    expect((await undo(kit, id)).status).toBe(200)
    await kit.delete(`${events}/${id}`)
    await setDeletedDaysAgo(table, id, limits.restorableDays)
    expect((await undo(kit, id)).status).toBe(404)
    await purgeExpired(server().services)
    const { db } = server().services
    expect(await db`select from ${identifier(table)} where id = ${id}`).toHaveLength(0)
  },
)

test('a deleted event cannot be restored through another band or by a user outside the band', async () => {
  const gig = await createTestGig(dee, band.id)
  await dee.delete(`${events}/${gig.id}`)
  const other = await createTestBand(kit)
  expect((await kit.post(`/api/bands/${other.id}/events/${gig.id}/restore`)).status).toBe(404)
  expect((await (await server().createUser()).post(`${events}/${gig.id}/restore`)).status).toBe(404)
})

test('a restored event has the same answers, history, series, set list, practised songs and option group as before its deletion', async () => {
  const base = `/api/bands/${band.id}`
  const setlistId = (await dee.post(`${base}/setlists`, { name: 'Friday' })).body.id
  const event = { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Unit 4', setlistId }
  const option = (await dee.post(`${base}/event-options`, { event, dates: ['2027-06-12', '2027-06-19'] })).body
    .events[0]
  const repeat = { every: 'week', until: '2027-04-02' }
  const practice = (await dee.post(`${base}/event-series`, { event: { ...event, date: '2027-03-19' }, repeat })).body
    .events[0]
  const songId = (await createTestSong(dee, band.id)).id
  const past = await createTestPractice(dee, band.id, { date: '2026-06-05' })
  await dee.put(`${events}/${past.id}/practised`, { songIds: [songId] })
  for (const { id } of [option, practice]) {
    await kit.put(`${events}/${id}/answers/${kitsCard.id}`, { answer: 'maybe', comment: 'After work' })
    await dee.patch(`${events}/${id}`, { notes: 'Back door' })
  }
  for (const { id } of [option, practice, past]) {
    const parts = ['', '/answers', '/history', '/practised']
    const read = () => Promise.all(parts.map(async (part) => (await dee.get(`${events}/${id}${part}`)).body))
    const [before, ...others] = await read()
    await dee.delete(`${events}/${id}`)
    await restore(kit, id)
    const [after, ...othersAfter] = await read()
    expect(othersAfter).toEqual(others)
    expect(after).toEqual({ ...before, version: before.version + 2, updatedAt: after.updatedAt })
  }
  expect((await dee.get(`${events}/${option.id}`)).body).toMatchObject({
    setlistId,
    optionGroupId: option.optionGroupId,
    answerCounts: { maybe: 1 },
  })
  expect((await dee.get(`${events}/${past.id}/practised`)).body).toMatchObject({ songIds: [songId] })
})

test('a feed lists a restored event under the same UID, with a raised SEQUENCE', async () => {
  const gig = await createTestGig(dee, band.id)
  const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
  const entry = async () => {
    const { text } = await server().newClient().get(new URL(urls.full).pathname)
    return ['UID', 'SEQUENCE', 'STATUS'].map((name) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]?.trim())
  }
  const [uid, first] = await entry()
  await dee.delete(`${events}/${gig.id}`)
  const [, deleted, status] = await entry()
  expect([Number(deleted) > Number(first), status]).toEqual([true, 'CANCELLED'])
  await restore(kit, gig.id)
  const [restoredUid, restored, restoredStatus] = await entry()
  expect([restoredUid, Number(restored) > Number(deleted), restoredStatus]).toEqual([uid, true, 'CONFIRMED'])
})

test('six parallel restores of one event all return version 3, and the activity lists one restore', async () => {
  const gig = await createTestGig(dee, band.id)
  await dee.delete(`${events}/${gig.id}`)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => restore(n % 2 ? kit : dee, gig.id)))
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual(answers.map(() => [200, 3]))
  const verbs = ((await dee.get(`/api/bands/${band.id}/activity`)).body as { verb: string }[]).map(({ verb }) => verb)
  expect(verbs.filter((verb) => verb === 'restored')).toHaveLength(1)
})
