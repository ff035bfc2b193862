import type { CalendarEntry } from '@gaffer/domain/events/event'
import { expect, test } from 'vitest'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

async function createBandWithMo() {
  const owner = await server().createUser({ firstName: 'Dee' })
  const band = await createTestBand(owner)
  const caller = await server().createUser({ firstName: 'Mo' })
  const mo = { caller, ...(await joinBand(owner, band.id, caller)) }
  return { owner, band, ownerId: band.membership.id, mo, path: `/api/bands/${band.id}/members` }
}

/** A band in which the member Mo added a gig, a practice and days away, and the owner a gig. */
async function createBandWithEventsOfMo() {
  const { owner, band, ownerId, mo, path } = await createBandWithMo()
  const gig = await createTestGig(mo.caller, band.id, { title: 'At the Fenton' })
  const practice = await createTestPractice(mo.caller, band.id)
  const away = await createTestDaysAway(mo.caller, band.id)
  const owners = await createTestGig(owner, band.id, { title: 'At the Adelphi' })
  const events = async (caller = owner) =>
    (await caller.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-31`)).body as CalendarEntry[]
  const remove = (keepEventIds: unknown) => owner.send('DELETE', `${path}/${mo.id}`, { keepEventIds })
  return { owner, band, ownerId, mo, path, gig, practice, away, owners, events, remove }
}

test('the events that a member added are listed by date, without days away, deleted events or events of other members, and the list of an unknown member is 404', async () => {
  const { owner, mo, path, gig, practice } = await createBandWithEventsOfMo()
  const past = await createTestPractice(mo.caller, gig.bandId as string, { date: '2019-05-01' })
  const gone = await createTestPractice(mo.caller, gig.bandId as string)
  await mo.caller.delete(`/api/bands/${gig.bandId}/events/${gone.id}`)
  const { status, body } = await owner.get(`${path}/${mo.id}/events`)
  expect([status, body]).toMatchObject([200, [{ id: past.id }, { id: practice.id }, { id: gig.id }]])
  expect((await owner.get(`${path}/01890000-0000-7000-8000-000000000000/events`)).status).toBe(404)
})

test('the list of events of an invited member is empty', async () => {
  const { owner, path } = await createBandWithMo()
  const card = { email: 'kit@example.com', role: 'Drums', displayName: 'Kit' }
  const { id } = (await owner.post(`${path}/invite`, card)).body
  expect((await owner.get(`${path}/${id}/events`)).body).toEqual([])
})

test('removing a member transfers the events in keepEventIds to the user who removes the member, and deletes the member’s other events', async () => {
  const { gig, owners, owner, events, remove } = await createBandWithEventsOfMo()
  expect((await remove([gig.id, gig.id])).status).toBe(204)
  const kept = {
    ...gig,
    ownerUserId: owner.user.id,
    version: gig.version + 1,
    updatedAt: expect.any(String),
    answerCounts: expect.anything(),
  }
  const left = await events()
  expect(left).toHaveLength(2)
  expect(left).toEqual(expect.arrayContaining([kept, { ...owners, answerCounts: expect.anything() }]))
})

test('after a member is removed, an event in keepEventIds stays in the feed, and the member’s other event has STATUS:CANCELLED there', async () => {
  const { gig, practice, owner, band, remove } = await createBandWithEventsOfMo()
  const { urls } = (await owner.get(`/api/bands/${band.id}/calendar/url`)).body
  const feedOf = async (url: string) =>
    (await server().newClient().get(new URL(url).pathname)).text.replaceAll('\r\n ', '').split('BEGIN:VEVENT')
  const find = (entries: string[], id: string) => entries.find((entry) => entry.includes(id))
  await remove([gig.id])
  const full = await feedOf(urls.full)
  expect(find(full, gig.id)).toContain('At the Fenton')
  expect(find(full, gig.id)).not.toContain('STATUS:CANCELLED')
  expect(find(full, practice.id)).toContain('STATUS:CANCELLED')
})

test('an event that an owner took over when removing a member is deleted when the owner is removed or erases their account', async () => {
  for (const end of ['removal', 'erasure']) {
    const { owner, band, ownerId, path, gig, remove } = await createBandWithEventsOfMo()
    const olive = await server().createUser({ firstName: 'Olive' })
    const { id } = await joinBand(owner, band.id, olive)
    await owner.patch(`${path}/${id}`, { access: 'owner' })
    expect((await remove([gig.id])).status).toBe(204)
    const ended = end === 'removal' ? await olive.delete(`${path}/${ownerId}`) : await owner.delete('/api/me')
    expect([end, ended.status]).toEqual([end, 204])
    const listed = await olive.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-31`)
    expect([end, listed.body]).toEqual([end, []])
  }
})

test.each([
  ['an event of another member', ({ owners }: { owners: CalendarEntry }) => [owners.id]],
  ['days away', ({ away }: { away: CalendarEntry }) => [away.id]],
  ['an event that does not exist', () => ['01890000-0000-7000-8000-000000000000']],
])('a removal with %s in keepEventIds is refused with 404 and changes nothing', async (_, idsOf) => {
  const scene = await createBandWithEventsOfMo()
  const before = await scene.events()
  const answer = await scene.remove([scene.gig.id, ...idsOf(scene)])
  expect([answer.status, answer.body.message]).toEqual([
    404,
    'An event that you chose to keep is not there any more. Please check the list and try again.',
  ])
  expect(await scene.events()).toEqual(before)
  expect((await scene.owner.get(scene.path)).body).toHaveLength(2)
})

test('a member’s removal with an event of another band in keepEventIds is refused with 404 and changes nothing, and a removal with empty keepEventIds leaves that event unchanged', async () => {
  const { owner, mo, path, events, remove } = await createBandWithEventsOfMo()
  const elsewhere = await createTestBand(owner)
  await joinBand(owner, elsewhere.id, mo.caller)
  const other = await createTestGig(mo.caller, elsewhere.id)
  const before = await events()
  expect((await remove([other.id])).status).toBe(404)
  expect([await events(), (await owner.get(path)).body.length]).toEqual([before, 2])
  expect((await owner.send('DELETE', `${path}/${mo.id}`, { keepEventIds: [] })).status).toBe(204)
  const { body } = await owner.get(`/api/bands/${elsewhere.id}/events?startDate=2027-03-12&endDate=2027-03-12`)
  expect(body.filter(({ type }: CalendarEntry) => type !== 'unavailable')).toEqual([other])
})

test('a member’s removal parallel to a deletion of an event in keepEventIds either keeps the event and removes the member, or is refused with 404 and keeps the member', async () => {
  const { owner, band, mo, gig, path, events } = await createBandWithEventsOfMo()
  const event = `/api/bands/${band.id}/events/${gig.id}`
  const [removed, ...writes] = await Promise.all([
    owner.send('DELETE', `${path}/${mo.id}`, { keepEventIds: [gig.id] }),
    ...Array.from({ length: 8 }, (_, one) => mo.caller.patch(event, { notes: `Load-in at ${one}` })),
    mo.caller.delete(event),
  ])
  for (const { status } of writes) expect([200, 204, 404]).toContain(status)
  expect([204, 404]).toContain(removed.status)
  const stays = (await events()).some(({ id }) => id === gig.id)
  const isMember = (await owner.get(path)).body.length === 2
  expect({ stays, isMember }).toEqual({ stays: removed.status === 204, isMember: removed.status === 404 })
})
