// Requests to deps: who is asked when, what they are texted, and what the band sees.

import { beforeEach, expect, test } from 'vitest'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { createTestBand, createTestGig, createTestDaysAway, joinBand } from '#testing/builders.ts'
import {
  createTestDep,
  askDeps,
  expectDepTexts,
  waitForDepLinkPath,
  findOnlyDepRequest,
  readDepLinkState,
  readDepStatusLine,
  passMinutesSinceDepTexts,
  readDepTexts,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient, anybody: TestClient
let band: string, gig: CalendarEntry, path: string, kitCard: string
let tom: TestDep, ann: TestDep

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  anybody = server().newClient()
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  kitCard = (await joinBand(ros, band, kit)).id
  gig = await createTestGig(ros, band)
  path = `/api/bands/${band}/events/${gig.id}`
  tom = await createTestDep(ros, band)
  ann = await createTestDep(ros, band, { name: 'Ann' })
})

const asked = 'Ros of The Night Buses: can you play drums? public gig Fri 12 Mar, 8 PM, The Brudenell. LINK'

/** Runs the timers of the requests as if `minutes` had passed since each ask. */
async function passMinutes(minutes: number): Promise<void> {
  const { db, jobs } = server().services
  await db`update dep_asks set asked_at = asked_at - make_interval(mins => ${minutes}) where asked_at is not null`
  await jobs.add(db, { name: 'advance-deps' }, { bandId: band, eventId: gig.id })
}

test('the first dep is asked at once by a text with a link, the next dep after the waiting time, and a late Yes of the first dep is accepted', async () => {
  const answer = await askDeps(ros, path, [tom, ann], { feePence: 12000 })
  expect([answer.status, answer.body]).toMatchObject([
    201,
    {
      status: 'open',
      filledBy: null,
      asks: [
        { depId: tom.id, status: 'asked' },
        { depId: ann.id, status: 'waiting', at: null },
      ],
    },
  ])
  await expectDepTexts(ros, tom, [asked.replace('. LINK', ', £120. LINK')])
  expect(await readDepTexts(ros, ann)).toEqual([])
  await passMinutes(241)
  await waitForDepLinkPath(ros, ann)
  expect(await readDepStatusLine(kit, path)).toBe('open expired asked')
  // A late Yes is accepted as long as no other dep has said Yes.
  expect((await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'yes' })).status).toBe(200)
  expect(await readDepStatusLine(kit, path)).toBe('filled yes covered')
  expect(await readDepLinkState(anybody, await waitForDepLinkPath(ros, ann))).toBe('covered')
})

test('after a No the next dep is asked at once, and after the last No the status of the request is "exhausted"', async () => {
  await askDeps(ros, path, [tom, ann])
  expect((await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'no' })).body.state).toBe('no')
  await anybody.post(await waitForDepLinkPath(ros, ann), { answer: 'no' })
  expect(await readDepStatusLine(kit, path)).toBe('exhausted no no')
})

test('when all deps are asked at once, the first Yes is accepted and a Yes of the other dep gets 409 "covered"', async () => {
  await askDeps(ros, path, [tom, ann], { mode: 'all' })
  const links = [await waitForDepLinkPath(ros, tom), await waitForDepLinkPath(ros, ann)]
  expect((await anybody.post(links[1]!, { answer: 'yes' })).body).toMatchObject({ state: 'yes', name: 'Ann' })
  const late = await anybody.post(links[0]!, { answer: 'yes' })
  expect([late.status, late.body]).toEqual([409, { code: 'covered', message: 'Thanks, it’s covered' }])
  expect((await anybody.post(links[1]!, { answer: 'yes' })).status).toBe(200)
  expect(await readDepStatusLine(kit, path)).toBe('filled covered yes')
  expect(await readDepTexts(ros, tom)).toEqual([asked])
})

