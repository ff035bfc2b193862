// A valid request for every endpoint of bands, members, songs and set lists that needs input.

import { randomUUID } from 'node:crypto'
import { fillPath } from '@gaffer/domain/shared/endpoint'
import { aBandFile } from './band-files.ts'
import type { AccessFixture, EndpointRequestMaker, ValidRequestMakers } from './access-roles.ts'
import { joinBand } from './builders.ts'
import { createBandRequest, targetMembershipRole } from './request-params.ts'
import { nextTestPhone } from './test-server.ts'

const createUniqueSong = () => ({ title: `Paranoid ${randomUUID()}`, artist: 'Black Sabbath' })

/** The token of a new general invitation. */
export async function createInvitationToken({ callers: { owner }, band }: AccessFixture): Promise<string> {
  const links = `/api/bands/${band.id}/invites`
  const create = () => owner.post(`${links}/general`)
  let created = await create()
  // Generated requests may have reached the limit of links per band.
  if (created.status === 409) {
    for (const { id } of (await owner.get(links)).body) await owner.delete(`${links}/${id}`)
    created = await create()
  }
  return (created.body.inviteLink as string).split('/invite/')[1] as string
}

export async function createTestSongId({ callers, band }: AccessFixture): Promise<string> {
  return (await callers.owner.post(`/api/bands/${band.id}/songs`, createUniqueSong())).body.id
}

const withSong =
  (body: (membershipId: string) => unknown): EndpointRequestMaker =>
  async (fixture, role) => ({
    params: { bandId: fixture.band.id, songId: await createTestSongId(fixture) },
    body: body(fixture.memberships[targetMembershipRole(role)].id),
  })

async function createSetlist({ callers, band }: AccessFixture): Promise<{ params: Record<string, string> }> {
  const { id } = (await callers.owner.post(`/api/bands/${band.id}/setlists`, { name: 'Set one' })).body
  return { params: { bandId: band.id, setlistId: id } }
}

export const validBandRequests: ValidRequestMakers = {
  'POST /api/bands': () => ({ body: { name: 'The Foxes' } }),
  'POST /api/bands/import': () => ({ body: aBandFile() }),
  'PATCH /api/bands/:bandId': createBandRequest({ body: { description: 'Loud' } }),
  'PATCH /api/bands/:bandId/members/:memberId': ({ band, memberships }, role) => ({
    params: { bandId: band.id, memberId: memberships[targetMembershipRole(role)].id },
    body: { displayName: 'Stage name' },
  }),
  'POST /api/bands/:bandId/members/invite': ({ band }) => ({
    params: { bandId: band.id },
    body: { email: `sal${nextTestPhone()}@example.org`, role: 'Keyboards', displayName: 'Sal' },
  }),
  'DELETE /api/bands/:bandId/members/:memberId': async ({ server, band, callers }) => {
    const { id } = await joinBand(callers.owner, band.id, await server.createUser())
    return { params: { bandId: band.id, memberId: id }, body: { keepEventIds: [] } }
  },
  'POST /api/bands/:bandId/leave': async ({ server, band, callers }, role) => {
    const request = { params: { bandId: band.id }, body: { keepEventIds: [] } }
    if (role === 'nobody' || role === 'outsider') return request
    // Another member with the same access leaves: the tests still need the role's own member.
    const as = await server.createUser()
    const { id } = await joinBand(callers.owner, band.id, as)
    if (role !== 'member') await callers.owner.patch(`/api/bands/${band.id}/members/${id}`, { access: role })
    return { ...request, as }
  },
  'POST /api/bands/:bandId/invites/phone': ({ band }) => ({
    params: { bandId: band.id },
    body: { phone: nextTestPhone() },
  }),
  'DELETE /api/bands/:bandId/invites/:inviteId': async (fixture) => {
    await createInvitationToken(fixture)
    const { body } = await fixture.callers.owner.get(`/api/bands/${fixture.band.id}/invites`)
    return { params: { bandId: fixture.band.id, inviteId: body[0].id } }
  },
  'GET /api/invites/:token': async (fixture) => ({ params: { token: await createInvitationToken(fixture) } }),
  'POST /api/invites/:token/accept': async (fixture, role) => ({
    params: { token: await createInvitationToken(fixture) },
    ...(role === 'outsider' ? { as: await fixture.server.createUser() } : {}),
  }),
  'POST /api/bands/:bandId/songs': (fixture) => ({ params: { bandId: fixture.band.id }, body: createUniqueSong() }),
  'PATCH /api/bands/:bandId/songs/:songId': withSong(() => ({ key: 'F# minor', tempo: 120 })),
  'DELETE /api/bands/:bandId/songs/:songId': withSong(() => undefined),
  'POST /api/bands/:bandId/songs/:songId/restore': async (fixture) => {
    const params = { bandId: fixture.band.id, songId: await createTestSongId(fixture) }
    await fixture.callers.owner.delete(fillPath('/api/bands/:bandId/songs/:songId', params))
    return { params }
  },
  'POST /api/bands/:bandId/songs/:songId/readiness': withSong((membershipId) => ({ membershipId, status: 'green' })),
  'POST /api/bands/:bandId/songs/:songId/veto': withSong((membershipId) => ({ membershipId })),
  'DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId': async (fixture, role) => {
    const [songId, membershipId] = [await createTestSongId(fixture), fixture.memberships[targetMembershipRole(role)].id]
    const params = { bandId: fixture.band.id, songId }
    await fixture.callers[targetMembershipRole(role)].post(fillPath('/api/bands/:bandId/songs/:songId/veto', params), {
      membershipId,
    })
    return { params: { ...params, membershipId } }
  },
  'POST /api/bands/:bandId/setlists': createBandRequest({ body: { name: 'Set one', items: [{ label: 'Break' }] } }),
  'GET /api/bands/:bandId/setlists/:setlistId': createSetlist,
  'GET /api/bands/:bandId/setlists/:setlistId/charts': createSetlist,
  'PATCH /api/bands/:bandId/setlists/:setlistId': async (fixture) => ({
    ...(await createSetlist(fixture)),
    body: { name: 'Set two', items: [{ songId: await createTestSongId(fixture) }] },
  }),
  'DELETE /api/bands/:bandId/setlists/:setlistId': createSetlist,
  'POST /api/bands/:bandId/setlists/:setlistId/restore': async (fixture) => {
    const { params } = await createSetlist(fixture)
    await fixture.callers.owner.delete(fillPath('/api/bands/:bandId/setlists/:setlistId', params))
    return { params }
  },
}
