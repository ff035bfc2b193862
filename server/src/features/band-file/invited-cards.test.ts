// Member cards that the import of a band file created, and invitations to them.

import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { formerMemberName, type Membership } from '@gaffer/domain/bands/member'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import type { Note } from '@gaffer/domain/notes/note'
import { purgeExpired } from '#features/operations/retention.ts'
import { aBandFile, aFileEvent, aFileMember, aFileNote, aFileSong } from '#testing/band-files.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient
beforeEach(async () => {
  dee = await server().createUser()
})

/** Imports a band file with the owner Ros and the member Jo; returns the band's id and their two cards. */
async function loadBandOfTwo(): Promise<{ bandId: string; ros: Membership; jo: Membership }> {
  const [ros, jo] = [aFileMember({ access: 'owner' }), aFileMember({ displayName: 'Jo', role: 'Drums' })]
  const answers = [{ membershipId: jo.id, answer: 'yes' as const }]
  const events = [aFileEvent({ answers, addedByMembershipId: jo.id })]
  const songs = [aFileSong({ readiness: [{ membershipId: jo.id, status: 'green' }] })]
  const { body } = await dee.post('/api/bands/import', aBandFile({ members: [ros, jo], events, songs }))
  const cards = (await dee.get(`/api/bands/${body.id}/members`)).body as Membership[]
  return { bandId: body.id, ros: cards[1] as Membership, jo: cards[2] as Membership }
}

const invitationTo = ({ id: membershipId, displayName, role }: Membership, email: string) => ({
  membershipId,
  displayName,
  role,
  email,
})

test('a user who joins an imported band as one of its imported members gets that member’s answers, readiness and events, and further invitations for that member get 409', async () => {
  const { bandId, jo } = await loadBandOfTwo()
  const invites = `/api/bands/${bandId}/members/invite`
  const invited = await dee.post(invites, invitationTo(jo, 'jo@example.org'))
  expect([invited.status, invited.body]).toEqual([201, { ...jo, user: { displayName: null, email: 'jo@example.org' } }])
  const again = await dee.post(invites, invitationTo(jo, 'jo@example.net'))
  expect([again.status, again.body.message]).toEqual([409, invitationMessages.invitedAlready])

  const joins = await server().createUser({ firstName: 'Jo' })
  const token = invitationTokenIn((await waitForMailTo(dee, 'jo@example.org')).text)
  expect((await joins.post(`/api/invites/${token}/accept`)).status).toBe(200)
  const [event] = (await joins.get(`/api/bands/${bandId}/events?startDate=2027-03-01&endDate=2027-03-31`)).body
  expect(event).toMatchObject({ myAnswer: 'yes', answerCounts: { yes: 1, none: 1 }, ownerUserId: joins.user.id })
  const songs = (await joins.get(`/api/bands/${bandId}/songs`)).body
  expect(songs).toMatchObject([{ readiness: [{ membershipId: jo.id, status: 'green' }] }])
  const joined = await dee.post(invites, invitationTo(jo, 'jo@example.com'))
  expect([joined.status, joined.body.message]).toEqual([409, invitationMessages.joinedAlready])
})