test('after a Yes of a dep the gig, the calendar, the answers to the gig and the clashes show the dep, and the gig shows the new name of a renamed dep', async () => {
  await createTestDaysAway(kit, band)
  const before = (await kit.get(path)).body
  expect(before.deps).toEqual([])
  await askDeps(ros, path, [tom], { coversMembershipId: kitCard })
  const calendar = `/api/bands/${band}/calendar?startDate=2027-03-01&endDate=2027-03-31`
  const etag = (await kit.get(calendar)).headers.get('etag') as string
  await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'yes' })

  const deps = [{ name: 'Tom', instrument: 'drums' }]
  expect((await kit.get(path)).body).toMatchObject({ deps, version: before.version })
  const read = await kit.get(calendar, { 'if-none-match': etag })
  expect([read.status, read.body.bandEvents[0].deps]).toEqual([200, deps])
  expect((await kit.get(`${path}/answers`)).body).toMatchObject([
    { displayName: 'Ros', coveredBy: null },
    { membershipId: kitCard, isAway: true, coveredBy: 'Tom' },
  ])
  const clashes = (await ros.get(`/api/bands/${band}/clashes?startDate=2027-03-01&endDate=2027-03-31`)).body
  expect(clashes).toMatchObject([{ membershipId: kitCard, reason: 'away', coveredBy: 'Tom' }])

  await ros.patch(`/api/bands/${band}/deps/${tom.id}`, { name: 'Tommy' })
  expect((await kit.get(path)).body.deps).toEqual([{ name: 'Tommy', instrument: 'drums' }])
})

test('the dep who said Yes is texted about a moved gig and a cancellation but not about a new title, and their link asks again until they confirm the move', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  await anybody.post(link, { answer: 'yes' })
  await ros.patch(path, { startTime: '19:00' })
  const moved = 'The Night Buses: the public gig is now Fri 12 Mar, 7 PM, The Brudenell. Can you still play drums? LINK'
  await expectDepTexts(ros, tom, [asked, moved])
  expect((await anybody.get(link)).body).toMatchObject({ state: 'asked', isStale: true, event: { startTime: '19:00' } })
  expect((await findOnlyDepRequest(kit, path)).asks).toMatchObject([{ status: 'yes', isStale: true }])
  expect((await kit.get(path)).body.deps).toHaveLength(1)
  expect((await anybody.post(link, { answer: 'yes' })).body).toMatchObject({ state: 'yes', isStale: false })
  expect((await findOnlyDepRequest(kit, path)).asks).toMatchObject([{ status: 'yes', isStale: false }])
  // A change of the title alone sends no text.
  await ros.patch(path, { title: 'Spring do' })
  await passMinutesSinceDepTexts(server(), 10)
  await ros.patch(path, { status: 'cancelled' })
  await expectDepTexts(ros, tom, [asked, moved, 'The Night Buses: Spring do on Fri 12 Mar, 7 PM is cancelled. Sorry!'])
  expect(await readDepLinkState(anybody, link)).toBe('cancelled')
  expect((await anybody.post(link, { answer: 'yes' })).body.message).toBe('This gig is cancelled')
})

test('deleting a gig texts its dep that the gig is cancelled, and restoring the gig texts that it is on again', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  await anybody.post(link, { answer: 'yes' })
  await ros.delete(path)
  const texts = [asked, 'The Night Buses: the public gig on Fri 12 Mar, 8 PM is cancelled. Sorry!']
  await expectDepTexts(ros, tom, texts)
  expect(await readDepLinkState(anybody, link)).toBe('cancelled')
  await passMinutesSinceDepTexts(server(), 10)
  await ros.post(`${path}/restore`)
  await expectDepTexts(ros, tom, [
    ...texts,
    'The Night Buses: the public gig is on again: Fri 12 Mar, 8 PM, The Brudenell. Can you still play drums? LINK',
  ])
  expect(await readDepLinkState(anybody, link)).toBe('yes')
})

test('withdrawing a dep request texts the deps who were asked and no others', async () => {
  await askDeps(ros, path, [tom, ann])
  const link = await waitForDepLinkPath(ros, tom)
  const { id } = await findOnlyDepRequest(ros, path)
  expect((await ros.delete(`${path}/dep-requests/${id}`)).status).toBe(204)
  expect((await ros.delete(`${path}/dep-requests/${id}`)).status).toBe(204)
  await expectDepTexts(ros, tom, [
    asked,
    'The Night Buses: no dep is needed any more for the public gig on Fri 12 Mar, 8 PM. Thank you!',
  ])
  await passMinutes(241)
  expect(await readDepStatusLine(kit, path)).toBe('withdrawn expired waiting')
  expect(await readDepTexts(ros, ann)).toEqual([])
  expect(await readDepLinkState(anybody, link)).toBe('withdrawn')
  const late = await anybody.post(link, { answer: 'yes' })
  expect([late.status, late.body.message]).toEqual([409, 'Thanks, no dep is needed any more'])
})

