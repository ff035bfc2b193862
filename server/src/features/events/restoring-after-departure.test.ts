// Restoring events that were deleted because their member left, was removed or erased their account.

import { beforeEach, describe, expect, test } from 'vitest'
import type { ActivityListItem } from '@gaffer/domain/activity/activity'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, ada: TestClient, mo: TestClient, kit: TestClient
let bandId: string, base: string, kitId: string
const date = addDays(todayInLondon(testClock.now()), 40)

beforeEach(async () => {
  ;[dee, ada, mo, kit] = [
    await server().createUser({ firstName: 'Dee' }),
    await server().createUser({ firstName: 'Ada' }),
    await server().createUser({ firstName: 'Mo' }),
    await server().createUser({ firstName: 'Kit' }),
  ]
  bandId = (await createTestBand(dee)).id
  base = `/api/bands/${bandId}`
  const { id: adaId } = await joinBand(dee, bandId, ada)
  await joinBand(dee, bandId, mo)
  kitId = (await joinBand(dee, bandId, kit)).id
  await dee.patch(`${base}/members/${adaId}`, { access: 'admin' })
})

const departures: [string, ActivityListItem['verb'], () => ReturnType<TestClient['post']>][] = [
  ['was removed', 'removed', () => dee.delete(`${base}/members/${kitId}`)],
  ['left', 'left', () => kit.post(`${base}/leave`)],
  ['erased their account', 'left', () => kit.delete('/api/me')],
]
const restore = (caller: TestClient, id: string) => caller.post(`${base}/events/${id}/restore`)
async function departureOf(caller: TestClient, verb: string): Promise<ActivityListItem> {
  const lines = (await caller.get(`${base}/activity`)).body as ActivityListItem[]
  return lines.find((line) => line.verb === verb) as ActivityListItem
}

describe.each(departures)('when a member %s', (how, verb, depart) => {
  test(`in the activity only admins and owners see the restorable events of a member who ${how}, in date order`, async () => {
    const gig = await createTestGig(kit, bandId, { date })
    const practice = await createTestPractice(kit, bandId, { date: addDays(date, -3) })
    expect((await depart()).status).toBe(204)
    const restorable = {
      kind: 'event',
      ids: [practice.id, gig.id],
      events: [
        { id: practice.id, subject: 'Practice', date: practice.date },
        { id: gig.id, subject: 'Public Gig', date },
      ],
    }
    for (const caller of [dee, ada]) expect((await departureOf(caller, verb)).restorable).toEqual(restorable)
    expect((await departureOf(mo, verb)).restorable).toBeNull()
  })

  test(`an admin can restore an event of a member who ${how}, the restored event belongs to the admin and is deleted when the admin leaves, and a restore by a member gets 403`, async () => {
    const gig = await createTestGig(kit, bandId, { date })
    const practice = await createTestPractice(kit, bandId, { date })
    await depart()
    const refused = await restore(mo, gig.id)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Only an admin or owner can restore a former member's events",
    ])
    const restored = await restore(ada, gig.id)
    expect([restored.status, restored.body]).toMatchObject([200, { id: gig.id, ownerUserId: ada.user.id, date }])
    expect((await departureOf(ada, verb)).restorable?.ids).toEqual([practice.id])
    expect((await mo.get(`${base}/events/${gig.id}`)).body).toMatchObject({ ownerUserId: ada.user.id })
    const [row] = await server().services.db`
      select from events e join memberships m on m.id = e.added_by where e.id = ${gig.id} and m.user_id = ${ada.user.id}`
    expect(row).toBeDefined()
    // From now on the event is deleted when its restorer leaves.
    await ada.post(`${base}/leave`)
    expect((await mo.get(`${base}/events/${gig.id}`)).status).toBe(404)
  })

  test(`the events of a member who ${how} cannot be restored after 30 days`, async () => {
    const gig = await createTestGig(kit, bandId, { date })
    await depart()
    await server().services.db`
      update events set deleted_at = ${ago({ days: limits.restorableDays, minutes: 1 })} where id = ${gig.id}`
    expect((await departureOf(dee, verb)).restorable).toBeNull()
    expect((await restore(dee, gig.id)).status).toBe(404)
  })
})

