// The ETag of a calendar changes with everything that the response shows, and with nothing else.

import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const march = 'startDate=2027-03-01&endDate=2027-03-31'

let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership }, elsewhere: Band & { membership: Membership }, rosThere: Membership
let eventId: string, gigId: string, awayId: string

beforeEach(async () => {
  dee = await server().createUser()
  ros = await server().createUser({ displayName: 'Ros' })
  band = await createTestBand(dee)
  elsewhere = await createTestBand(dee, { name: 'The Other Lot' })
  rosThere = await joinBand(dee, band.id, ros)
  eventId = (await createTestPractice(dee, band.id)).id
  gigId = (await createTestGig(dee, elsewhere.id)).id
  awayId = (await createTestDaysAway(ros, band.id, { title: 'Holiday' })).id
})

const reads: Record<string, () => string> = {
  calendar: () => `/api/bands/${band.id}/calendar?${march}`,
  'band events': () => `/api/bands/${band.id}/events?${march}`,
  'own events': () => `/api/me/events?${march}`,
}
const etagOf = async (path: string, caller = dee) => (await caller.get(path)).headers.get('etag') as string
const eventPath = (id: string) => `/api/bands/${band.id}/events/${id}`
const membersPath = () => `/api/bands/${band.id}/members`

test.each(Object.entries(reads))(
  '%s: a matching If-None-Match gets 304 without a body, and an If-None-Match that does not match gets 200',
  async (_, path) => {
    const first = await dee.get(path())
    const etag = first.headers.get('etag') as string
    expect([first.status, /^W\/"[\w+/]{27}="$/.test(etag)]).toEqual([200, true])
    for (const named of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const again = await dee.get(path(), { 'if-none-match': named })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
    }
    for (const named of ['"x"', `"${'0'.repeat(64)}"`]) {
      const again = await dee.get(path(), { 'if-none-match': named })
      expect([again.status, again.text]).toEqual([200, first.text])
    }
  },
)

test('the ETag of a compressed calendar response matches on revalidation', async () => {
  for (let one = 0; one < 10; one += 1) await createTestPractice(dee, band.id)
  const path = reads['calendar']?.() ?? ''
  const { headers } = await dee.get(path, { 'accept-encoding': 'br' })
  expect(headers.get('content-encoding')).toBe('br')
  expect((await dee.get(path, { 'if-none-match': headers.get('etag') as string })).status).toBe(304)
})

const publicGig = { type: 'public_gig', venue: 'The Brudenell' }
const renamed = { firstName: 'Ros', lastName: 'Marsh', displayName: 'Rosalind' }

