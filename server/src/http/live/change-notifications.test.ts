import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@gaffer/domain/endpoints'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { ChangeNotification } from '@gaffer/domain/shared/change-notification'
import { createTestBand, createTestGig, createTestDaysAway, joinBand } from '#testing/builders.ts'
import { TestClient } from '#testing/test-client.ts'
import { openChangeStream, waitForEarlierChanges, type ChangeStream } from '#testing/sse-client.ts'
import { type AccessFixture } from '#testing/access-roles.ts'
import { createAccessFixture, endpointNameOf, sendRequest, makeValidRequest } from '#testing/access-fixture.ts'
import { codeIn, waitForTextTo } from '#testing/sms.ts'
import { useTestServer, type TestServer } from '#testing/test-server.ts'

const server = useTestServer()
let scene: AccessFixture
let other: TestServer
beforeAll(async () => {
  scene = await createAccessFixture(server())
  other = await server().startAnother()
})
afterAll(() => other.stop())

const waitUntilQuiet = () => waitForEarlierChanges(server(), other)

/** Opens a change stream of this user on the other server. */
async function openStream({ cookies, user }: TestClient, options?: { page: string }): Promise<ChangeStream> {
  await waitUntilQuiet()
  return openChangeStream(new TestClient(other.url, Object.fromEntries(cookies), user), options)
}

const kindsOf = ({ changes }: ChangeStream) => withoutNotices(changes).map(({ what }) => what)

/** The changes without `notices`, a kind that goes to its recipient only and follows some changes. */
const withoutNotices = (changes: readonly ChangeNotification[]) => changes.filter(({ what }) => what !== 'notices')

/** Waits for at least this many changes and until no more arrive; closes the stream. */
async function receiveChanges(listening: ChangeStream, count: number): Promise<ChangeNotification[]> {
  await expect.poll(() => withoutNotices(listening.changes).length).toBeGreaterThanOrEqual(count)
  await waitUntilQuiet()
  listening.leave()
  return withoutNotices(listening.changes)
}

const endpointsOfBand = Object.values(api).filter(
  ({ method, changes, path }: EndpointDefinition) =>
    method !== 'GET' && changes !== undefined && path.startsWith('/api/bands/:bandId'),
)

test.each(endpointsOfBand.map((endpoint: EndpointDefinition) => [endpointNameOf(endpoint), endpoint.changes]))(
  '%s publishes exactly its declared change (%s) to a bandmate on another server, and nothing to an outsider',
  async (name, what) => {
    const { band, callers } = scene
    const request = await makeValidRequest(scene, name, 'owner')
    const [mate, outsider] = await Promise.all([openStream(callers.member), openStream(callers.outsider)])
    expect((await sendRequest(name, request)).status).toBeLessThan(300)
    const changes = what === 'nothing' ? [] : [{ bandId: band.id, what }]
    expect(await Promise.all([receiveChanges(mate, changes.length), receiveChanges(outsider, 0)])).toEqual([
      changes,
      [],
    ])
  },
)

test('requests refused with 400 and 404 publish no change notification', async () => {
  const { band, callers } = scene
  const mate = await openStream(callers.member)
  expect((await callers.owner.post(`/api/bands/${band.id}/events`, { type: 'practice' })).status).toBe(400)
  expect((await callers.outsider.patch(`/api/bands/${band.id}`, { name: 'The Outsiders' })).status).toBe(404)
  expect(await receiveChanges(mate, 0)).toEqual([])
})

test('change notifications about a member’s days away go to all bands of the member, and a notification about a gig goes to the band of the gig only', async () => {
  const [dee, kit, sam] = [await server().createUser(), await server().createUser(), await server().createUser()]
  const [here, there] = [await createTestBand(dee), await createTestBand(dee)]
  await joinBand(dee, here.id, kit)
  await joinBand(dee, there.id, sam)
  const ofHere: ChangeNotification = { bandId: here.id, what: 'events' }
  const ofThere: ChangeNotification = { bandId: there.id, what: 'events' }
  const [kits, sams] = [await openStream(kit), await openStream(sam)]
  const away = await createTestDaysAway(dee, here.id)
  await waitUntilQuiet()
  await dee.patch(`/api/bands/${here.id}/events/${away.id}`, { notes: 'Hull' })
  await waitUntilQuiet()
  await dee.delete(`/api/bands/${here.id}/events/${away.id}`)
  await waitUntilQuiet()
  const own = (await dee.post('/api/me/events', { type: 'unavailable', date: '2027-03-05' })).body
  await waitUntilQuiet()
  await dee.delete(`/api/me/events/${own.id}`)
  await waitUntilQuiet()
  await createTestGig(dee, here.id)
  expect(await receiveChanges(kits, 6)).toEqual(Array.from({ length: 6 }, () => ofHere))
  expect(await receiveChanges(sams, 5)).toEqual(Array.from({ length: 5 }, () => ofThere))
})

