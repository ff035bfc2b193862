// What a departure does, whether the member leaves or is removed.

import { describe, expect, test } from 'vitest'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

type Scene = { owner: TestClient; kit: TestClient; bandId: string; membershipId: string; base: string }

/** A band of its owner Olive and the member Kit. */
async function createScene(): Promise<Scene> {
  const owner = await server().createUser({ firstName: 'Olive' })
  const kit = await server().createUser({ firstName: 'Kit' })
  const band = await createTestBand(owner)
  const { id } = await joinBand(owner, band.id, kit)
  return { owner, kit, bandId: band.id, membershipId: id, base: `/api/bands/${band.id}` }
}

const date = addDays(todayInLondon(testClock.now()), 40)
const days = { date, endDate: addDays(date, 4) }
const range = `startDate=${addDays(date, -10)}&endDate=${addDays(date, 10)}`
const calendarOf = async (caller: TestClient, bandId: string) =>
  (await caller.get(`/api/bands/${bandId}/calendar?${range}`)).body

const departures: [string, (scene: Scene) => ReturnType<TestClient['post']>][] = [
  ['removing a member', ({ owner, base, membershipId }) => owner.delete(`${base}/members/${membershipId}`)],
  ['leaving a band', ({ kit, base }) => kit.post(`${base}/leave`)],
]

describe.each(departures)('%s', (way, depart) => {
  test(`${way} deletes the events that the member added but keeps the titles and notes of those events for a restore, shows those events as cancelled in the feed, and deletes no event of another member`, async () => {
    const scene = await createScene()
    const { owner, kit, bandId, base } = scene
    const practice = await createTestPractice(kit, bandId, { date, title: 'At the mill', notes: 'Bring cake' })
    const gig = await createTestGig(owner, bandId, { date })
    expect((await depart(scene)).status).toBe(204)
    expect((await calendarOf(owner, bandId)).bandEvents).toMatchObject([{ id: gig.id }])
    const [row] = await server().services.db`
      select title, notes, version, deleted_at is not null as is_deleted from events where id = ${practice.id}`
    expect(row).toEqual({ title: 'At the mill', notes: 'Bring cake', version: 2, is_deleted: true })
    const { urls } = (await owner.get(`${base}/calendar/url`)).body
    const feed = await owner.get(new URL(urls.full).pathname)
    expect(feed.text).toContain('STATUS:CANCELLED')
  })

  test(`${way} permanently revokes the links to gig sheets of events that the member added`, async () => {
    const scene = await createScene()
    const { owner, kit, bandId, base } = scene
    const gig = await createTestGig(kit, bandId, { date })
    await kit.put(`${base}/events/${gig.id}/gig-sheet`, { gear: 'Backline' })
    const { url } = (await kit.post(`${base}/events/${gig.id}/gig-sheet/share`)).body
    const token = new URL(url).pathname.split('/').at(-1)
    const sheet = () => server().newClient().get(`/api/sheets/${token}`)
    expect((await sheet()).status).toBe(200)
    await depart(scene)
    expect((await owner.post(`${base}/events/${gig.id}/restore`)).status).toBe(200)
    expect((await owner.get(`${base}/events/${gig.id}/gig-sheet`)).body.gear).toBe('Backline')
    expect((await sheet()).status).toBe(404)
  })

  test(`${way} deletes the days away written in that band, unless the member is in another band`, async () => {
    const scene = await createScene()
    const { owner, kit, bandId } = scene
    const other = await createTestBand(kit)
    const away = await createTestDaysAway(kit, bandId, { ...days, notes: 'In Hull' })
    await depart(scene)
    expect((await calendarOf(owner, bandId)).bandEvents).toEqual([])
    expect((await kit.get(`/api/me/events?${range}`)).body).toMatchObject([
      { id: away.id, bandId: null, notes: 'In Hull', version: 2 },
    ])
    expect((await calendarOf(kit, other.id)).userEvents).toMatchObject([{ id: away.id }])

    const alone = await createScene()
    await createTestDaysAway(alone.kit, alone.bandId, days)
    const own = (await alone.kit.post('/api/me/events', { type: 'unavailable', date })).body
    await depart(alone)
    expect((await alone.kit.get(`/api/me/events?${range}`)).body).toMatchObject([{ id: own.id }])
  })

  test(`${way} makes the band, the member’s feed and the invitation links of the band 404 for the member, who is no longer listed`, async () => {
    const scene = await createScene()
    const { owner, kit, base, membershipId } = scene
    await owner.patch(`${base}/members/${membershipId}`, { access: 'admin' })
    const links = [await kit.post(`${base}/invites/general`), await owner.post(`${base}/invites/general`)]
    const { urls } = (await kit.get(`${base}/calendar/url`)).body
    expect((await depart(scene)).status).toBe(204)
    expect((await kit.get(base)).status).toBe(404)
    expect((await kit.get('/api/me')).body.bands).toEqual([])
    expect((await kit.get(new URL(urls.full).pathname)).status).toBe(404)
    for (const { body } of links) {
      expect((await kit.post(`/api/invites/${body.inviteLink.split('/invite/')[1]}/accept`)).status).toBe(404)
    }
    expect((await owner.get(`${base}/members`)).body).toHaveLength(1)
  })

  test(`${way} while the member and the owner add events does not deadlock, and leaves no event of the member`, async () => {
    const scene = await createScene()
    const { owner, kit, bandId, base } = scene
    const writes = Array.from({ length: 12 }, (_, one) =>
      (one % 2 ? kit : owner).post(`${base}/events`, { type: 'practice', date, location: 'Unit 4' }),
    )
    const [departed, ...answers] = await Promise.all([depart(scene), ...writes])
    expect(departed.status).toBe(204)
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 404)).toEqual([])
    const orphans = await server().services.db`
      select from events where band_id = ${bandId} and owner_user_id = ${kit.user.id} and deleted_at is null`
    expect(orphans).toHaveLength(0)
  })
})

