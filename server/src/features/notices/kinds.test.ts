// Which changes make notices, for whom, and with which texts.

import { beforeEach, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import {
  waitUntilDueNoticesStored,
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
  settleTogether,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { queueCalendarFailing } from './queue-notices.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient, mags: TestClient
let band: string, kitId: string
const soon = addDays(todayInLondon(testClock.now()), 3)

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  mags = await server().createUser({ firstName: 'Mags' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  kitId = (await joinBand(ros, band, kit)).id
  await joinBand(ros, band, mags)
  await waitUntilDueNoticesStored(server())
  await server().services.db`delete from notices`
})

const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`
const answer = (client: TestClient, eventId: string, membershipId: string, value: string) =>
  client.put(`${path(eventId)}/answers/${membershipId}`, { answer: value })

test('an added practice makes a notice for each other member and none for the member who added it', async () => {
  const { id } = await createTestPractice(ros, band)
  const [notice] = await expectNotices(kit, ['event.added'])
  expect(notice).toMatchObject({
    bandId: band,
    bandName: 'The Night Buses',
    eventId: id,
    title: 'Practice added: Fri 5 Mar, 7 PM',
    body: 'Ros added it. Place: Unit 4, Elm Road.',
    url: `/bands/${band}/events/${id}`,
    readAt: null,
  })
  await expectNotices(mags, ['event.added'])
  expect(await readNoticesOf(ros)).toEqual([])
})

test('an added gig makes a notice that asks each other member for an answer', async () => {
  await createTestGig(ros, band)
  const [notice] = await expectNotices(kit, ['answer.asked'])
  expect(notice?.title).toBe('Can you play? Public Gig, Fri 12 Mar, 8 PM')
  await expectNotices(mags, ['answer.asked'])
})

test('turning on asksAnswers of a practice makes a notice that asks each other member for an answer', async () => {
  const { id } = await createTestPractice(ros, band, { asksAnswers: false })
  await expectNotices(kit, ['event.added'])
  await ros.patch(path(id), { asksAnswers: true })
  for (const member of [kit, mags]) {
    const [notice] = await expectNotices(member, ['answer.asked', 'event.added'])
    expect(notice?.eventId).toBe(id)
  }
})

test('the notice of a moved practice has the old and the new time of the practice', async () => {
  const { id } = await createTestPractice(ros, band)
  await expectNotices(kit, ['event.added'])
  await kit.patch(path(id), { date: '2027-03-06', startTime: '20:00', endTime: '23:00' })
  const [notice] = await expectNotices(mags, ['event.changed', 'event.added'])
  expect(notice).toMatchObject({
    title: 'Practice moved: Sat 6 Mar, 8 PM',
    body: 'Kit moved it from Fri 7 PM to Sat 8 PM. Now until 11 PM. Place: Unit 4, Elm Road.',
  })
  expect((await readNoticesOf(kit)).map(({ kind }) => kind)).toEqual(['event.added'])
})

test('the notice of a moved gig asks again a member who said Yes, and says what moved', async () => {
  const { id } = await createTestGig(ros, band)
  await expectNotices(kit, ['answer.asked'])
  await answer(kit, id, kitId, 'yes')
  await ros.patch(path(id), { startTime: '21:00' })
  const [notice] = await expectNotices(kit, ['answer.asked', 'answer.asked'])
  expect(notice?.title).toMatch(/^Still all right\? Public Gig/)
  expect(notice?.body).toMatch(
    /^Ros moved it from 8 PM to 9 PM\. Place: The Brudenell\. You said Yes before it changed\./,
  )
})

test('the notice of a moved gig asks again members who said No and members without an answer, and says what moved', async () => {
  const { id } = await createTestGig(ros, band)
  await expectNotices(kit, ['answer.asked'])
  await answer(kit, id, kitId, 'no')
  await ros.patch(path(id), { startTime: '21:00' })
  const [toKit] = await expectNotices(kit, ['answer.asked', 'answer.asked'])
  expect(toKit?.title).toBe('Can you play? Public Gig, Fri 12 Mar, 9 PM')
  const moved = 'Ros moved it from 8 PM to 9 PM\\. Place: The Brudenell\\.'
  expect(toKit?.body).toMatch(new RegExp(`^${moved} You said No before it changed\\.`))
  const [toMags] = await expectNotices(mags, ['answer.asked', 'answer.asked'])
  expect(toMags?.body).toMatch(new RegExp(`^${moved} Please answer by`))
})

test('confirming a pencilled practice, cancelling it and confirming it again each make a notice for another member', async () => {
  const { id } = await createTestPractice(ros, band, { status: 'tentative' })
  const [added] = await expectNotices(kit, ['event.added'])
  expect(added?.title).toBe('Practice pencilled: Fri 5 Mar, 7 PM')
  await ros.patch(path(id), { status: 'confirmed' })
  await expectNotices(kit, ['event.confirmed', 'event.added'])
  await ros.patch(path(id), { status: 'cancelled' })
  await expectNotices(kit, ['event.cancelled', 'event.confirmed', 'event.added'])
  await ros.patch(path(id), { status: 'confirmed' })
  const [back] = await expectNotices(kit, ['event.restored', 'event.cancelled', 'event.confirmed', 'event.added'])
  expect(back?.title).toBe('Practice is back on: Fri 5 Mar, 7 PM')
})

test('the options that a confirmation cancels make no notices', async () => {
  const { body } = await ros.post(`/api/bands/${band}/event-options`, {
    event: { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Unit 4', asksAnswers: false },
    dates: ['2027-04-01', '2027-04-08', '2027-04-15'],
  })
  await expectNotices(kit, ['event.added'])
  await ros.patch(path(body.events[1].id), { status: 'confirmed' })
  await waitUntilDueNoticesStored(server())
  const [first, ...rest] = await readNoticesOf(kit)
  expect([first?.kind, first?.eventId]).toEqual(['event.confirmed', body.events[1].id])
  expect(rest).toHaveLength(1)
})

test('deleting a new event without answers makes no notice, and neither does restoring it', async () => {
  const { id } = await createTestPractice(ros, band)
  await expectNotices(kit, ['event.added'])
  await ros.delete(path(id))
  await waitUntilDueNoticesStored(server())
  await ros.post(`${path(id)}/restore`)
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(kit)).toHaveLength(1)
})

test.each([
  ['had an answer', (id: string) => answer(kit, id, kitId, 'no')],
  [
    'was shown for more than an hour',
    (id: string) => server().services.db`update events set created_at = ${ago({ minutes: 61 })} where id = ${id}`,
  ],
])(
  'deleting an event that %s makes notices, and restoring it makes notices for the same members',
  async (_, prepare) => {
    const { id } = await createTestPractice(ros, band)
    await expectNotices(kit, ['event.added'])
    await prepare(id)
    await ros.delete(path(id))
    const [deleted] = await expectNotices(kit, ['event.cancelled', 'event.added'])
    expect(deleted?.url).toBe(`/calendar?band=${band}`)
    const sal = await server().createUser({ firstName: 'Sal' })
    await joinBand(ros, band, sal)
    await mags.post(`${path(id)}/restore`)
    await expect.poll(async () => (await readNoticesOf(kit))[0]?.kind).not.toBe('event.cancelled')
    await waitUntilDueNoticesStored(server())
    expect((await readNoticesOf(kit)).map(({ kind }) => kind)).toContain('event.restored')
    expect((await readNoticesOf(sal)).map(({ kind }) => kind)).not.toContain('event.restored')
  },
)

test('a nudge makes notices for the members without an answer only', async () => {
  const { id } = await createTestGig(ros, band)
  await expectNotices(kit, ['answer.asked'])
  await answer(kit, id, kitId, 'yes')
  expect((await ros.post(`${path(id)}/nudge`)).body).toEqual({ nudged: 1 })
  const [nudge] = await expectNotices(mags, ['answer.nudge', 'answer.asked'])
  expect(nudge?.body).toMatch(/^Ros is waiting for your answer\./)
  expect(await readNoticesOf(kit)).toHaveLength(1)
})

test('an answer that changes from Yes to No within seven days of a gig makes a notice for the owner and none for members', async () => {
  const { id } = await createTestGig(mags, band, { date: soon })
  await expectNotices(ros, ['answer.asked'])
  await answer(kit, id, kitId, 'yes')
  await answer(kit, id, kitId, 'no')
  const [notice] = await expectNotices(ros, ['answer.withdrawn', 'answer.asked'])
  expect(notice?.title).toMatch(/^Kit can’t make it: Public Gig/)
  expect((await readNoticesOf(mags)).map(({ kind }) => kind)).toEqual([])
})

test('withdrawing a Yes to a gig within seven days makes no notice, but makes a notice for the owner if the member then answers No before the change has settled', async () => {
  const { id } = await createTestGig(mags, band, { date: soon })
  const takeBack = async () => expect((await kit.delete(`${path(id)}/answers/${kitId}`)).status).toBe(204)
  await answer(kit, id, kitId, 'yes')
  await takeBack()
  await waitUntilDueNoticesStored(server())
  expect((await readNoticesOf(ros)).map(({ kind }) => kind)).toEqual(['answer.asked'])
  await answer(kit, id, kitId, 'yes')
  await settleTogether(server(), async () => {
    await takeBack()
    await answer(kit, id, kitId, 'no')
  })
  await expectNotices(ros, ['answer.withdrawn', 'answer.asked'])
})

test.each([
  ['is more than seven days away', () => createTestGig(ros, band, { date: addDays(soon, 5) })],
  ['is a practice', () => createTestPractice(ros, band, { date: soon })],
])('an answer that changes from Yes to No makes no notice when the event %s', async (_, make) => {
  const { id } = await make()
  await answer(kit, id, kitId, 'yes')
  await answer(kit, id, kitId, 'no')
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(ros)).toEqual([])
})

test('the joining of a member makes a notice for the other members, and a removal makes a notice for the others except the owner who removed the member', async () => {
  const sal = await server().createUser({ firstName: 'Sal' })
  const { id } = await joinBand(ros, band, sal)
  const [joined] = await expectNotices(kit, ['member.joined'])
  expect(joined?.title).toContain('Sal')
  expect(await readNoticesOf(sal)).toEqual([])
  await ros.delete(`/api/bands/${band}/members/${id}`)
  await expectNotices(kit, ['member.left', 'member.joined'])
  expect((await readNoticesOf(ros)).map(({ kind }) => kind)).toEqual(['member.joined'])
})

test("a change of a member's access makes a notice for that member only", async () => {
  await ros.patch(`/api/bands/${band}/members/${kitId}`, { access: 'admin' })
  const [notice] = await expectNotices(kit, ['access.changed'])
  expect(notice).toMatchObject({ title: 'You are now an admin', body: 'Ros changed your access.' })
  expect(await readNoticesOf(mags)).toEqual([])
})

test('a payment makes a notice without the amount, only for a member whom another member paid', async () => {
  const [{ id: rosId }] = (await ros.get('/api/me')).body.bands
  for (const membershipId of [rosId, kitId]) {
    const payment = { kind: 'payment', membershipId, pence: 8450, method: 'bank' }
    expect((await ros.post(`/api/bands/${band}/ledger`, payment)).status).toBe(201)
  }
  const [notice] = await expectNotices(kit, ['money.paid'])
  expect(notice).toMatchObject({ title: 'You were paid', url: `/bands/${band}/money` })
  // Only title and body are searched: ids may have the digits of the amount.
  expect(`${notice?.title} ${notice?.body}`).not.toMatch(/\d/)
  expect([await readNoticesOf(ros), await readNoticesOf(mags)]).toEqual([[], []])
})

test('songs that several members add on one day make one notice for each member, which leaves out the songs that this member added', async () => {
  const { db } = server().services
  const { title } = await createTestSong(ros, band)
  await createTestSong(ros, band)
  await createTestSong(kit, band)
  expect(await db`select from pending_notices where cause = 'songs' and band_id = ${band}`).toHaveLength(1)
  expect(await readNoticesOf(kit)).toEqual([])
  await db`update pending_notices set due_at = ${testClock.now()} where cause = 'songs'`
  await waitUntilDueNoticesStored(server())
  const [digest] = await expectNotices(kit, ['songs.added'])
  expect(digest).toMatchObject({ title: '2 new songs on the practice list', url: `/songs?band=${band}` })
  expect(digest?.body).toContain(title)
  const [rosDigest] = await expectNotices(ros, ['songs.added'])
  expect(rosDigest?.title).toBe('New song on the practice list')
})

test('the notice of a calendar that cannot be read goes to the owner of the calendar and has no band', async () => {
  const calendar = { userId: kit.user.id, calendarName: 'Work', failingSince: '2027-03-01' }
  await queueCalendarFailing(server().services.db, calendar)
  const [notice] = await expectNotices(kit, ['calendar.failing'])
  expect(notice).toMatchObject({ bandId: null, bandName: null, eventId: null, url: '/profile' })
})

test('a change to a past event makes no notice', async () => {
  const { id } = await createTestPractice(ros, band, { date: '2026-01-05' })
  await ros.patch(path(id), { notes: 'Good one' })
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(kit)).toEqual([])
})
