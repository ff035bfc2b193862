// `cancelEventIds`: saving days away and cancelling events is one transaction.

import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const march = 'startDate=2027-03-01&endDate=2027-03-31'
const refused = 'One of those events was changed or deleted in the meantime. Please save again.'

let dee: TestClient, kit: TestClient, band: Band, events: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  events = `/api/bands/${band.id}/events`
})

const away = (cancelEventIds: string[], days: object = {}) => ({
  type: 'unavailable',
  date: '2027-03-10',
  endDate: '2027-03-14',
  cancelEventIds,
  ...days,
})
type Entry = { type: string; title: string | null }
const listTitles = async (caller = kit, bandId = band.id) =>
  ((await caller.get(`/api/bands/${bandId}/events?${march}`)).body as Entry[]).map(({ type, title }) => title ?? type)
const readActivity = async () => {
  const { body } = await dee.get(`/api/bands/${band.id}/activity`)
  return (body as { verb: string; actor: string; subject: string }[]).map(({ verb, actor, subject }) => [
    verb,
    actor,
    subject,
  ])
}

test('adding days away in a band deletes exactly the events in cancelEventIds, and the activity lists the deletions', async () => {
  const gig = await createTestGig(dee, band.id, { title: 'At the Fenton' })
  await createTestPractice(dee, band.id, { title: 'Kept', date: '2027-03-11' })
  const answer = await kit.post(events, away([gig.id]))
  expect([answer.status, answer.body.type]).toEqual([201, 'unavailable'])
  expect(answer.body).not.toHaveProperty('cancelEventIds')
  expect(await listTitles()).toEqual(['unavailable', 'Kept'])
  expect((await readActivity())[0]).toEqual(['deleted', 'Kit', 'At the Fenton'])
})

test('editing days away in a band deletes the events in cancelEventIds', async () => {
  const gig = await createTestGig(dee, band.id)
  const { id } = await createTestDaysAway(kit, band.id, { date: '2027-03-01', endDate: null })
  const answer = await kit.patch(`${events}/${id}`, { date: '2027-03-12', cancelEventIds: [gig.id] })
  expect([answer.status, answer.body.date]).toEqual([200, '2027-03-12'])
  expect(await listTitles()).toEqual(['unavailable'])
})

test('days away added without a band can cancel events of both bands of their owner, even in an edit that changes nothing else', async () => {
  const other = await createTestBand(kit, { name: 'Foxes' })
  const [here, there] = [
    await createTestGig(dee, band.id),
    await createTestPractice(kit, other.id, { date: '2027-03-11' }),
  ]
  const added = await kit.post('/api/me/events', away([here.id]))
  expect(added.status).toBe(201)
  const changed = await kit.patch(`/api/me/events/${added.body.id}`, { cancelEventIds: [there.id] })
  expect([changed.status, changed.body.version]).toEqual([200, added.body.version])
  expect([await listTitles(), await listTitles(kit, other.id)]).toEqual([['unavailable'], ['unavailable']])
})

test('days away added or changed in one band can cancel events of another band of their owner', async () => {
  const other = await createTestBand(kit, { name: 'Foxes' })
  const [first, second] = [
    await createTestPractice(kit, other.id, { date: '2027-03-11' }),
    await createTestPractice(kit, other.id, { date: '2027-03-12' }),
  ]
  const added = await kit.post(events, away([first.id]))
  const changed = await kit.patch(`${events}/${added.body.id}`, { cancelEventIds: [second.id] })
  expect([added.status, changed.status, await listTitles(kit, other.id)]).toEqual([201, 200, ['unavailable']])
})

test('days away are refused with 400 and not stored if cancelEventIds has an unknown, deleted or non-overlapping event, an event of a band that the user is not in, or days away', async () => {
  const gig = await createTestGig(dee, band.id, { title: 'Gig' })
  const deleted = await createTestPractice(dee, band.id, { date: '2027-03-11' })
  await dee.delete(`${events}/${deleted.id}`)
  const foreign = await createTestPractice(dee, (await createTestBand(dee)).id, { date: '2027-03-11' })
  const moved = await createTestPractice(dee, band.id, { title: 'Moved', date: '2027-03-20' })
  const mine = await createTestDaysAway(kit, band.id, { date: '2027-03-01', endDate: null, title: 'Mine' })
  const before = await listTitles()
  for (const id of ['01890000-0000-7000-8000-000000000000', deleted.id, foreign.id, moved.id, mine.id]) {
    for (const answer of [
      await kit.post(events, away([gig.id, id])),
      await kit.post('/api/me/events', away([gig.id, id])),
      await kit.patch(`${events}/${mine.id}`, away([gig.id, id])),
      await kit.patch(`/api/me/events/${mine.id}`, away([gig.id, id])),
    ]) {
      const issues = [{ path: 'cancelEventIds', message: refused }]
      expect([answer.status, answer.body.message, answer.body.issues]).toEqual([400, refused, issues])
    }
  }
  expect(await listTitles()).toEqual(before)
  expect((await kit.get(`${events}/${gig.id}`)).body).toEqual(gig)
})

test('adding or editing a band event with cancelEventIds is refused with 400 and stores nothing', async () => {
  const gig = await createTestGig(dee, band.id, { title: 'Gig' })
  const message = 'Only days away can cancel other events'
  for (const answer of [
    await kit.post(events, { type: 'practice', date: '2027-03-12', location: 'Unit 4', cancelEventIds: [gig.id] }),
    await kit.patch(`${events}/${gig.id}`, { title: 'Still on', cancelEventIds: [gig.id] }),
  ]) {
    expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'cancelEventIds', message }]])
  }
  expect(await listTitles()).toEqual(['Gig'])
})

test('a retried POST of days away with cancelEventIds deletes the events once and returns the first response', async () => {
  const gig = await createTestGig(dee, band.id)
  const send = () => kit.post(events, away([gig.id]), { 'idempotency-key': 'days-away-1' })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.body]).toEqual([201, first.body])
  expect((await readActivity()).filter(([verb]) => verb === 'deleted')).toHaveLength(1)
})