test('the events that a leaving member keeps are transferred to the owner who joined first', async () => {
  const { owner, kit, bandId, base } = await createScene()
  const ada = await server().createUser({ firstName: 'Ada' })
  const { id } = await joinBand(owner, bandId, ada)
  await owner.patch(`${base}/members/${id}`, { access: 'owner' })
  const [gig, practice] = [await createTestGig(kit, bandId, { date }), await createTestPractice(kit, bandId, { date })]
  expect((await kit.post(`${base}/leave`, { keepEventIds: [gig.id] })).status).toBe(204)
  expect((await calendarOf(ada, bandId)).bandEvents).toMatchObject([{ id: gig.id, ownerUserId: owner.user.id }])
  expect((await ada.get(`${base}/events/${practice.id}`)).status).toBe(404)
})

test('the events that the first owner keeps when leaving are transferred to the next owner', async () => {
  const { owner, kit, bandId, base, membershipId } = await createScene()
  await owner.patch(`${base}/members/${membershipId}`, { access: 'owner' })
  const gig = await createTestGig(owner, bandId, { date })
  expect((await owner.post(`${base}/leave`, { keepEventIds: [gig.id] })).status).toBe(204)
  expect((await kit.get(`${base}/events/${gig.id}`)).body.ownerUserId).toBe(kit.user.id)
})

test('leaving with another member’s event in keepEventIds is refused with 404 and changes nothing', async () => {
  const { owner, kit, bandId, base } = await createScene()
  const [own, owners] = [await createTestGig(kit, bandId, { date }), await createTestGig(owner, bandId, { date })]
  const refused = await kit.post(`${base}/leave`, { keepEventIds: [own.id, owners.id] })
  expect([refused.status, refused.body.message]).toEqual([
    404,
    'An event that you chose to keep is not there any more. Please check the list and try again.',
  ])
  expect((await kit.get(`${base}/events/${own.id}`)).body.ownerUserId).toBe(kit.user.id)
})

test('the only owner of a band gets 409 for leaving it, with or without other members in the band', async () => {
  const { owner, kit, base } = await createScene()
  const refusal = {
    code: 'conflict',
    message: 'You are the only owner of this band. Make another member an owner first, then you can leave.',
  }
  const first = await owner.post(`${base}/leave`)
  expect([first.status, first.body]).toEqual([409, refusal])
  await kit.post(`${base}/leave`)
  const second = await owner.post(`${base}/leave`)
  expect([second.status, second.body]).toEqual([409, refusal])
  expect((await owner.get(base)).status).toBe(200)
})

test('of two owners who leave in parallel one is refused, and two members who leave in parallel both leave', async () => {
  const { owner, kit, bandId, base, membershipId } = await createScene()
  await owner.patch(`${base}/members/${membershipId}`, { access: 'owner' })
  const answers = await Promise.all([owner.post(`${base}/leave`), kit.post(`${base}/leave`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  const stayed = answers[0]?.status === 409 ? owner : kit
  const others = [await server().createUser({ firstName: 'Mo' }), await server().createUser({ firstName: 'Sal' })]
  for (const one of others) await joinBand(stayed, bandId, one)
  const both = await Promise.all(others.map((one) => one.post(`${base}/leave`)))
  expect(both.map(({ status }) => status)).toEqual([204, 204])
  expect((await stayed.get(`${base}/members`)).body).toHaveLength(1)
})

test('of two parallel departures of one member one succeeds and the other gets 404, and a member who left can be invited again', async () => {
  const { owner, kit, bandId, base, membershipId } = await createScene()
  const answers = await Promise.all([kit.post(`${base}/leave`), kit.post(`${base}/leave`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  const again = await joinBand(owner, bandId, kit)
  expect(again.id).not.toBe(membershipId)
  expect((await kit.get(base)).status).toBe(200)
  const verbs = (await owner.get(`${base}/activity`)).body.map(({ verb }: { verb: string }) => verb)
  expect(verbs.filter((verb: string) => verb === 'left' || verb === 'joined')).toEqual(['joined', 'left', 'joined'])
})

test('a departure parallel to the removal of the same member makes one entry in the activity', async () => {
  const { owner, kit, base, membershipId } = await createScene()
  const answers = await Promise.all([kit.post(`${base}/leave`), owner.delete(`${base}/members/${membershipId}`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  const verbs = (await owner.get(`${base}/activity`)).body.map(({ verb }: { verb: string }) => verb)
  expect(verbs.filter((verb: string) => verb === 'left' || verb === 'removed')).toHaveLength(1)
})

test('leaving a band is 404 for an outsider, and removing a member who already left is 404', async () => {
  const { owner, kit, base, membershipId } = await createScene()
  expect((await (await server().createUser()).post(`${base}/leave`)).status).toBe(404)
  await kit.post(`${base}/leave`)
  expect((await owner.delete(`${base}/members/${membershipId}`)).status).toBe(404)
})
