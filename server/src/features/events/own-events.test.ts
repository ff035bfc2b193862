import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const path = '/api/me/events'
const july = 'startDate=2027-07-01&endDate=2027-07-31'

let dee: TestClient, kit: TestClient, band: Band

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
})

test('days away added without a band show their dates, but not title and notes, to the members of their owner’s band', async () => {
  const { status, body } = await dee.post(path, {
    type: 'unavailable',
    date: '2027-07-01',
    endDate: '2027-07-03',
    notes: 'Surgery',
    title: 'Leeds',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    bandId: null,
    membershipId: null,
    ownerUserId: dee.user.id,
    displayName: 'Dee',
    notes: 'Surgery',
  })
  expect((await dee.get(`${path}?${july}`)).body).toEqual([body])
  const seen = await kit.get(`/api/bands/${band.id}/calendar?${july}`)
  expect(seen.body.bandEvents[0]).toMatchObject({
    id: body.id,
    date: '2027-07-01',
    displayName: 'Dee',
    title: null,
    notes: null,
  })
  expect(seen.text).not.toMatch(/Surgery|Leeds/)
})

test('/api/me/events refuses to create a practice or to change days away into a practice', async () => {
  const away = await createTestDaysAway(dee, band.id)
  const practice = { type: 'practice', date: '2027-07-05', location: 'Unit 4' }
  for (const answer of [
    await dee.post(path, practice),
    await dee.patch(`${path}/${away.id}`, { type: 'practice', location: 'x' }),
  ]) {
    const message = 'Only days away can be added without a band'
    expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'type', message }]])
  }
})

test('days away written in a band can be edited and deleted in /api/me/events by their owner', async () => {
  const away = await createTestDaysAway(dee, band.id, { date: '2027-07-10', endDate: null })
  const changed = await dee.patch(`${path}/${away.id}`, { date: '2027-07-11', endDate: '2027-07-12' })
  expect([changed.status, changed.body.date, changed.body.endDate, changed.body.bandId]).toEqual([
    200,
    '2027-07-11',
    '2027-07-12',
    band.id,
  ])
  expect((await dee.patch(`${path}/${away.id}`, { endDate: '2027-07-01' })).status).toBe(400)
  expect((await dee.delete(`${path}/${away.id}`)).status).toBe(204)
  expect((await dee.delete(`${path}/${away.id}`)).status).toBe(404)
})

test('PATCH and DELETE of /api/me/events/:id are 404 for another user’s days away and for a band event, even if the caller added the event', async () => {
  const [away, practice] = [await createTestDaysAway(dee, band.id), await createTestPractice(dee, band.id)]
  for (const [caller, id] of [
    [kit, away.id],
    [dee, practice.id],
    [kit, practice.id],
  ] as const) {
    expect((await caller.patch(`${path}/${id}`, { title: 'mine' })).status).toBe(404)
    expect((await caller.delete(`${path}/${id}`)).status).toBe(404)
  }
})

test('/api/me/events without a session is 401', async () => {
  expect((await server().newClient().get(`${path}?${july}`)).status).toBe(401)
})
