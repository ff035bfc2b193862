// Removing members: who may, what goes with them, what stays, and what happens to those who write meanwhile.

import { randomUUID } from 'node:crypto'
import type { Event } from '@gaffer/domain/event'
import { expect, test } from 'vitest'
import { aBand, aGig, aPractice, aSong, daysAway, joinBand } from '#testing/builders.ts'
import type { Caller } from '#testing/caller.ts'
import { invitationIn } from '#testing/mail.ts'
import { messageTo } from '#testing/sms.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

async function aBandOf(...names: string[]) {
  const owner = await world().person({ firstName: 'Dee' })
  const band = await aBand(owner)
  const members = []
  for (const firstName of names) {
    const caller = await world().person({ firstName })
    members.push({ caller, ...(await joinBand(owner, band.id, caller)) })
  }
  return { owner, band, ownerId: band.membership.id, members, path: `/api/bands/${band.id}/members` }
}

const grant = (owner: Caller, path: string, id: string, access: string) => owner.patch(`${path}/${id}`, { access })

test('nobody removes themselves, members nobody, admins no owner, owners an owner', async () => {
  const { owner, ownerId, members, path } = await aBandOf('Ada', 'Mo', 'Olive')
  const [ada, mo, olive] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]]
  await grant(owner, path, ada.id, 'admin')
  await grant(owner, path, olive.id, 'owner')
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