test('a restored event of a removed member has its title, notes, gig sheet, answers and history', async () => {
  const gig = await createTestGig(kit, bandId, { date, title: 'At the Fenton', notes: 'Back door' })
  await kit.patch(`${base}/events/${gig.id}`, { startTime: '20:30' })
  await kit.put(`${base}/events/${gig.id}/gig-sheet`, { gear: 'Backline' })
  const [first] = (await dee.get(`${base}/members`)).body
  await dee.put(`${base}/events/${gig.id}/answers/${first.id}`, { answer: 'yes' })
  await dee.delete(`${base}/members/${kitId}`)
  const { body } = await restore(dee, gig.id)
  expect(body).toMatchObject({ title: 'At the Fenton', notes: 'Back door', myAnswer: 'yes', hasGigSheet: true })
  expect((await dee.get(`${base}/events/${gig.id}/gig-sheet`)).body.gear).toBe('Backline')
  expect((await dee.get(`${base}/events/${gig.id}/history`)).body[0]).toMatchObject({ displayName: 'Kit' })
})

test('a restored event of an erased account has its date and time, and no text, gig sheet or history of the former member', async () => {
  const gig = await createTestGig(kit, bandId, { date, title: 'Kit’s birthday', notes: 'At Kit’s' })
  await kit.patch(`${base}/events/${gig.id}`, { notes: 'At Kit’s, ring 07700 900123' })
  await kit.put(`${base}/events/${gig.id}/gig-sheet`, { contactName: 'Kit' })
  await kit.delete('/api/me')
  const line = await departureOf(dee, 'left')
  expect([line.actor, line.restorable?.events]).toEqual([null, [{ id: gig.id, subject: 'Public Gig', date }]])
  const { body } = await restore(dee, gig.id)
  expect(body).toMatchObject({ date, startTime: '20:00', title: null, notes: null, venue: null, hasGigSheet: false })
  expect((await dee.get(`${base}/events/${gig.id}/gig-sheet`)).body).toMatchObject({ contactName: null })
  expect((await dee.get(`${base}/events/${gig.id}/history`)).text).not.toContain('Kit')
})

test('an account erasure clears the texts of a former member’s deleted events, and keeps the texts of restored events', async () => {
  const [kept, gone] = [
    await createTestGig(kit, bandId, { date, title: 'At the Fenton' }),
    await createTestGig(kit, bandId, { date, title: 'At the Adelphi' }),
  ]
  await kit.post(`${base}/leave`)
  await restore(dee, kept.id)
  await kit.delete('/api/me')
  expect((await dee.get(`${base}/events/${kept.id}`)).body.title).toBe('At the Fenton')
  expect((await restore(dee, gone.id)).body.title).toBeNull()
})

test('an event that a member deleted before leaving can be restored by any member, and then belongs to the member who restored it', async () => {
  const gig = await createTestGig(kit, bandId, { date })
  await kit.delete(`${base}/events/${gig.id}`)
  await kit.post(`${base}/leave`)
  expect((await restore(mo, gig.id)).body).toMatchObject({ id: gig.id, ownerUserId: mo.user.id })
})

test('an event that was deleted with its leaving member but has no deletion_id, as in an earlier release, cannot be restored', async () => {
  const gig = await createTestGig(kit, bandId, { date })
  await kit.post(`${base}/leave`)
  await server().services.db`update events set deletion_id = null where id = ${gig.id}`
  expect((await restore(dee, gig.id)).status).toBe(404)
})

test('after the removal of an admin parallel to their restore of a former member’s event the event is 404', async () => {
  const gig = await createTestGig(kit, bandId, { date })
  await kit.post(`${base}/leave`)
  const members: { id: string; userId: string }[] = (await dee.get(`${base}/members`)).body
  const adaId = members.find(({ userId }) => userId === ada.user.id)?.id
  const [removed, restored] = await Promise.all([dee.delete(`${base}/members/${adaId}`), restore(ada, gig.id)])
  expect([removed.status, [200, 404].includes(restored.status)]).toEqual([204, true])
  expect((await dee.get(`${base}/events/${gig.id}`)).status).toBe(404)
})
