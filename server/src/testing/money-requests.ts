// A valid request for every endpoint of money that needs input.

import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, EndpointRequest, CallerRole, ValidRequestMakers } from './access-roles.ts'
import { createTestPractice } from './builders.ts'
import { createReceipt } from './money.ts'
import { createBandRequest, targetMembershipRole } from './request-params.ts'

type WithParams = EndpointRequest & { params: Record<string, string> }

/** A gig, even if generated requests have removed gigs from the band's event types. */
async function createGig({ server, callers, band }: AccessFixture): Promise<WithParams> {
  const { id: eventId } = await createTestPractice(callers.owner, band.id)
  await server.services.db`update events set type = 'gig' where id = ${eventId}`
  return { params: { bandId: band.id, eventId } }
}

async function createSettledGig(fixture: AccessFixture): Promise<WithParams> {
  const gig = await createGig(fixture)
  await fixture.callers.owner.post(fillPath('/api/bands/:bandId/events/:eventId/settlement/settle', gig.params))
  return gig
}

/** An expense of the role's member, with a receipt. */
async function createExpense({ callers, band }: AccessFixture, role: CallerRole): Promise<WithParams> {
  const entry = await createReceipt(callers[targetMembershipRole(role)], band.id)
  return { params: { bandId: band.id, entryId: entry.id } }
}

export const validMoneyRequests: ValidRequestMakers = {
  'GET /api/bands/:bandId/events/:eventId/settlement': createGig,
  'PUT /api/bands/:bandId/events/:eventId/settlement': async (fixture) => ({
    ...(await createGig(fixture)),
    body: { feePence: 10_000, costs: [], shares: [{ membershipId: fixture.memberships.owner.id, weight: 1 }] },
  }),
  'POST /api/bands/:bandId/events/:eventId/settlement/settle': createGig,
  'POST /api/bands/:bandId/events/:eventId/settlement/reopen': createSettledGig,
  'POST /api/bands/:bandId/ledger': createBandRequest({ body: { kind: 'expense', pence: 100 } }),
  'POST /api/bands/:bandId/ledger/:entryId/reverse': createExpense,
  'GET /api/bands/:bandId/ledger/:entryId/receipt': createExpense,
  'GET /api/bands/:bandId/ledger/statement': createBandRequest({ query: { taxYear: '2026' } }),
  'GET /api/bands/:bandId/events/:eventId/miles': createGig,
  'PUT /api/bands/:bandId/events/:eventId/miles': async (fixture) => ({
    ...(await createGig(fixture)),
    body: { miles: 12 },
  }),
}
