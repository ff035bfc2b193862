import { expect, test } from 'vitest'
import { removeMembership } from './leaving.ts'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

/** A member of a band, not its owner. */
async function aMember(): Promise<{ owner: TestClient; kit: TestClient; bandId: string; membershipId: string }> {
  const [owner, kit] = [
    await server().createUser({ firstName: 'Olive' }),
    await server().createUser({ firstName: 'Kit' }),
  ]
  const band = await createTestBand(owner)
  const { id } = await joinBand(owner, band.id, kit)
  return { owner, kit, bandId: band.id, membershipId: id }
}

const remove = (bandId: string, membershipId: string) =>
  server().services.db.transaction((tx) => removeMembership(tx, { bandId, membershipId }))

const march = 'startDate=2027-03-01&endDate=2027-03-31'
const calendarOf = async (caller: TestClient, bandId: string) =>
  (await caller.get(`/api/bands/${bandId}/calendar?${march}`)).body

test('removing a membership cancels the events that the member added and clears their texts; other members’ events stay', async () => {
  const { owner, kit, bandId, membershipId } = await aMember()
  const practice = await createTestPractice(kit, bandId, { title: 'At Kit’s', notes: 'Bring cake' })
  const gig = await createTestGig(owner, bandId)
  expect(await remove(bandId, membershipId)).toBe(true)
  expect((await calendarOf(owner, bandId)).bandEvents).toMatchObject([{ id: gig.id }])
  const [row] = await server().services.db`
    select title, notes, location, version, deleted_at is not null as is_deleted from events where id = ${practice.id}`
  expect(row).toEqual({ title: null, notes: null, location: null, version: 2, is_deleted: true })
  const { urls } = (await owner.get(`/api/bands/${bandId}/calendar/url`)).body
  const feed = await owner.get(new URL(urls.full).pathname)
  expect(feed.text).toContain('STATUS:CANCELLED')
  expect(feed.text).not.toContain('Kit')
})

test('removing a membership deletes the days away written in that band, unless the member is in another band', async () => {
  const { owner, kit, bandId, membershipId } = await aMember()
  const other = await createTestBand(kit)
  const away = await createTestDaysAway(kit, bandId, { notes: 'In Hull' })
  await remove(bandId, membershipId)
  expect((await calendarOf(owner, bandId)).bandEvents).toEqual([])
  expect((await kit.get(`/api/me/events?${march}`)).body).toMatchObject([
    { id: away.id, bandId: null, notes: 'In Hull', version: 2 },
  ])
  expect((await calendarOf(kit, other.id)).userEvents).toMatchObject([{ id: away.id }])

  const alone = await aMember()
  await createTestDaysAway(alone.kit, alone.bandId)
  const own = (await alone.kit.post('/api/me/events', { type: 'unavailable', date: '2027-03-20' })).body
  await remove(alone.bandId, alone.membershipId)
  expect((await alone.kit.get(`/api/me/events?${march}`)).body).toMatchObject([{ id: own.id }])
})

test('a removed member gets 404 for the band, its feeds and the invitation link that they created', async () => {
  const { owner, kit, bandId, membershipId } = await aMember()
  await owner.patch(`/api/bands/${bandId}/members/${membershipId}`, { access: 'admin' })
  const { inviteLink } = (await kit.post(`/api/bands/${bandId}/invites/general`)).body
  const { urls } = (await kit.get(`/api/bands/${bandId}/calendar/url`)).body
  await remove(bandId, membershipId)
  expect((await kit.get(`/api/bands/${bandId}`)).status).toBe(404)
  expect((await kit.get(new URL(urls.full).pathname)).status).toBe(404)
  expect((await kit.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)).status).toBe(404)
})

test('the last owner of a band cannot be removed, and removing an unknown membership returns false', async () => {
  const owner = await server().createUser()
  const { id, membership } = await createTestBand(owner)
  await expect(remove(id, membership.id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'A band needs at least one owner',
  })
  expect(await remove(id, '01890000-0000-7000-8000-000000000000')).toBe(false)
})

test('removing a member while both members add events does not deadlock and leaves no event of theirs', async () => {
  const { owner, kit, bandId, membershipId } = await aMember()
  const writes = Array.from({ length: 12 }, (_, one) =>
    (one % 2 ? kit : owner).post(`/api/bands/${bandId}/events`, {
      type: 'practice',
      date: '2027-03-05',
      location: 'Unit 4',
    }),
  )
  const [removed, ...answers] = await Promise.all([remove(bandId, membershipId), ...writes])
  expect(removed).toBe(true)
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 404)).toEqual([])
  const orphans = await server().services.db`
    select from events where band_id = ${bandId} and owner_user_id = ${kit.user.id} and deleted_at is null`
  expect(orphans).toHaveLength(0)
})