test('two owners who remove each other leave one', async () => {
  const { owner, ownerId, members, path } = await aBandOf('Olive')
  const olive = members[0]!
  await grant(owner, path, olive.id, 'owner')
  const answers = await Promise.all([owner.delete(`${path}/${olive.id}`), olive.caller.delete(`${path}/${ownerId}`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('a member of another band cannot be removed from here', async () => {
  const { owner, path } = await aBandOf()
  const other = await aBandOf('Mo')
  expect((await owner.delete(`${path}/${other.members[0]!.id}`)).status).toBe(404)
  expect((await other.owner.get(other.path)).body).toHaveLength(2)
})

test('everything of theirs goes: events are off, readiness and veto gone, the feed dead, songs stay', async () => {
  const { owner, band, members, path } = await aBandOf('Mo')
  const mo = members[0]!
  const base = `/api/bands/${band.id}`
  const gig = await aGig(mo.caller, band.id, { title: 'At the Fenton' })
  await aPractice(owner, band.id)
  const song = await aSong(mo.caller, band.id)
  await mo.caller.post(`${base}/songs/${song.id}/readiness`, { membershipId: mo.id, status: 'green' })
  await mo.caller.post(`${base}/songs/${song.id}/veto`, { membershipId: mo.id })
  await daysAway(mo.caller, band.id)
  const feedOf = async (caller: Caller) => new URL((await caller.get(`${base}/calendar/url`)).body.urls.full).pathname
  const feeds = { mo: await feedOf(mo.caller), owner: await feedOf(owner) }
  const { inviteLink } = (await owner.post(`${base}/invites/general`)).body

  expect((await owner.delete(`${path}/${mo.id}`)).status).toBe(204)

  const { body } = await owner.get(`${base}/calendar?startDate=2027-03-01&endDate=2027-03-31`)
  expect(body.bandEvents).toMatchObject([{ type: 'practice' }])
  expect((await owner.get(`${base}/songs`)).body).toMatchObject([
    { readiness: [], vetos: [], addedByMembershipId: null },
  ])
  expect((await world().stranger().get(feeds.mo)).status).toBe(404)
  const feed = (await world().stranger().get(feeds.owner)).text.replaceAll('\r\n ', '')
  const told = feed.split('BEGIN:VEVENT').find((entry) => entry.includes(gig.id))
  expect(told).toContain('STATUS:CANCELLED')
  expect((await mo.caller.get(base)).status).toBe(404)
  expect((await mo.caller.get('/api/me')).body.bands).toEqual([])
  expect((await mo.caller.get('/api/me/events?startDate=2027-03-01&endDate=2027-03-31')).body).toEqual([])
  const back = await mo.caller.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  expect([back.status, (await owner.get(path)).body.length]).toEqual([404, 1])
})

test('a text that they never answered lets them in no more', async () => {
  const { owner, band, path } = await aBandOf()
  const mo = await world().person()
  await owner.post(`/api/bands/${band.id}/invites/phone`, { phone: mo.user.phone })
  const token = invitationIn(await messageTo(owner, mo.user.phone))
  const { id } = await joinBand(owner, band.id, mo)
  expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
  const back = await mo.post(`/api/invites/${token}/accept`)
  expect([back.status, (await owner.get(path)).body.length]).toEqual([404, 1])
})

test('days away that another band relies on stay theirs, without leaving a trace here', async () => {
  const here = await aBandOf('Mo')
  const mo = here.members[0]!
  const elsewhere = await aBandOf()
  await joinBand(elsewhere.owner, elsewhere.band.id, mo.caller)
  const away = await daysAway(mo.caller, here.band.id, { title: 'Wales', notes: 'No signal' })
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

test('fifty parallel writers leave nothing behind, and are told that there is no such band', async () => {
  const { owner, band, members, path } = await aBandOf('Mo')
  const mo = members[0]!
  const base = `/api/bands/${band.id}`
  const song = await aSong(owner, band.id)
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
    // Until told, so that the removal falls among them however slow the machine is.
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
  const { db } = world().deps
  const [left] = await db`
    select (select count(*) from memberships where id = ${mo.id})::int as memberships,
      (select count(*) from events where band_id = ${band.id} and deleted_at is null)::int as events,
      (select count(*) from unavailabilities where user_id = ${mo.caller.user.id} and deleted_at is null)::int as away,
      (select count(*) from song_readiness where membership_id = ${mo.id})::int as readiness,
      (select count(*) from song_vetos where membership_id = ${mo.id})::int as vetos`
  expect(left).toEqual({ memberships: 0, events: 0, away: 0, readiness: 0, vetos: 0 })
  for (const write of writes) expect((await write()).status).toBe(404)
})

/** A band whose member Mo entered a gig, a practice and days away; its owner entered a gig. */
async function aBandWithEventsOfMo() {
  const { owner, band, ownerId, members, path } = await aBandOf('Mo')
  const mo = members[0]!
  const gig = await aGig(mo.caller, band.id, { title: 'At the Fenton' })
  const practice = await aPractice(mo.caller, band.id)
  const away = await daysAway(mo.caller, band.id)
  const owners = await aGig(owner, band.id, { title: 'At the Adelphi' })
  const events = async (caller = owner) =>
    (await caller.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-31`)).body as Event[]
  const remove = (keepEventIds: unknown) => owner.send('DELETE', `${path}/${mo.id}`, { keepEventIds })
  return { owner, band, ownerId, mo, path, gig, practice, away, owners, events, remove }
}

test('the events that a member entered are listed in date order, without days away and events of others', async () => {
  const { owner, mo, path, gig, practice } = await aBandWithEventsOfMo()
  const past = await aPractice(mo.caller, gig.bandId as string, { date: '2019-05-01' })
  const gone = await aPractice(mo.caller, gig.bandId as string)
  await mo.caller.delete(`/api/bands/${gig.bandId}/events/${gone.id}`)
  const { status, body } = await owner.get(`${path}/${mo.id}/events`)
  expect([status, body]).toEqual([200, [past, practice, gig]])
  expect((await owner.get(`${path}/01890000-0000-7000-8000-000000000000/events`)).status).toBe(404)
})

test('a member who is only invited has no events to list', async () => {
  const { owner, path } = await aBandOf()
  const card = { email: 'kit@example.com', role: 'Drums', displayName: 'Kit' }
  const { id } = (await owner.post(`${path}/invite`, card)).body
  expect((await owner.get(`${path}/${id}/events`)).body).toEqual([])
})

test('an event kept for the band stays as it was and becomes the remover’s; the others are deleted', async () => {
  const { gig, owners, owner, events, remove } = await aBandWithEventsOfMo()
  expect((await remove([gig.id, gig.id])).status).toBe(204)
  const kept = { ...gig, ownerUserId: owner.user.id, version: gig.version + 1, updatedAt: expect.any(String) }
  const left = await events()
  expect(left).toHaveLength(2)
  expect(left).toEqual(expect.arrayContaining([kept, owners]))
})

test('a kept event stays on in the calendar feeds, a deleted one is cancelled there', async () => {
  const { gig, practice, owner, band, remove } = await aBandWithEventsOfMo()
  const { urls } = (await owner.get(`/api/bands/${band.id}/calendar/url`)).body
  const feedOf = async (url: string) =>
    (await world().stranger().get(new URL(url).pathname)).text.replaceAll('\r\n ', '').split('BEGIN:VEVENT')
  const find = (entries: string[], id: string) => entries.find((entry) => entry.includes(id))
  await remove([gig.id])
  const full = await feedOf(urls.full)
  expect(find(full, gig.id)).toContain('At the Fenton')
  expect(find(full, gig.id)).not.toContain('STATUS:CANCELLED')
  expect(find(full, practice.id)).toContain('STATUS:CANCELLED')
})

test('a kept event goes when the remover is removed, and when the remover erases their account', async () => {
  for (const end of ['removal', 'erasure']) {
    const { owner, band, ownerId, path, gig, remove } = await aBandWithEventsOfMo()
    const olive = await world().person({ firstName: 'Olive' })
    const { id } = await joinBand(owner, band.id, olive)
    await grant(owner, path, id, 'owner')
    expect((await remove([gig.id])).status).toBe(204)
    const ended = end === 'removal' ? await olive.delete(`${path}/${ownerId}`) : await owner.delete('/api/me')
    expect([end, ended.status]).toEqual([end, 204])
    const listed = await olive.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-31`)
    expect([end, listed.body]).toEqual([end, []])
  }
})

test.each([
  ['an event of another member', ({ owners }: { owners: Event }) => [owners.id]],
  ['days away', ({ away }: { away: Event }) => [away.id]],
  ['an event that does not exist', () => ['01890000-0000-7000-8000-000000000000']],
])('nothing is removed when %s is to be kept', async (_, idsOf) => {
  const scene = await aBandWithEventsOfMo()
  const before = await scene.events()
  const answer = await scene.remove([scene.gig.id, ...idsOf(scene)])
  expect([answer.status, answer.body.message]).toEqual([
    404,
    'An event that you chose to keep is not there any more. Please check the list and try again.',
  ])
  expect(await scene.events()).toEqual(before)
  expect((await scene.owner.get(scene.path)).body).toHaveLength(2)
})

test('an event of the same member in another band cannot be kept in this one', async () => {
  const { owner, mo, path, events, remove } = await aBandWithEventsOfMo()
  const elsewhere = await aBand(owner)
  await joinBand(owner, elsewhere.id, mo.caller)
  const other = await aGig(mo.caller, elsewhere.id)
  const before = await events()
  expect((await remove([other.id])).status).toBe(404)
  expect([await events(), (await owner.get(path)).body.length]).toEqual([before, 2])
  expect((await owner.send('DELETE', `${path}/${mo.id}`, { keepEventIds: [] })).status).toBe(204)
  const { body } = await owner.get(`/api/bands/${elsewhere.id}/events?startDate=2027-03-12&endDate=2027-03-12`)
  expect(body.filter(({ type }: Event) => type !== 'unavailable')).toEqual([other])
})

test('while its member writes, an event is either kept for the band or the removal is refused', async () => {
  const { owner, band, mo, gig, path, events } = await aBandWithEventsOfMo()
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
