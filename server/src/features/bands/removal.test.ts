import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createTestBand,
  createTestGig,
  createTestPractice,
  createTestSong,
  createTestDaysAway,
  joinBand,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { invitationTokenIn } from '#testing/mail.ts'
import { waitForTextTo } from '#testing/sms.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

async function createBandOf(...names: string[]) {
  const owner = await server().createUser({ firstName: 'Dee' })
  const band = await createTestBand(owner)
  const members = []
  for (const firstName of names) {
    const caller = await server().createUser({ firstName })
    members.push({ caller, ...(await joinBand(owner, band.id, caller)) })
  }
  return { owner, band, ownerId: band.membership.id, members, path: `/api/bands/${band.id}/members` }
}

const setAccess = (owner: TestClient, path: string, id: string, access: string) =>
  owner.patch(`${path}/${id}`, { access })

test('a member cannot remove an admin, an admin can remove a member but no owner, an owner can remove an owner, and none of them can remove themselves', async () => {
  const { owner, ownerId, members, path } = await createBandOf('Ada', 'Mo', 'Olive')
  const [ada, mo, olive] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]]
  await setAccess(owner, path, ada.id, 'admin')
  await setAccess(owner, path, olive.id, 'owner')
  const refusals = [
    [await owner.delete(`${path}/${ownerId}`), 'You cannot remove yourself'],
    [await ada.caller.delete(`${path}/${ada.id}`), 'You cannot remove yourself'],
    [await mo.caller.delete(`${path}/${mo.id}`), 'You cannot remove yourself'],
    [await mo.caller.delete(`${path}/${ada.id}`), 'You are not allowed to do that'],
    [await ada.caller.delete(`${path}/${ownerId}`), 'Only an owner can remove an owner'],
  ] as const
  for (const [answer, sentence] of refusals) expect([answer.status, answer.body.message]).toEqual([403, sentence])
  expect((await ada.caller.delete(`${path}/${mo.id}`)).status).toBe(204)
  expect((await olive.caller.delete(`${path}/${ownerId}`)).status).toBe(204)
  expect((await olive.caller.get(path)).body).toHaveLength(2)
})