test('after a user joins as an imported member, the history of an imported event lists the changes of that member under the user’s name', async () => {
  const jo = aFileMember({ displayName: 'Jo', role: 'Drums' })
  const change = { at: '2026-02-03T10:00:00.000Z', fields: [{ field: 'title', from: 'Warm-up', to: 'Practice' }] }
  const changes = [
    { ...change, membershipId: jo.id, displayName: 'Jo' },
    { ...change, membershipId: null, displayName: 'Al, who left' },
  ]
  const { body: band } = await dee.post(
    '/api/bands/import',
    aBandFile({ members: [jo], events: [aFileEvent({ createdAt: '2026-02-01T10:00:00.000Z', changes })] }),
  )
  const card = (await dee.get(`/api/bands/${band.id}/members`)).body[1] as Membership
  const [event] = (await dee.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-31`)).body
  const history = async () => (await dee.get(`/api/bands/${band.id}/events/${event.id}/history`)).body
  const [al, jos, added] = await history()
  expect(al).toEqual({ ...change, version: 3, membershipId: null, displayName: 'Al, who left' })
  expect(jos).toEqual({ ...change, version: 2, membershipId: null, displayName: 'Jo' })
  expect(added).toMatchObject({ version: 1, at: '2026-02-01T10:00:00.000Z' })

  await dee.post(`/api/bands/${band.id}/members/invite`, invitationTo(card, 'jo4@example.org'))
  const joins = await server().createUser({ firstName: 'Joanna' })
  const token = invitationTokenIn((await waitForMailTo(dee, 'jo4@example.org')).text)
  expect((await joins.post(`/api/invites/${token}/accept`)).status).toBe(200)
  await joins.patch(`/api/bands/${band.id}/members/${card.id}`, { displayName: 'Joanna' })
  expect(await history()).toEqual([al, { ...jos, membershipId: card.id, displayName: 'Joanna' }, added])
  const edited = await joins.patch(`/api/bands/${band.id}/events/${event.id}`, { title: 'Rehearsal' })
  expect([edited.status, edited.body.version]).toEqual([200, 4])
})

test('miles of an imported member count towards the first 10,000 miles of the user who joins as that member, in the user’s other bands too', async () => {
  const jo = aFileMember({ displayName: 'Jo' })
  const [gig, person] = [
    aFileEvent({ type: 'public_gig', date: '2025-07-01', location: null, venue: 'The Fenton' }),
    randomUUIDv7(),
  ]
  const { body: band } = await dee.post(
    '/api/bands/import',
    aBandFile({
      members: [jo],
      events: [gig],
      ledgerPeople: [{ id: person, displayName: 'Jo', membershipId: jo.id }],
      miles: [{ eventId: gig.id!, personId: person, miles: 120 }],
    }),
  )
  const card = (await dee.get(`/api/bands/${band.id}/members`)).body[1] as Membership
  await dee.post(`/api/bands/${band.id}/members/invite`, invitationTo(card, 'jo6@example.org'))
  const joins = await server().createUser({ firstName: 'Jo' })
  const token = invitationTokenIn((await waitForMailTo(dee, 'jo6@example.org')).text)
  expect((await joins.post(`/api/invites/${token}/accept`)).status).toBe(200)
  const { id: otherId } = await createTestBand(joins)
  const { mileage } = (await joins.get(`/api/bands/${otherId}/ledger/statement?taxYear=2025`)).body
  expect(mileage).toMatchObject({ miles: 0, otherBandsMiles: 120 })
})

/** A loaded band with a song and a note of Jo about it. */
async function loadBandWithNoteOfJo() {
  const jo = aFileMember({ displayName: 'Jo', role: 'Drums' })
  const song = aFileSong()
  const note = aFileNote({ about: { kind: 'song', id: song.id }, membershipId: jo.id, displayName: 'Jo' })
  const { body: band } = await dee.post('/api/bands/import', aBandFile({ members: [jo], songs: [song], notes: [note] }))
  const card = (await dee.get(`/api/bands/${band.id}/members`)).body[1] as Membership
  const [{ id: songId }] = (await dee.get(`/api/bands/${band.id}/songs`)).body
  const writers = async () =>
    (await dee.get(`/api/bands/${band.id}/notes?about=song:${songId}`)).body.notes.map(
      ({ writtenBy, displayName }: Note) => [writtenBy, displayName],
    )
  return { bandId: band.id as string, card, writers }
}

test('notes of an imported member become those of the user who joins as that member, keep the user’s name after the user leaves, and lose the name when the account is erased', async () => {
  const { bandId, card, writers } = await loadBandWithNoteOfJo()
  expect(await writers()).toEqual([[card.id, 'Jo']])
  await dee.post(`/api/bands/${bandId}/members/invite`, invitationTo(card, 'jo5@example.org'))
  const joins = await server().createUser({ firstName: 'Joanna' })
  const token = invitationTokenIn((await waitForMailTo(dee, 'jo5@example.org')).text)
  expect((await joins.post(`/api/invites/${token}/accept`)).status).toBe(200)
  await joins.patch(`/api/bands/${bandId}/members/${card.id}`, { displayName: 'Joanna' })
  expect(await writers()).toEqual([[card.id, 'Joanna']])
  expect((await joins.post(`/api/bands/${bandId}/leave`)).status).toBe(204)
  expect(await writers()).toEqual([[null, 'Joanna']])
  expect((await joins.delete('/api/me')).status).toBe(204)
  expect(await writers()).toEqual([[null, formerMemberName]])
})

test('notes of an imported member keep the member’s name when retention deletes the unused membership after 90 days', async () => {
  const { bandId, writers } = await loadBandWithNoteOfJo()
  await server().services.db`
    update memberships set created_at = ${ago({ days: 91 })} where band_id = ${bandId} and status = 'invited'`
  await purgeExpired(server().services)
  expect(await writers()).toEqual([[null, 'Jo']])
})

test('an admin can invite a user as an imported member, gets 403 for an invitation as an imported owner, and an invitation as a member of another band is 404', async () => {
  const { bandId, ros, jo } = await loadBandOfTwo()
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id } = await joinBand(dee, bandId, kit)
  await dee.patch(`/api/bands/${bandId}/members/${id}`, { access: 'admin' })
  const invites = `/api/bands/${bandId}/members/invite`
  const refused = await kit.post(invites, invitationTo(ros, 'ros@example.net'))
  expect([refused.status, refused.body.message]).toEqual([403, invitationMessages.onlyOwnersInviteOwners])
  expect((await kit.post(invites, invitationTo(jo, 'jo2@example.org'))).status).toBe(201)
  const { ros: foreign } = await loadBandOfTwo()
  expect((await dee.post(invites, invitationTo(foreign, 'ros@example.com'))).status).toBe(404)
})

test('an imported member with history stays, with the same readiness, when the invitation for that member is revoked or expires, or when the inviter may no longer invite', async () => {
  const { bandId, jo } = await loadBandOfTwo()
  const [members, invites] = [`/api/bands/${bandId}/members`, `/api/bands/${bandId}/invites`]
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id: kitsId } = await joinBand(dee, bandId, kit)
  await dee.patch(`${members}/${kitsId}`, { access: 'admin' })
  const cards = async () => (await dee.get(members)).body.filter(({ status }: Membership) => status === 'invited')
  const before = (await cards()).map(({ id }: Membership) => id)
  const readiness = async () => (await dee.get(`/api/bands/${bandId}/songs`)).body[0].readiness

  const mails = async () => (await dee.get(invites)).body.filter(({ kind }: { kind: string }) => kind === 'email')
  await kit.post(`${members}/invite`, invitationTo(jo, 'jo3@example.org'))
  const [{ id: inviteId }] = await mails()
  expect((await dee.delete(`${invites}/${inviteId}`)).status).toBe(204)
  // Without the card's id, the address finds it.
  const again = { displayName: 'Jo', role: 'Drums', email: 'jo3@example.org' }
  expect((await kit.post(`${members}/invite`, again)).body).toMatchObject({ id: jo.id })
  await server().services.db`update invitations set expires_at = ${testClock.now()} where membership_id = ${jo.id}`
  expect((await kit.post(`${members}/invite`, again)).body).toMatchObject({ id: jo.id })
  await dee.patch(`${members}/${kitsId}`, { access: 'member' })
  expect(await mails()).toEqual([])

  expect((await cards()).map(({ id }: Membership) => id)).toEqual(before)
  expect(await readiness()).toMatchObject([{ membershipId: jo.id, status: 'green' }])
})

test('an admin who revokes the invitation for an imported owner does not delete the owner’s membership', async () => {
  const { bandId, ros } = await loadBandOfTwo()
  const members = `/api/bands/${bandId}/members`
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id } = await joinBand(dee, bandId, kit)
  await dee.patch(`${members}/${id}`, { access: 'admin' })
  await dee.post(`${members}/invite`, invitationTo(ros, 'ros4@example.org'))
  const mails = async () =>
    (await dee.get(`/api/bands/${bandId}/invites`)).body.filter(({ kind }: { kind: string }) => kind === 'email')
  const [invitation] = await mails()
  expect((await kit.delete(`/api/bands/${bandId}/invites/${invitation.id}`)).status).toBe(204)
  expect(await mails()).toEqual([])
  expect((await dee.get(members)).body).toContainEqual(expect.objectContaining({ id: ros.id, status: 'invited' }))
})

test.each<[string, (membershipId: string) => Parameters<typeof aBandFile>[0]]>([
  ['an answer', (membershipId) => ({ events: [aFileEvent({ answers: [{ membershipId, answer: 'no' }] })] })],
  ['a readiness', (membershipId) => ({ songs: [aFileSong({ readiness: [{ membershipId, status: 'red' }] })] })],
  [
    'a note',
    (membershipId) => {
      const song = aFileSong()
      return { songs: [song], notes: [aFileNote({ about: { kind: 'song', id: song.id }, membershipId })] }
    },
  ],
  [
    'a vote',
    (membershipId) => {
      const song = aFileSong()
      const choices = [
        { label: 'Red', membershipIds: [membershipId] },
        { label: 'Black', membershipIds: [] },
      ]
      const poll = { choices, allowsSeveral: false }
      return { songs: [song], notes: [aFileNote({ about: { kind: 'song', id: song.id }, poll })] }
    },
  ],
  ['a veto', (membershipId) => ({ songs: [aFileSong({ vetos: [{ membershipId }] })] })],
  ['an added event', (addedByMembershipId) => ({ events: [aFileEvent({ addedByMembershipId })] })],
])(
  'an imported member with %s stays when the invitation for that member is revoked, and an imported member without history is deleted',
  async (_, historyOf) => {
    const members = [aFileMember(), aFileMember({ displayName: 'Jo' })]
    const { body } = await dee.post('/api/bands/import', aBandFile({ members, ...historyOf(members[1]!.id) }))
    const base = `/api/bands/${body.id}`
    const cards = async (): Promise<Membership[]> => (await dee.get(`${base}/members`)).body.slice(1)
    const [ros, jo] = await cards()
    // One address may get three invitations a day from all bands, so each card has its own.
    for (const card of [ros!, jo!])
      await dee.post(`${base}/members/invite`, invitationTo(card, `${card.id}@example.org`))
    for (const { id } of (await dee.get(`${base}/invites`)).body) await dee.delete(`${base}/invites/${id}`)
    expect((await cards()).map(({ id }) => id)).toEqual([jo!.id])
  },
)
