// Valid requests for the endpoints of deps. Asks are stored directly: their texts would use up the budgets of the tests.

import { randomUUIDv7 } from 'node:crypto'
import { hashSecret } from '#platform/keys.ts'
import type { AccessFixture, EndpointRequestMaker, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createFileChart } from './charts.ts'
import { createTestDep } from './dep-helpers.ts'
import { testClock } from './test-clock.ts'
import { nextTestPhone } from './test-server.ts'

const createDepInBand: EndpointRequestMaker = async ({ band, callers }) => ({
  params: { bandId: band.id, depId: (await createTestDep(callers.owner, band.id)).id },
})

/** Stores the gig directly: generated requests may have changed which types of events the band allows. */
async function createGigInBand({ band, server }: AccessFixture): Promise<{ params: Record<string, string> }> {
  const eventId = randomUUIDv7()
  const now = testClock.now()
  await server.services.db`
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at)
    values (${band.id}, ${eventId}, 'gig', '2027-03-12', '2027-03-12', false, true, ${now}, ${now})`
  return { params: { bandId: band.id, eventId } }
}

async function createAsk(
  scene: AccessFixture,
): Promise<{ params: Record<string, string>; askId: string; token: string }> {
  const { params } = await createGigInBand(scene)
  const dep = await createTestDep(scene.callers.owner, scene.band.id)
  const { db, links } = scene.server.services
  const [requestId, askId] = [randomUUIDv7(), randomUUIDv7()]
  const token = links.signDepLink(askId).token
  await db`
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, requested_at)
    values (${scene.band.id}, ${requestId}, ${params['eventId']}, 'all', 240, 'drums', ${testClock.now()})`
  await db`
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, asked_at, texted_kind, texted_schedule)
    values (${askId}, ${scene.band.id}, ${requestId}, ${dep.id}, 0, ${hashSecret(token)}, ${testClock.now()}, 'asked', '')`
  return { params: { ...params, requestId }, askId, token }
}

/** The request for a chart in the set list of a gig that the dep plays. */
async function createChartOfDep(scene: AccessFixture): Promise<EndpointRequest> {
  const { askId, token, params } = await createAsk(scene)
  await sayYes(scene, askId)
  const { owner } = scene.callers
  const bandId = scene.band.id
  const songId = await createTestSongId(scene)
  const setlist = await owner.post(`/api/bands/${bandId}/setlists`, { name: 'Launch', items: [{ songId }] })
  await scene.server.services.db`update events set setlist_id = ${setlist.body.id} where id = ${params['eventId']}`
  const { id: chartId } = await createFileChart(owner, { bandId, songId })
  return { params: { token, chartId } }
}

async function sayYes({ server }: AccessFixture, askId: string): Promise<void> {
  await server.services.db`
    update dep_asks a set answer = 'yes', answered_at = ${testClock.now()},
      answered_schedule = schedule_of(e.date, e.start_time, e.location, e.venue)
    from dep_requests r join events e on e.id = r.event_id where a.id = ${askId} and r.id = a.request_id`
}

const createTokenRequest = async (scene: AccessFixture): Promise<EndpointRequest> => ({
  params: { token: (await createAsk(scene)).token },
})

export const validDepRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/deps': ({ band }) => ({
    params: { bandId: band.id },
    body: { name: 'Tom', instrument: 'Drums', phone: nextTestPhone(), note: 'Loud' },
  }),
  'PATCH /api/bands/:bandId/deps/:depId': async (scene, role) => ({
    ...(await createDepInBand(scene, role)),
    body: { note: 'Very loud' },
  }),
  'DELETE /api/bands/:bandId/deps/:depId': createDepInBand,
  'GET /api/bands/:bandId/events/:eventId/dep-requests': createGigInBand,
  'POST /api/bands/:bandId/events/:eventId/dep-requests': async (scene) => {
    const { id } = await createTestDep(scene.callers.owner, scene.band.id)
    return { ...(await createGigInBand(scene)), body: { depIds: [id], mode: 'all', instrument: 'drums' } }
  },
  'DELETE /api/bands/:bandId/events/:eventId/dep-requests/:requestId': async (scene) => ({
    params: (await createAsk(scene)).params,
  }),
  'GET /api/dep-links/:token': createTokenRequest,
  'GET /api/dep-links/:token/charts': createTokenRequest,
  'GET /api/dep-links/:token/charts/:chartId/content': createChartOfDep,
  'POST /api/dep-links/:token': async (scene) => ({ ...(await createTokenRequest(scene)), body: { answer: 'no' } }),
  'DELETE /api/dep-links/:token': createTokenRequest,
  'GET /dep/:token.ics': async (scene) => {
    const { askId, token } = await createAsk(scene)
    await sayYes(scene, askId)
    return { params: { token } }
  },
}
