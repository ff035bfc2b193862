import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import {
  createTestBand,
  createTestBandOfTwo,
  createTestGig,
  createTestPractice,
  createTestDaysAway,
  eventPathOf,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership }

beforeEach(async () => {
  ;({ dee, ros, band } = await createTestBandOfTwo(server()))
})

const base = () => `/api/bands/${band.id}`

test('the history of an event has each change with old and new values, newest first, and ends with its creation', async () => {
  const practice = await createTestPractice(dee, band.id, { title: 'Set two' })
  await ros.patch(eventPathOf(practice), { startTime: '20:00', status: 'tentative' })
  await ros.patch(eventPathOf(practice), { startTime: '20:00' })
  const { body } = await dee.get(`${eventPathOf(practice)}/history`)
  expect(body).toMatchObject([
    {
      displayName: 'Ros',
      version: 2,
      fields: [
        { field: 'startTime', from: '19:00', to: '20:00' },
        { field: 'status', from: 'confirmed', to: 'tentative' },
      ],
    },
    { displayName: 'Dee', membershipId: band.membership.id, version: 1, fields: [] },
  ])
  expect(body).toHaveLength(2)
})

test('the history of an event has old and new values of all changed fields, and an edit can set the old values again', async () => {
  const setlistId = (await dee.post(`${base()}/setlists`, { name: 'Friday' })).body.id
  const practice = await createTestPractice(dee, band.id, { title: 'Set two', notes: 'Bring leads' })
  const changed: Record<string, unknown> = {
    type: 'public_gig',
    title: 'At the Fenton',
    date: '2027-03-06',
    endDate: '2027-03-07',
    startTime: null,
    endTime: null,
    location: null,
    venue: 'The Fenton',
    notes: null,
    isPublic: true,
    isAllDay: true,
    status: 'tentative',
    asksAnswers: true,
    replyBy: '2027-03-01',
    setlistId,
  }
  expect((await ros.patch(eventPathOf(practice), changed)).status).toBe(200)
  const [{ fields, version }] = (await dee.get(`${eventPathOf(practice)}/history`)).body
  const before = practice as Record<string, unknown>
  expect(new Set(fields)).toEqual(
    new Set(Object.entries(changed).map(([field, to]) => ({ field, from: before[field], to }))),
  )
  expect((await dee.get(eventPathOf(practice))).body).toMatchObject({ ...changed, version })

  const back = Object.fromEntries(
    (fields as { field: string; from: unknown }[]).map(({ field, from }) => [field, from]),
  )
  const { body } = await dee.patch(eventPathOf(practice), back, { 'if-match': `"${version}"` })
  expect(body).toMatchObject(Object.fromEntries(Object.keys(changed).map((field) => [field, before[field]])))
  expect((await dee.patch(eventPathOf(practice), back, { 'if-match': `"${version}"` })).status).toBe(412)
})

test('the history of an event keeps the name of a removed member until their account is erased', async () => {
  const practice = await createTestPractice(dee, band.id)
  await ros.patch(eventPathOf(practice), { title: 'Moved' })
  const [, card] = (await dee.get(`${base()}/members`)).body
  await dee.delete(`${base()}/members/${card.id}`)
  expect((await dee.get(`${eventPathOf(practice)}/history`)).body[0]).toMatchObject({
    membershipId: null,
    displayName: 'Ros',
  })
  await ros.delete('/api/me')
  expect((await dee.get(`${eventPathOf(practice)}/history`)).body[0]).toMatchObject({ displayName: 'Former member' })
})

test('the history of days away, of deleted events and of events of another band is 404', async () => {
  const away = await createTestDaysAway(dee, band.id)
  const gone = await createTestPractice(dee, band.id)
  await dee.delete(eventPathOf(gone))
  const stranger = await server().createUser()
  const theirs = await createTestGig(stranger, (await createTestBand(stranger)).id)
  expect((await stranger.get(`${eventPathOf(theirs)}/history`)).status).toBe(200)
  // The event of another band is requested in the path of its own band and in that of the caller's band.
  const paths = [...[away, gone, theirs].map(eventPathOf), `${base()}/events/${theirs.id}`]
  for (const path of paths) expect([path, (await dee.get(`${path}/history`)).status]).toEqual([path, 404])
})