test('of two owners who remove each other in parallel one is removed', async () => {
  const { owner, ownerId, members, path } = await createBandOf('Olive')
  const olive = members[0]!
  await setAccess(owner, path, olive.id, 'owner')
  const answers = await Promise.all([owner.delete(`${path}/${olive.id}`), olive.caller.delete(`${path}/${ownerId}`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('removing a member of another band is 404 and removes nobody', async () => {
  const { owner, path } = await createBandOf()
  const other = await createBandOf('Mo')
  expect((await owner.delete(`${path}/${other.members[0]!.id}`)).status).toBe(404)
  expect((await other.owner.get(other.path)).body).toHaveLength(2)
})

test('removing a member cancels the member’s events, deletes the member’s readiness, vetos, days away and feed, keeps the member’s songs, and makes the band and its invitation link 404 for the member', async () => {
  const { owner, band, members, path } = await createBandOf('Mo')
  const mo = members[0]!
  const base = `/api/bands/${band.id}`
  const gig = await createTestGig(mo.caller, band.id, { title: 'At the Fenton' })
  await createTestPractice(owner, band.id)
  const song = await createTestSong(mo.caller, band.id)
  await mo.caller.post(`${base}/songs/${song.id}/readiness`, { membershipId: mo.id, status: 'green' })
  await mo.caller.post(`${base}/songs/${song.id}/veto`, { membershipId: mo.id })
  await createTestDaysAway(mo.caller, band.id)
  const feedOf = async (caller: TestClient) =>
    new URL((await caller.get(`${base}/calendar/url`)).body.urls.full).pathname
  const feeds = { mo: await feedOf(mo.caller), owner: await feedOf(owner) }
  const { inviteLink } = (await owner.post(`${base}/invites/general`)).body

  expect((await owner.delete(`${path}/${mo.id}`)).status).toBe(204)

  const { body } = await owner.get(`${base}/calendar?startDate=2027-03-01&endDate=2027-03-31`)
  expect(body.bandEvents).toMatchObject([{ type: 'practice' }])
  expect((await owner.get(`${base}/songs`)).body).toMatchObject([
    { readiness: [], vetos: [], addedByMembershipId: null },
  ])
  expect((await server().newClient().get(feeds.mo)).status).toBe(404)
  const feed = (await server().newClient().get(feeds.owner)).text.replaceAll('\r\n ', '')
  const entryOfGig = feed.split('BEGIN:VEVENT').find((entry) => entry.includes(gig.id))
  expect(entryOfGig).toContain('STATUS:CANCELLED')
  expect((await mo.caller.get(base)).status).toBe(404)
  expect((await mo.caller.get('/api/me')).body.bands).toEqual([])
  expect((await mo.caller.get('/api/me/events?startDate=2027-03-01&endDate=2027-03-31')).body).toEqual([])
  const back = await mo.caller.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  expect([back.status, (await owner.get(path)).body.length]).toEqual([404, 1])
})

test('a removed member cannot rejoin with an unused text invitation', async () => {
  const { owner, band, path } = await createBandOf()
  const mo = await server().createUser()
  await owner.post(`/api/bands/${band.id}/invites/phone`, { phone: mo.user.phone })
  const token = invitationTokenIn(await waitForTextTo(owner, mo.user.phone))
  const { id } = await joinBand(owner, band.id, mo)
  expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
  const back = await mo.post(`/api/invites/${token}/accept`)
  expect([back.status, (await owner.get(path)).body.length]).toEqual([404, 1])
})

test('days away that a member wrote in a band stay in the member’s other band after the removal, without title and notes', async () => {
  const here = await createBandOf('Mo')
  const mo = here.members[0]!
  const elsewhere = await createBandOf()
  await joinBand(elsewhere.owner, elsewhere.band.id, mo.caller)
  const away = await createTestDaysAway(mo.caller, here.band.id, { title: 'Wales', notes: 'No signal' })
  await here.owner.delete(`${here.path}/${mo.id}`)
  const march = 'startDate=2027-03-01&endDate=2027-03-31'
  expect((await here.owner.get(`/api/bands/${here.band.id}/calendar?${march}`)).body.bandEvents).toEqual([])
  expect(
    (await elsewhere.owner.get(`/api/bands/${elsewhere.band.id}/calendar?${march}`)).body.bandEvents,
  ).toMatchObject([{ id: away.id, title: null, notes: null, displayName: 'Mo' }])
  expect((await mo.caller.get(`/api/me/events?${march}`)).body).toMatchObject([
    { id: away.id, bandId: null, title: 'Wales', notes: 'No signal' },
  ])
})

test('after a member is removed parallel to fifty writers of that member, no event, days away, readiness or veto of the member is left, and further writes get 404', async () => {
  const { owner, band, members, path } = await createBandOf('Mo')
  const mo = members[0]!
  const base = `/api/bands/${band.id}`
  const song = await createTestSong(owner, band.id)
  const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }
  const writes = [
    () => mo.caller.post(`${base}/events`, practice),
    () => mo.caller.post(`${base}/events`, { type: 'unavailable', date: '2027-03-05' }),
    () => mo.caller.post(`${base}/songs`, { title: `Ghost Town ${randomUUID()}`, artist: 'The Specials' }),
    () => mo.caller.post(`${base}/songs/${song.id}/readiness`, { membershipId: mo.id, status: 'green' }),
    () => mo.caller.post(`${base}/songs/${song.id}/veto`, { membershipId: mo.id }),
  ]
  const writers = Array.from({ length: 50 }, async (_, index) => {
    const answers: number[] = []
    // Write until 404, so that the removal falls between the writes on a slow machine too.
    for (let turn = 0; answers.at(-1) !== 404 && turn < 200; turn += 1) {
      answers.push((await writes[(index + turn) % writes.length]!()).status)
    }
    return answers
  })
  const removal = owner.delete(`${path}/${mo.id}`)
  const statuses = (await Promise.all(writers)).flat()
  expect((await removal).status).toBe(204)
  expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([])
  expect(statuses).toContain(404)
  const { db } = server().services
  const [left] = await db`
    select (select count(*) from memberships where id = ${mo.id})::int as memberships,
      (select count(*) from events where band_id = ${band.id} and deleted_at is null)::int as events,
      (select count(*) from unavailabilities where user_id = ${mo.caller.user.id} and deleted_at is null)::int as away,
      (select count(*) from song_readiness where membership_id = ${mo.id})::int as readiness,
      (select count(*) from song_vetos where membership_id = ${mo.id})::int as vetos`
  expect(left).toEqual({ memberships: 0, events: 0, away: 0, readiness: 0, vetos: 0 })
  for (const write of writes) expect((await write()).status).toBe(404)
})
