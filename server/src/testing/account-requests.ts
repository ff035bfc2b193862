// A valid request for every endpoint of sign-in and of the user's own data that needs input.

import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, EndpointRequest, ValidRequestMakers, CallerRole } from './access-roles.ts'
import { createInvitationToken } from './band-requests.ts'
import { marchRange } from './event-requests.ts'
import type { TestClient } from './test-client.ts'
import { testClock } from './test-clock.ts'
import { nextTestPhone } from './test-server.ts'

const away = { type: 'unavailable', date: '2027-03-05' }
const profile = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }

/** A connected calendar of a user who has no other: the number per user is limited. */
async function createCalendar(
  { server, band }: AccessFixture,
  role: CallerRole,
): Promise<EndpointRequest & { as?: TestClient }> {
  if (role === 'nobody') return { params: { calendarId: band.id } }
  const as = await server.createUser()
  const { body } = await as.post('/api/me/calendars', { url: server.exampleCalendarUrl, name: 'Work' })
  return { as, params: { calendarId: body.id } }
}

async function createOwnDays({ callers, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const caller = callers[role === 'nobody' ? 'owner' : role]
  const { body } = await caller.post('/api/me/events', away)
  return { params: { eventId: body.id ?? band.id } }
}

async function createDeletedOwnDays(fixture: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { params } = await createOwnDays(fixture, role)
  await fixture.callers[role === 'nobody' ? 'owner' : role].delete(fillPath('/api/me/events/:eventId', params))
  return { params: params ?? {} }
}

function createUnsubscribeLink({ server, callers: { member } }: AccessFixture): EndpointRequest {
  const claim = { userId: member.user.id, group: 'changes' as const }
  return { params: { token: server.services.links.signLink('unsubscribe', [claim.userId], { boundTo: claim.group }) } }
}

// A PNG of one pixel.
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function createPicture({ server }: AccessFixture): Promise<EndpointRequest> {
  const person = await server.createUser()
  const { body } = await person.put('/api/me', { ...profile, avatarUrl: pixel })
  return { params: { file: (body.user.avatarUrl as string).slice('/images/'.length) } }
}

async function createSession({ server, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  if (role === 'nobody') return { params: { sessionId: band.id } }
  const as = await server.createUser()
  const { body } = await as.get('/api/me/sessions')
  return { as, params: { sessionId: body[0].id } }
}

async function createIdentity({ server, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  if (role === 'nobody') return { params: { identityId: band.id } }
  const as = await server.createUser()
  const { id } = as.user
  await server.services.db`insert into identities (issuer, subject, user_id, attached_at)
      values ('https://google.example', ${id}, ${id}, ${testClock.now()})`
  return { as, params: { identityId: (await as.get('/api/me/identities')).body[0].id } }
}

const createRequestOfOwnClient = async ({ server }: AccessFixture, role: CallerRole): Promise<EndpointRequest> => ({
  as: role === 'nobody' ? server.newClient() : await server.createUser(),
})

/** A browser's new subscription at a push service. */
function createPushSubscription() {
  const pair = createECDH('prime256v1')
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://push.example.org/${randomUUID()}`, keys }
}

export const validAccountRequests: ValidRequestMakers = {
  'POST /auth/phone/send-code': () => ({ body: { phone: nextTestPhone() } }),
  'POST /auth/phone/verify-code': () => ({ body: { phone: nextTestPhone(), code: '123456' } }),
  'POST /auth/invite': async (fixture) => ({ body: { token: await createInvitationToken(fixture) } }),
  'GET /auth/google/callback': () => ({ query: { error: 'access_denied' } }),
  'POST /auth/logout': createRequestOfOwnClient,
  'PUT /api/me': () => ({ body: profile }),
  'POST /api/me/pictures': () => ({
    body: Buffer.from(pixel.split(',')[1] as string, 'base64'),
    headers: { 'content-type': 'image/png' },
  }),
  'DELETE /api/me': createRequestOfOwnClient,
  'DELETE /api/me/sessions/:sessionId': createSession,
  'DELETE /api/me/identities/:identityId': createIdentity,
  'GET /api/me/events': () => ({ query: marchRange }),
  'POST /api/me/events': () => ({ body: away }),
  'PATCH /api/me/events/:eventId': async (fixture, role) => ({
    ...(await createOwnDays(fixture, role)),
    body: { notes: 'Hull' },
  }),
  'DELETE /api/me/events/:eventId': createOwnDays,
  'POST /api/me/events/:eventId/restore': createDeletedOwnDays,
  'POST /api/me/calendars': async ({ server }, role) => ({
    ...(role !== 'nobody' && { as: await server.createUser() }),
    body: { url: server.exampleCalendarUrl, name: 'Work' },
  }),
  'PATCH /api/me/calendars/:calendarId': async (fixture, role) => ({
    ...(await createCalendar(fixture, role)),
    body: { name: 'Day job' },
  }),
  'DELETE /api/me/calendars/:calendarId': createCalendar,
  'POST /api/me/calendars/:calendarId/refresh': createCalendar,
  'GET /unsubscribe/:token': createUnsubscribeLink,
  'POST /unsubscribe/:token': (fixture) => ({
    ...createUnsubscribeLink(fixture),
    body: { 'List-Unsubscribe': 'One-Click' },
  }),
  'POST /api/me/email': () => ({ body: { email: `mo${randomUUID()}@example.org` } }),
  'POST /api/me/email/verify': () => ({ body: { code: '123456' } }),
  'POST /api/me/notices/read': () => ({ body: { upTo: randomUUID() } }),
  'PUT /api/me/notice-settings': () => ({ body: { reminders: { eveningBefore: true, gigMorning: false } } }),
  'POST /api/me/push-subscriptions': () => ({ body: createPushSubscription() }),
  'DELETE /api/me/push-subscriptions/:subscriptionId': async ({ callers, band }, role) => {
    const { body } = await callers[role].post('/api/me/push-subscriptions', createPushSubscription())
    return { params: { subscriptionId: body.id ?? band.id } }
  },
  'PUT /api/me/free-months/:month': () => ({ params: { month: '2027-03' } }),
  'DELETE /api/me/free-months/:month': () => ({ params: { month: '2027-03' } }),
  'GET /images/:file': createPicture,
}