test('a new display name of a user sends the change notification "members" to each of their bands', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const bands = [await createTestBand(dee), await createTestBand(dee)]
  for (const { id } of bands) await joinBand(dee, id, kit)
  const kits = await openStream(kit)
  await dee.put('/api/me', { firstName: 'Dee', lastName: 'Marsh', displayName: 'Delia' })
  expect(await receiveChanges(kits, 2)).toEqual(bands.map(({ id }) => ({ bandId: id, what: 'members' })))
})

test('accepting an invitation sends a change notification to the band and the new member, and the new member gets later notifications of the band', async () => {
  const [dee, kit, sam] = [await server().createUser(), await server().createUser(), await server().createUser()]
  const [band, othersBand] = [await createTestBand(dee), await createTestBand(kit)]
  await joinBand(kit, othersBand.id, sam)
  const { inviteLink } = (await dee.post(`/api/bands/${band.id}/invites/general`)).body
  const [dees, kits, sams] = [await openStream(dee), await openStream(kit), await openStream(sam)]
  await kit.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  const joined: ChangeNotification = { bandId: band.id, what: 'members' }
  await expect.poll(() => withoutNotices(kits.changes)).toEqual([joined])
  await createTestGig(dee, band.id)
  expect(await receiveChanges(kits, 2)).toEqual([joined, { bandId: band.id, what: 'events' }])
  expect(await receiveChanges(dees, 2)).toEqual([joined, { bandId: band.id, what: 'events' }])
  expect(await receiveChanges(sams, 0)).toEqual([])
})

test('a sign-in with an invitation sends the change notification "members" to the band', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const { inviteLink } = (await dee.post(`/api/bands/${band.id}/invites/general`)).body
  const [dees, newcomer] = [await openStream(dee), server().newClient()]
  await newcomer.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  const phone = '+447700900999'
  await newcomer.post('/auth/phone/send-code', { phone })
  // Either server may run the job that sends the text.
  const code = codeIn(await Promise.any([newcomer, other.newClient()].map((one) => waitForTextTo(one, phone))))
  expect((await newcomer.post('/auth/phone/verify-code', { phone, code })).status).toBe(200)
  expect(await receiveChanges(dees, 1)).toEqual([{ bandId: band.id, what: 'members' }])
})

test('a removed member’s change stream gets the change notification of the removal and no later notification of the band', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(dee)
  const { id } = await joinBand(dee, band.id, kit)
  const kits = await openStream(kit)
  await dee.delete(`/api/bands/${band.id}/members/${id}`)
  await createTestGig(dee, band.id)
  expect(await receiveChanges(kits, 1)).toEqual([{ bandId: band.id, what: 'members' }])
})

test('a member who leaves a band gets the change notification "members" on another open page, and no later notification of the band', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  const kits = await openStream(kit)
  expect((await kit.post(`/api/bands/${band.id}/leave`)).status).toBe(204)
  await createTestGig(dee, band.id)
  expect(await receiveChanges(kits, 1)).toEqual([{ bandId: band.id, what: 'members' }])
})

test('account erasure closes the user’s change stream and sends the change notification "members" to their band', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  const [dees, kits] = [await openStream(dee), await openStream(kit)]
  expect((await kit.delete('/api/me')).status).toBe(204)
  await kits.ended
  expect(await receiveChanges(dees, 1)).toEqual([{ bandId: band.id, what: 'members' }])
})

test('a change notification is sent to the user’s other pages and not to the page that made the change', async () => {
  const dee = await server().createUser()
  const [page, anotherPage] = ['a'.repeat(32), 'b'.repeat(32)]
  const band = await createTestBand(dee)
  const [here, there] = [await openStream(dee, { page }), await openStream(dee, { page: anotherPage })]
  await dee.post(
    `/api/bands/${band.id}/songs`,
    { title: 'Paranoid', artist: 'Black Sabbath' },
    { 'x-gaffer-page': page },
  )
  await expect.poll(() => kindsOf(there)).toEqual(['songs'])
  await dee.post(
    `/api/bands/${band.id}/songs`,
    { title: 'Iron Man', artist: 'Black Sabbath' },
    { 'x-gaffer-page': 'me' },
  )
  await expect.poll(() => kindsOf(here)).toEqual(['songs'])
  const { id } = await createTestBand(dee)
  expect(await receiveChanges(there, 3)).toEqual([
    { bandId: band.id, what: 'songs' },
    { bandId: band.id, what: 'songs' },
    { bandId: id, what: 'members' },
  ])
  here.leave()
})