test('after a request is withdrawn, the dep who had said Yes gets a text and is no longer listed at the gig', async () => {
  await askDeps(ros, path, [tom, ann])
  const link = await waitForDepLinkPath(ros, tom)
  await anybody.post(link, { answer: 'yes' })
  await ros.delete(`${path}/dep-requests/${(await findOnlyDepRequest(ros, path)).id}`)
  await expectDepTexts(ros, tom, [
    asked,
    'The Night Buses: you are no longer needed for the public gig on Fri 12 Mar, 8 PM. Thank you!',
  ])
  expect(await readDepLinkState(anybody, link)).toBe('released')
  expect((await kit.get(path)).body.deps).toEqual([])
  // A released dep may be asked again for the same gig.
  expect((await askDeps(ros, path, [tom])).status).toBe(201)
})

test('after a dep says No to a gig they had said Yes to, the next dep is asked', async () => {
  await askDeps(ros, path, [tom, ann])
  const link = await waitForDepLinkPath(ros, tom)
  await anybody.post(link, { answer: 'yes' })
  await anybody.post(link, { answer: 'no' })
  await waitForDepLinkPath(ros, ann)
  expect(await readDepStatusLine(kit, path)).toBe('open no asked')
  expect((await kit.get(path)).body.deps).toEqual([])
})

test('a dep who chose “Don’t ask me again” cannot be asked or added again by that band, and another band can add the dep', async () => {
  await askDeps(ros, path, [tom])
  expect((await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'never' })).body.state).toBe('never')
  expect((await kit.get(`/api/bands/${band}/deps`)).body).toMatchObject([
    { name: 'Ann' },
    { name: 'Tom', doNotAsk: true },
  ])
  const refused = await askDeps(ros, path, [tom])
  expect([refused.status, refused.body.message]).toEqual([409, 'Tom does not want to be asked again'])
  await ros.delete(`/api/bands/${band}/deps/${tom.id}`)
  const again = await ros.post(`/api/bands/${band}/deps`, { name: 'Tommy', instrument: 'Drums', phone: tom.phone })
  expect([again.status, again.body.message]).toEqual([
    409,
    'The person with this number does not want to be asked by your band again',
  ])
  const other = (await createTestBand(ros)).id
  expect((await createTestDep(ros, other, { phone: tom.phone })).doNotAsk).toBe(false)
})

test('“Don’t ask me again” stays the answer of a dep who says No afterwards', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  await anybody.post(link, { answer: 'never' })
  const { status, body } = await anybody.post(link, { answer: 'no' })
  expect([status, body.state]).toEqual([200, 'never'])
  expect(await readDepLinkState(anybody, link)).toBe('never')
  expect((await findOnlyDepRequest(kit, path)).asks).toMatchObject([{ depId: tom.id, status: 'never' }])
})

test('a dep request is refused for a cancelled or past gig, for a practice, for a member of another band, for deps of another band, and for a dep who is already on the list', async () => {
  const refusal = async (eventPath: string, deps: TestDep[], input: object = {}) => {
    const { status, body } = await askDeps(ros, eventPath, deps, input)
    return [status, body.message]
  }
  const other = (await createTestBand(ros)).id
  expect(await refusal(path, [tom, await createTestDep(ros, other)])).toEqual([400, 'Choose deps from your dep book'])
  const otherCard = (await ros.get(`/api/bands/${other}/members`)).body[0].id
  expect(await refusal(path, [tom], { coversMembershipId: otherCard })).toEqual([400, 'Choose a member of the band'])
  const today = todayInLondon(testClock.now())
  const allDay = await createTestGig(ros, band, { date: today, startTime: null, endTime: null })
  expect((await askDeps(ros, `/api/bands/${band}/events/${allDay.id}`, [tom])).status).toBe(201)
  const past = await createTestGig(ros, band, { date: '2020-03-12' })
  expect(await refusal(`/api/bands/${band}/events/${past.id}`, [tom])).toEqual([409, 'This gig has already started'])
  const practice = await ros.post(`/api/bands/${band}/events`, { type: 'practice', date: '2027-03-12', location: 'X' })
  expect(await refusal(`/api/bands/${band}/events/${practice.body.id}`, [tom])).toEqual([
    400,
    'Only gigs and festivals can have a dep',
  ])
  expect((await askDeps(ros, path, [tom])).status).toBe(201)
  expect(await refusal(path, [tom])).toEqual([409, 'Tom is already on the list for this gig'])
  await ros.patch(path, { status: 'cancelled' })
  expect(await refusal(path, [ann])).toEqual([409, 'This gig is cancelled'])
  expect((await kit.get(`${path}/dep-requests`)).body).toHaveLength(1)
  await ros.delete(path)
  expect((await kit.get(`${path}/dep-requests`)).status).toBe(404)
})