test.each<[string, string[], () => Promise<unknown>]>([
  ...Object.entries({
    title: 'New songs',
    type: publicGig.type,
    date: '2027-03-06',
    endDate: '2027-03-07',
    startTime: '18:30',
    endTime: '21:45',
    location: 'Unit 5',
    venue: publicGig.venue,
    notes: 'Bring the spare amp',
    isAllDay: true,
  }).map(([field, value]): [string, string[], () => Promise<unknown>] => [
    `editing the ${field} of an event`,
    ['calendar', 'band events', 'own events'],
    // Only public events have a venue, and they require one.
    () => dee.patch(eventPath(eventId), ['type', 'venue'].includes(field) ? publicGig : { [field]: value }),
  ]),
  ['deleting an event', ['calendar', 'band events', 'own events'], () => dee.delete(eventPath(eventId))],
  ['adding an event', ['calendar', 'band events', 'own events'], () => createTestPractice(ros, band.id)],
  ['saving an event without changes', [], () => dee.patch(eventPath(eventId), {})],
  ['adding an event in another band', ['calendar', 'own events'], () => createTestGig(dee, elsewhere.id)],
  [
    'editing an event of another band',
    ['calendar', 'own events'],
    () => dee.patch(`/api/bands/${elsewhere.id}/events/${gigId}`, { notes: 'Load in at four' }),
  ],
  ['renaming another band', ['calendar', 'own events'], () => dee.patch(`/api/bands/${elsewhere.id}`, { name: 'X' })],
  ['adding days away', ['calendar', 'band events'], () => createTestDaysAway(ros, band.id)],
  [
    'editing the notes of days away',
    ['calendar', 'band events'],
    () => ros.patch(eventPath(awayId), { notes: 'On Skye' }),
  ],
  ['shortening days away', ['calendar', 'band events'], () => ros.patch(eventPath(awayId), { endDate: '2027-03-11' })],
  ['deleting days away', ['calendar', 'band events'], () => ros.delete(eventPath(awayId))],
  [
    "adding the caller's own days away",
    ['calendar', 'band events', 'own events'],
    () => createTestDaysAway(dee, band.id),
  ],
  [
    "editing a member's display name in the band",
    ['calendar', 'band events'],
    () => ros.patch(`${membersPath()}/${rosThere.id}`, { displayName: 'Rosie' }),
  ],
  ["editing a member's own display name", ['calendar', 'band events'], () => ros.put('/api/me', renamed)],
  ['removing a member', ['calendar', 'band events', 'own events'], () => dee.delete(`${membersPath()}/${rosThere.id}`)],
  [
    'joining of a member with days away',
    ['calendar', 'band events', 'own events'],
    async () => {
      const sam = await server().createUser({ displayName: 'Sam' })
      await createTestDaysAway(sam, (await createTestBand(sam)).id)
      await joinBand(dee, band.id, sam)
    },
  ],
  [
    'joining a third band',
    ['calendar', 'own events'],
    async () => {
      const kit = await server().createUser({ displayName: 'Kit' })
      const third = await createTestBand(kit)
      await createTestGig(kit, third.id)
      await joinBand(kit, third.id, dee)
    },
  ],
])('%s changes exactly the ETags of %j', async (_, changed, change) => {
  const tags = async () => Object.fromEntries(await Promise.all(Object.entries(reads).map(nameAndEtag)))
  const before = await tags()
  await change()
  const after = await tags()
  expect(Object.keys(reads).filter((read) => before[read] !== after[read])).toEqual(changed)
})

async function nameAndEtag([name, path]: [string, () => string]): Promise<[string, string]> {
  return [name, await etagOf(path())]
}

test.each(Object.entries(reads))(
  '%s: two reads return the same text, and the first read after an edit contains the edit',
  async (_, path) => {
    const first = await dee.get(path())
    expect((await dee.get(path())).text).toBe(first.text)
    await dee.patch(eventPath(eventId), { title: 'Loud ones' })
    const changed = await dee.get(path())
    expect([changed.status, changed.text.includes('Loud ones')]).toEqual([200, true])
    expect((await dee.get(path())).text).toBe(changed.text)
  },
)

test('a calendar request with a matching ETag gets 404 from a removed member, and 401 after that member signs out', async () => {
  const path = reads['calendar']?.() ?? ''
  const etag = await etagOf(path, ros)
  expect((await ros.get(path, { 'if-none-match': etag })).status).toBe(304)
  await dee.delete(`${membersPath()}/${rosThere.id}`)
  expect((await ros.get(path, { 'if-none-match': etag })).status).toBe(404)
  expect((await ros.get(path)).status).toBe(404)
  await ros.post('/auth/logout')
  expect((await ros.get(path, { 'if-none-match': etag })).status).toBe(401)
})

test('an invalid calendar query is 401 without a session, 404 for a non-member and 400 for a member', async () => {
  const sam = await server().createUser()
  const wrong = ['startDate=rubbish', 'startDate=2027-03-31&endDate=2027-03-01', `${march}&more=1`]
  for (const query of wrong) {
    const path = `/api/bands/${band.id}/calendar?${query}`
    const statuses = await Promise.all(
      [server().newClient(), sam, dee].map(async (one) => (await one.get(path)).status),
    )
    expect([query, statuses]).toEqual([query, [401, 404, 400]])
  }
})
