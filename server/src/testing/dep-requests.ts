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
  fixture: AccessFixture,
): Promise<{ params: Record<string, string>; askId: string; token: string }> {
  const { params } = await createGigInBand(fixture)
  const dep = await createTestDep(fixture.callers.owner, fixture.band.id)
  const { db, links } = fixture.server.services
  const [requestId, askId] = [randomUUIDv7(), randomUUIDv7()]
  const token = links.signDepLink(askId).token
  await db`
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, requested_at)
    values (${fixture.band.id}, ${requestId}, ${params['eventId']}, 'all', 240, 'drums', ${testClock.now()})`
  await db`
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, asked_at, texted_kind, texted_schedule)
    values (${askId}, ${fixture.band.id}, ${requestId}, ${dep.id}, 0, ${hashSecret(token)}, ${testClock.now()}, 'asked', '')`
  return { params: { ...params, requestId }, askId, token }
}

/** The request for a chart in the set list of a gig that the dep plays. */
async function createChartOfDep(fixture: AccessFixture): Promise<EndpointRequest> {
  const { askId, token, params } = await createAsk(fixture)
  await sayYes(fixture, askId)
  const { owner } = fixture.callers
  const bandId = fixture.band.id
  const songId = await createTestSongId(fixture)
  const setlist = await owner.post(`/api/bands/${bandId}/setlists`, { name: 'Launch', items: [{ songId }] })
  await fixture.server.services.db`update events set setlist_id = ${setlist.body.id} where id = ${params['eventId']}`
  const { id: chartId } = await createFileChart(owner, { bandId, songId })
  return { params: { token, chartId } }
}

async function sayYes({ server }: AccessFixture, askId: string): Promise<void> {
  await server.services.db`
    update dep_asks a set answer = 'yes', answered_at = ${testClock.now()},
      answered_schedule = schedule_of(e.date, e.start_time, e.location, e.venue)
    from dep_requests r join events e on e.id = r.event_id where a.id = ${askId} and r.id = a.request_id`
}

const createTokenRequest = async (fixture: AccessFixture): Promise<EndpointRequest> => ({
  params: { token: (await createAsk(fixture)).token },
})

export const validDepRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/deps': ({ band }) => ({
    params: { bandId: band.id },
    body: { name: 'Tom', instrument: 'Drums', phone: nextTestPhone(), note: 'Loud' },
  }),
  'PATCH /api/bands/:bandId/deps/:depId': async (fixture, role) => ({
    ...(await createDepInBand(fixture, role)),
    body: { note: 'Very loud' },
  }),
  'DELETE /api/bands/:bandId/deps/:depId': createDepInBand,
  'GET /api/bands/:bandId/events/:eventId/dep-requests': createGigInBand,
  'POST /api/bands/:bandId/events/:eventId/dep-requests': async (fixture) => {
    const { id } = await createTestDep(fixture.callers.owner, fixture.band.id)
    return { ...(await createGigInBand(fixture)), body: { depIds: [id], mode: 'all', instrument: 'drums' } }
  },
  'DELETE /api/bands/:bandId/events/:eventId/dep-requests/:requestId': async (fixture) => ({
    params: (await createAsk(fixture)).params,
  }),
  'GET /api/dep-links/:token': createTokenRequest,
  'GET /api/dep-links/:token/charts': createTokenRequest,
  'GET /api/dep-links/:token/charts/:chartId/content': createChartOfDep,
  'POST /api/dep-links/:token': async (fixture) => ({ ...(await createTokenRequest(fixture)), body: { answer: 'no' } }),
  'DELETE /api/dep-links/:token': createTokenRequest,
  'GET /dep/:token.ics': async (fixture) => {
    const { askId, token } = await createAsk(fixture)
    await sayYes(fixture, askId)
    return { params: { token } }
  },
}
