// Notices to members and texts to deps about events that are deleted because a member leaves, is removed or erases their account.

import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { askDeps, createTestDep, readDepTexts, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import {
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, kit: TestClient, mags: TestClient
let band: string, base: string, kitId: string
const date = addDays(todayInLondon(testClock.now()), 40)
const day = (days: number) => addDays(date, days)

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  mags = await server().createUser({ firstName: 'Mags' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  base = `/api/bands/${band}`
  kitId = (await joinBand(ros, band, kit)).id
  await joinBand(ros, band, mags)
})

/** Waits until due notices are stored, then deletes all notices. */
async function startAfresh(): Promise<void> {
  await waitUntilDueNoticesStored(server())
  await server().services.db`delete from notices`
}

/** Waits until the user has one notice of the departure and one of the events, in any order; returns that of the events. */
async function expectDeparture(client: TestClient) {
  const kinds = async () => (await readNoticesOf(client)).map(({ kind }) => kind).toSorted()
  await expect.poll(kinds).toEqual(['event.cancelled', 'member.left'])
  return (await readNoticesOf(client)).find(({ kind }) => kind === 'event.cancelled')
}

const leave = () => kit.post(`${base}/leave`)

test('the events that are deleted when a member leaves are named in one notice to each other member, in date order', async () => {
  const gig = await createTestGig(kit, band, { date, title: 'At the Fenton' })
  await createTestPractice(kit, band, { date: day(-2) })
  await createTestPractice(ros, band, { date: day(-1) })
  await startAfresh()
  await leave()
  const what = `Practice, ${shortDate(day(-2))}, 7 PM; At the Fenton, ${shortDate(gig.date)}, 8 PM`
  const notice = await expectDeparture(mags)
  expect(notice).toMatchObject({
    title: `2 events cancelled: from ${shortDate(day(-2))}, 7 PM`,
    body: `Cancelled because Kit is no longer in the band. ${what}.`,
    url: `/calendar?band=${band}`,
  })
  const toOwner = await expectDeparture(ros)
  expect(toOwner).toMatchObject({
    body: `${notice?.body} You can restore them in the band’s activity for 30 days.`,
    url: `/admin?tab=members&band=${band}`,
  })
  expect(await readNoticesOf(kit)).toEqual([])
})

test('the notice of the deleted events of a removed member goes to everybody except the owner who removed the member, and does not name an event that is kept', async () => {
  const [kept, gone] = [await createTestGig(kit, band, { date }), await createTestGig(kit, band, { date: day(7) })]
  await startAfresh()
  await ros.send('DELETE', `${base}/members/${kitId}`, { keepEventIds: [kept.id] })
  const notice = await expectDeparture(mags)
  expect(notice).toMatchObject({
    title: `Public Gig cancelled: ${shortDate(gone.date)}, 8 PM`,
    body: 'Cancelled because Kit is no longer in the band. Place: The Brudenell.',
  })
  expect(await readNoticesOf(ros)).toEqual([])
})

test('the notice of an erased account’s deleted events has no name and no text of the former member', async () => {
  await createTestGig(kit, band, { date, title: 'Kit’s birthday', venue: 'Kit’s' })
  await startAfresh()
  await kit.delete('/api/me')
  for (const caller of [ros, mags]) {
    const notice = await expectDeparture(caller)
    expect(notice?.title).toBe(`Public Gig cancelled: ${shortDate(date)}, 8 PM`)
    expect(notice?.body).toMatch(/^Cancelled because a member left the band\./)
    expect(JSON.stringify(await readNoticesOf(caller))).not.toContain('Kit')
  }
})

test('the notice of thirty events that are deleted with a leaving member names ten of them and ends with “and 20 more”', async () => {
  const event = { type: 'practice', date, startTime: '19:00', location: 'Room 3' }
  const { body } = await kit.post(`${base}/event-series`, { event, repeat: { every: 'week', until: day(29 * 7) } })
  expect(body.events).toHaveLength(30)
  await startAfresh()
  await leave()
  const notice = await expectDeparture(mags)
  expect(notice?.title).toBe(`30 events cancelled: from ${shortDate(date)}, 7 PM`)
  expect(notice?.body.match(/Practice, /g)).toHaveLength(10)
  expect(notice?.body).toMatch(/ and 20 more\.$/)
})

test('past and cancelled events that are deleted with a leaving member make no notice', async () => {
  await createTestPractice(kit, band, { date: day(-60) })
  const { id } = await createTestGig(kit, band, { date })
  await kit.patch(`${base}/events/${id}`, { status: 'cancelled' })
  await startAfresh()
  await leave()
  await expectNotices(mags, ['member.left'])
  await waitUntilDueNoticesStored(server())
  expect((await readNoticesOf(mags)).map(({ kind }) => kind)).toEqual(['member.left'])
})

/** Kit changes a gig and leaves before the change has settled. Returns the id of the gig. */
async function changeGigAndLeave(changes: object): Promise<string> {
  const { config, db } = server().services
  const { noticeSettleSeconds } = config
  const { id } = await createTestGig(kit, band, { date })
  await db`update events set created_at = ${ago({ hours: 2 })} where id = ${id}`
  await startAfresh()
  config.noticeSettleSeconds = 3600
  try {
    await kit.patch(`${base}/events/${id}`, changes)
    await leave()
  } finally {
    config.noticeSettleSeconds = noticeSettleSeconds
  }
  return id
}

test('an event that is changed and then deleted with its leaving member before the change has settled makes no notice of the change', async () => {
  await changeGigAndLeave({ startTime: '21:00' })
  const notice = await expectDeparture(mags)
  expect(notice?.title).toBe(`Public Gig cancelled: ${shortDate(date)}, 9 PM`)
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(mags)).toHaveLength(2)
})

test('a gig that a member cancels, who then leaves before the change has settled, makes a notice that the gig is cancelled', async () => {
  const id = await changeGigAndLeave({ status: 'cancelled' })
  await waitUntilDueNoticesStored(server())
  expect((await expectDeparture(mags))?.eventId).toBe(id)
})

test('a restored event of a former member makes a notice for every member except the one who restored the event', async () => {
  const [gig] = [await createTestGig(kit, band, { date }), await createTestGig(kit, band, { date: day(7) })]
  await leave()
  await startAfresh()
  await ros.post(`${base}/events/${gig.id}/restore`)
  const [notice] = await expectNotices(mags, ['event.restored'])
  expect(notice?.title).toBe(`Public Gig is back on: ${shortDate(date)}, 8 PM`)
  expect(await readNoticesOf(ros)).toEqual([])
})

test('erasing a former member’s account removes their name and titles from the notice of their deleted events', async () => {
  await createTestGig(kit, band, { date, title: 'Kit’s birthday' })
  await createTestGig(kit, band, { date: day(1), title: 'At Kit’s' })
  await startAfresh()
  await leave()
  await expectDeparture(mags)
  await kit.delete('/api/me')
  expect(JSON.stringify(await readNoticesOf(mags))).not.toContain('Kit')
})

describe('deps', () => {
  const departures: [string, () => unknown][] = [
    ['leaves', leave],
    ['is removed', () => ros.delete(`${base}/members/${kitId}`)],
    ['erases their account', () => kit.delete('/api/me')],
  ]
  test.each(departures)(
    'a dep who is booked and a dep who was asked get a text that the gig is cancelled when the member who added the gig %s',
    async (_, depart) => {
      const [tom, ann] = [await createTestDep(ros, band), await createTestDep(ros, band, { name: 'Ann' })]
      const booked = await createTestGig(kit, band, { date })
      const asking = await createTestGig(kit, band, { date: day(7) })
      await askDeps(ros, `${base}/events/${booked.id}`, [tom])
      await server()
        .newClient()
        .post(await waitForDepLinkPath(ros, tom), { answer: 'yes' })
      await askDeps(ros, `${base}/events/${asking.id}`, [ann])
      await waitForDepLinkPath(ros, ann)
      await depart()
      for (const dep of [tom, ann]) {
        await expect.poll(async () => (await readDepTexts(ros, dep)).at(-1)).toMatch(/is cancelled\. Sorry!$/)
        expect(await readDepTexts(ros, dep)).toHaveLength(2)
      }
    },
  )
})
