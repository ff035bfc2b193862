// Long because it is one table: a band with a client in each role, and a valid request for every endpoint. Tests that iterate over
// all endpoints use it and fail for an endpoint without a request.

import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { api } from '@gaffer/domain/api'
import type { Band } from '@gaffer/domain/band'
import { todayInLondon } from '@gaffer/domain/dates'
import { fillPath, type EndpointDefinition } from '@gaffer/domain/endpoint'
import type { Membership } from '@gaffer/domain/member'
import { makeAnswerToken } from '#http/auth/answer-token.ts'
import { makeUnsubscribeToken } from '#http/auth/unsubscribe-token.ts'
import { aBandFile } from './band-files.ts'
import { aBand, aPractice, joinBand } from './builders.ts'
import type { Answer, TestClient } from './test-client.ts'
import { depRequests } from './dep-requests.ts'
import { spotifyRequests } from './spotify-requests.ts'
import { aPhone, type TestServer } from './test-server.ts'

/** Invited members are no role here: they have no account before they accept. */
export const roles = ['nobody', 'outsider', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export type AccessFixture = {
  server: TestServer
  band: Band
  callers: Record<Role, TestClient>
  /** A platform admin who is in no band. */
  platformAdmin: TestClient
  memberships: Record<Exclude<Role, 'nobody' | 'outsider'>, Membership>
}

export async function createAccessFixture(server: TestServer): Promise<AccessFixture> {
  // The first account of an empty database becomes platform admin.
  const platformAdmin = await server.createUser({ firstName: 'Pat' })
  const owner = await server.createUser({ firstName: 'Olive' })
  const admin = await server.createUser({ firstName: 'Ada' })
  const member = await server.createUser({ firstName: 'Mo' })
  const { membership, ...band } = await aBand(owner)
  const memberships = {
    owner: membership,
    admin: await joinBand(owner, band.id, admin),
    member: await joinBand(owner, band.id, member),
  }
  const { id } = memberships.admin
  await owner.patch(`/api/bands/${band.id}/members/${id}`, { access: 'admin' })
  const outsider = await server.createUser({ firstName: 'Otto' })
  const callers = { nobody: server.newClient(), outsider, member, admin, owner }
  return { server, band, callers, platformAdmin, memberships }
}

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** A client of its own, for endpoints that end a session or an account. */
  as?: TestClient
}

export type Make = (scene: AccessFixture, role: Role) => Request | Promise<Request>

const range = { startDate: '2027-03-01', endDate: '2027-03-31' }
const evening = { date: '2027-03-05', startTime: '19:00', endTime: '22:00' }
const practice = { type: 'practice', ...evening, location: 'Unit 4, Elm Road' }
const series = { event: practice, repeat: { every: 'week', until: '2027-03-26' } }
const away = { type: 'unavailable', date: '2027-03-05' }
const profile = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
const uniqueSong = () => ({ title: `Paranoid ${randomUUID()}`, artist: 'Black Sabbath' })

const inBand =
  (more: Omit<Request, 'params'> = {}) =>
  ({ band }: AccessFixture) => ({ params: { bandId: band.id }, ...more })

/** A connected calendar of a user who has no other: the number per user is limited. */
async function aCalendar({ server, band }: AccessFixture, role: Role): Promise<Request & { as?: TestClient }> {
  if (role === 'nobody') return { params: { calendarId: band.id } }
  const as = await server.createUser()
  const { body } = await as.post('/api/me/calendars', { url: server.exampleCalendarUrl, name: 'Work' })
  return { as, params: { calendarId: body.id } }
}

/** The role whose membership a request names: for roles outside the band the owner's. */
const insider = (role: Role) => (role === 'nobody' || role === 'outsider' ? 'owner' : role)

async function invitation({ callers: { owner }, band }: AccessFixture): Promise<string> {
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

async function songOf({ callers, band }: AccessFixture): Promise<string> {
  return (await callers.owner.post(`/api/bands/${band.id}/songs`, uniqueSong())).body.id
}

const withSong =
  (body: (membershipId: string) => unknown): Make =>
  async (scene, role) => ({
    params: { bandId: scene.band.id, songId: await songOf(scene) },
    body: body(scene.memberships[insider(role)].id),
  })

async function aSetlist({ callers, band }: AccessFixture): Promise<{ params: Record<string, string> }> {
  const { id } = (await callers.owner.post(`/api/bands/${band.id}/setlists`, { name: 'Set one' })).body
  return { params: { bandId: band.id, setlistId: id } }
}

async function ownDays({ callers, band }: AccessFixture, role: Role): Promise<Request> {
  const caller = callers[role === 'nobody' ? 'owner' : role]
  const { body } = await caller.post('/api/me/events', away)
  return { params: { eventId: body.id ?? band.id } }
}

async function anEvent({ callers, band }: AccessFixture): Promise<Request> {
  return { params: { bandId: band.id, eventId: (await aPractice(callers.owner, band.id)).id } }
}

/** A gig, also where generated requests left the band without gigs among its event types. */
async function aGig(scene: AccessFixture): Promise<Request> {
  const request = await anEvent(scene)
  await scene.server.deps.db`update events set type = 'gig' where id = ${request.params?.['eventId'] as string}`
  return request
}

async function aSheetLink(scene: AccessFixture): Promise<Request> {
  const { params } = await aGig(scene)
  const path = fillPath('/api/bands/:bandId/events/:eventId/gig-sheet/share', params)
  const { url } = (await scene.callers.owner.post(path)).body
  return { params: { token: new URL(url).pathname.slice('/sheet/'.length) } }
}

async function aSeries({ callers, band }: AccessFixture): Promise<Record<string, string>> {
  const { body } = await callers.owner.post(`/api/bands/${band.id}/event-series`, series)
  return { bandId: band.id, seriesId: body.seriesId }
}

/** The event, and the membership of the role in its band. */
async function anEventToAnswer(scene: AccessFixture, role: Role): Promise<Request> {
  const { params } = await anEvent(scene)
  return { params: { ...params, membershipId: scene.memberships[insider(role)].id } }
}

async function anAnswerLink(scene: AccessFixture): Promise<Request> {
  const { params } = await anEvent(scene)
  const claim = { membershipId: scene.memberships.member.id, eventId: params?.['eventId'] as string }
  return { params: { token: makeAnswerToken(scene.server.deps.keys, claim) } }
}

function anUnsubscribeLink({ server, callers: { member } }: AccessFixture): Request {
  const claim = { userId: member.user.id, group: 'changes' as const }
  return { params: { token: makeUnsubscribeToken(server.deps.keys, claim) } }
}

async function aDeletedEvent(scene: AccessFixture): Promise<Request> {
  const { params } = await anEvent(scene)
  await scene.callers.owner.delete(fillPath('/api/bands/:bandId/events/:eventId', params))
  return { params: params ?? {} }
}

async function deletedOwnDays(scene: AccessFixture, role: Role): Promise<Request> {
  const { params } = await ownDays(scene, role)
  await scene.callers[role === 'nobody' ? 'owner' : role].delete(fillPath('/api/me/events/:eventId', params))
  return { params: params ?? {} }
}

async function aFeed({ callers, band }: AccessFixture): Promise<Request> {
  const { body } = await callers.owner.get(`/api/bands/${band.id}/calendar/url`)
  return { params: { file: new URL(body.urls.full).pathname.slice('/feeds/'.length) } }
}

// A PNG of one opaque pixel.
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function aPicture({ server }: AccessFixture): Promise<Request> {
  const person = await server.createUser()
  const { body } = await person.put('/api/me', { ...profile, avatarUrl: pixel })
  return { params: { file: (body.user.avatarUrl as string).slice('/images/'.length) } }
}

async function aSession({ server, band }: AccessFixture, role: Role): Promise<Request> {
  if (role === 'nobody') return { params: { sessionId: band.id } }
  const as = await server.createUser()
  const { body } = await as.get('/api/me/sessions')
  return { as, params: { sessionId: body[0].id } }
}

async function anIdentity({ server, band }: AccessFixture, role: Role): Promise<Request> {
  if (role === 'nobody') return { params: { identityId: band.id } }
  const as = await server.createUser()
  const { id } = as.user
  await server.deps
    .db`insert into identities (issuer, subject, user_id) values ('https://google.example', ${id}, ${id})`
  return { as, params: { identityId: (await as.get('/api/me/identities')).body[0].id } }
}

const leaving = async ({ server }: AccessFixture, role: Role): Promise<Request> => ({
  as: role === 'nobody' ? server.newClient() : await server.createUser(),
})

/** A browser's new subscription at a push service. */
function aPushSubscription() {
  const pair = createECDH('prime256v1')
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  return { endpoint: `https://push.example.org/${randomUUID()}`, keys }
}

/** Keyed by method and path. */
export const validRequests: Record<string, Make> = {
  'POST /auth/phone/send-code': () => ({ body: { phone: aPhone() } }),
  'POST /auth/phone/verify-code': () => ({ body: { phone: aPhone(), code: '123456' } }),
  'POST /auth/invite': async (scene) => ({ body: { token: await invitation(scene) } }),
  'GET /auth/google': () => ({}),
  'GET /auth/google/callback': () => ({ query: { error: 'access_denied' } }),
  'GET /auth/invite': () => ({}),
  'GET /auth/pending-identity': () => ({}),
  'DELETE /auth/pending-identity': () => ({}),
  'GET /auth/debug': () => ({}),
  'POST /auth/token': () => ({}),
  'POST /auth/logout': leaving,

  'GET /api/me': () => ({}),
  'PUT /api/me': () => ({ body: profile }),
  'GET /api/me/export': () => ({}),
  'DELETE /api/me': leaving,
  'GET /api/me/sessions': () => ({}),
  'DELETE /api/me/sessions/:sessionId': aSession,
  'GET /api/me/identities': () => ({}),
  'DELETE /api/me/identities/:identityId': anIdentity,
  'GET /api/me/events': () => ({ query: range }),
  'POST /api/me/events': () => ({ body: away }),
  'PATCH /api/me/events/:eventId': async (scene, role) => ({
    ...(await ownDays(scene, role)),
    body: { notes: 'Hull' },
  }),
  'DELETE /api/me/events/:eventId': ownDays,
  'POST /api/me/events/:eventId/restore': deletedOwnDays,

  'GET /api/me/calendars': () => ({}),
  'POST /api/me/calendars': async ({ server }, role) => ({
    ...(role !== 'nobody' && { as: await server.createUser() }),
    body: { url: server.exampleCalendarUrl, name: 'Work' },
  }),
  'PATCH /api/me/calendars/:calendarId': async (scene, role) => ({
    ...(await aCalendar(scene, role)),
    body: { name: 'Day job' },
  }),
  'DELETE /api/me/calendars/:calendarId': aCalendar,
  'POST /api/me/calendars/:calendarId/refresh': aCalendar,
  'GET /api/me/calendar/url': () => ({}),
  'POST /api/me/calendar/url/rotate': () => ({}),

  'POST /api/bands': () => ({ body: { name: 'The Foxes' } }),
  'POST /api/bands/import': () => ({ body: aBandFile() }),
  'GET /api/bands/:bandId/export': inBand(),
  'GET /api/bands/:bandId': inBand(),
  'PATCH /api/bands/:bandId': inBand({ body: { description: 'Loud' } }),
  'GET /api/bands/:bandId/members': inBand(),
  'PATCH /api/bands/:bandId/members/:memberId': ({ band, memberships }, role) => ({
    params: { bandId: band.id, memberId: memberships[insider(role)].id },
    body: { displayName: 'Stage name' },
  }),

  'POST /api/bands/:bandId/members/invite': ({ band }) => ({
    params: { bandId: band.id },
    body: { email: `sal${aPhone()}@example.org`, role: 'Keyboards', displayName: 'Sal' },
  }),
  'DELETE /api/bands/:bandId/members/:memberId': async ({ server, band, callers }) => {
    const { id } = await joinBand(callers.owner, band.id, await server.createUser())
    return { params: { bandId: band.id, memberId: id }, body: { keepEventIds: [] } }
  },
  'GET /api/bands/:bandId/members/:memberId/events': ({ band, memberships }, role) => ({
    params: { bandId: band.id, memberId: memberships[insider(role)].id },
  }),
  'GET /api/bands/:bandId/activity': inBand(),

  'POST /api/bands/:bandId/invites/general': inBand(),
  'POST /api/bands/:bandId/invites/phone': ({ band }) => ({ params: { bandId: band.id }, body: { phone: aPhone() } }),
  'GET /api/bands/:bandId/invites': inBand(),
  'DELETE /api/bands/:bandId/invites/:inviteId': async (scene) => {
    await invitation(scene)
    const { body } = await scene.callers.owner.get(`/api/bands/${scene.band.id}/invites`)
    return { params: { bandId: scene.band.id, inviteId: body[0].id } }
  },
  'GET /api/invites/:token': async (scene) => ({ params: { token: await invitation(scene) } }),
  'POST /api/invites/:token/accept': async (scene, role) => ({
    params: { token: await invitation(scene) },
    ...(role === 'outsider' ? { as: await scene.server.createUser() } : {}),
  }),
  'POST /api/platform/invites': () => ({}),

  'GET /api/bands/:bandId/calendar': inBand({ query: range }),
  'GET /api/bands/:bandId/events': inBand({ query: range }),
  'POST /api/bands/:bandId/events': inBand({ body: practice }),
  'PATCH /api/bands/:bandId/events/:eventId': async (scene) => ({
    ...(await anEvent(scene)),
    body: { title: 'Set two' },
  }),
  'GET /api/bands/:bandId/events/:eventId': anEvent,
  'DELETE /api/bands/:bandId/events/:eventId': anEvent,
  'POST /api/bands/:bandId/events/:eventId/restore': aDeletedEvent,
  'POST /api/bands/:bandId/events/check-conflicts': inBand({ body: { type: 'practice', ...evening } }),

  'POST /api/bands/:bandId/event-options': ({ band }) => {
    const { date: _, ...event } = practice
    return { params: { bandId: band.id }, body: { event, dates: ['2027-03-05', '2027-03-06'] } }
  },
  'POST /api/bands/:bandId/event-series': inBand({ body: series }),
  'POST /api/bands/:bandId/event-series/check-conflicts': inBand({ body: series }),
  'PATCH /api/bands/:bandId/event-series/:seriesId': async (scene) => ({
    params: await aSeries(scene),
    body: { from: practice.date, changes: { title: 'Set two' } },
  }),
  'DELETE /api/bands/:bandId/event-series/:seriesId': async (scene) => ({
    params: await aSeries(scene),
    query: { from: practice.date },
  }),
  'GET /api/bands/:bandId/free-dates': inBand({ query: range }),
  'GET /api/bands/:bandId/events/:eventId/history': anEvent,
  'GET /api/bands/:bandId/clashes': inBand({ query: range }),
  'GET /api/bands/:bandId/events/:eventId/answers': anEvent,
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': async (scene, role) => ({
    ...(await anEventToAnswer(scene, role)),
    body: { answer: 'yes' },
  }),
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': anEventToAnswer,
  'POST /api/bands/:bandId/events/:eventId/nudge': anEvent,
  'GET /api/answer-links/:token': anAnswerLink,
  'POST /api/answer-links/:token': async (scene) => ({ ...(await anAnswerLink(scene)), body: { answer: 'no' } }),
  'GET /answer/:token': anAnswerLink,
  'POST /answer/:token': async (scene) => ({ ...(await anAnswerLink(scene)), body: { answer: 'no' } }),
  'GET /unsubscribe/:token': anUnsubscribeLink,
  'POST /unsubscribe/:token': (scene) => ({ ...anUnsubscribeLink(scene), body: { 'List-Unsubscribe': 'One-Click' } }),
  'POST /api/me/email': () => ({ body: { email: `mo${randomUUID()}@example.org` } }),
  'POST /api/me/email/verify': () => ({ body: { code: '123456' } }),
  'DELETE /api/me/email': () => ({}),
  'GET /api/me/notices': () => ({}),
  'POST /api/me/notices/read': () => ({ body: { upTo: randomUUID() } }),
  'GET /api/me/notice-settings': () => ({}),
  'PUT /api/me/notice-settings': () => ({ body: { reminders: { eveningBefore: true, gigMorning: false } } }),
  'GET /api/me/push-subscriptions': () => ({}),
  'POST /api/me/push-subscriptions': () => ({ body: aPushSubscription() }),
  'DELETE /api/me/push-subscriptions/:subscriptionId': async ({ callers, band }, role) => {
    const { body } = await callers[role].post('/api/me/push-subscriptions', aPushSubscription())
    return { params: { subscriptionId: body.id ?? band.id } }
  },
  'GET /api/bands/:bandId/events/:eventId/readers': anEvent,
  'GET /api/bands/:bandId/availability': inBand({ query: { month: '2027-03' } }),
  'PUT /api/me/free-months/:month': () => ({ params: { month: '2027-03' } }),
  'DELETE /api/me/free-months/:month': () => ({ params: { month: '2027-03' } }),

  'GET /api/bands/:bandId/calendar/export/ical': inBand(),
  'GET /api/bands/:bandId/calendar/url': inBand(),
  'POST /api/bands/:bandId/calendar/url/rotate': inBand(),
  'GET /feeds/:file': aFeed,

  'GET /api/bands/:bandId/songs': inBand(),
  'POST /api/bands/:bandId/songs': (scene) => ({ params: { bandId: scene.band.id }, body: uniqueSong() }),
  'PATCH /api/bands/:bandId/songs/:songId': withSong(() => ({ key: 'F# minor', tempo: 120 })),
  'DELETE /api/bands/:bandId/songs/:songId': withSong(() => undefined),
  'POST /api/bands/:bandId/songs/:songId/restore': async (scene) => {
    const params = { bandId: scene.band.id, songId: await songOf(scene) }
    await scene.callers.owner.delete(fillPath('/api/bands/:bandId/songs/:songId', params))
    return { params }
  },
  'POST /api/bands/:bandId/songs/:songId/readiness': withSong((membershipId) => ({ membershipId, status: 'green' })),
  'POST /api/bands/:bandId/songs/:songId/veto': withSong((membershipId) => ({ membershipId })),
  'DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId': async (scene, role) => {
    const [songId, membershipId] = [await songOf(scene), scene.memberships[insider(role)].id]
    const params = { bandId: scene.band.id, songId }
    await scene.callers[insider(role)].post(fillPath('/api/bands/:bandId/songs/:songId/veto', params), { membershipId })
    return { params: { ...params, membershipId } }
  },

  'GET /api/bands/:bandId/setlists': inBand(),
  'POST /api/bands/:bandId/setlists': inBand({ body: { name: 'Set one', items: [{ label: 'Break' }] } }),
  'GET /api/bands/:bandId/setlists/:setlistId': aSetlist,
  'PATCH /api/bands/:bandId/setlists/:setlistId': async (scene) => ({
    ...(await aSetlist(scene)),
    body: { name: 'Set two', items: [{ songId: await songOf(scene) }] },
  }),
  'DELETE /api/bands/:bandId/setlists/:setlistId': aSetlist,
  'POST /api/bands/:bandId/setlists/:setlistId/restore': async (scene) => {
    const { params } = await aSetlist(scene)
    await scene.callers.owner.delete(fillPath('/api/bands/:bandId/setlists/:setlistId', params))
    return { params }
  },
  'GET /api/bands/:bandId/events/:eventId/brief': anEvent,
  'GET /api/bands/:bandId/events/:eventId/practised': anEvent,
  'PUT /api/bands/:bandId/events/:eventId/practised': async (scene) => {
    const today = { date: todayInLondon(new Date()) }
    const { id: eventId } = await aPractice(scene.callers.owner, scene.band.id, today)
    return { params: { bandId: scene.band.id, eventId }, body: { songIds: [await songOf(scene)] } }
  },
  'GET /api/bands/:bandId/events/:eventId/gig-sheet': aGig,
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': async (scene) => ({
    ...(await aGig(scene)),
    body: { times: [{ time: '17:00', label: 'Load-in' }], feePence: 30_000 },
  }),
  'GET /api/bands/:bandId/events/:eventId/gig-sheet/share': aGig,
  'POST /api/bands/:bandId/events/:eventId/gig-sheet/share': aGig,
  'DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share': aGig,
  'GET /api/sheets/:token': aSheetLink,

  'GET /api/me/live': () => ({}),

  ...spotifyRequests,
  ...depRequests,

  'GET /images/:file': aPicture,
  'GET /api/settings': () => ({}),
  'GET /healthz': () => ({}),
  'GET /readyz': () => ({}),
  'GET /metrics': () => ({}),
}

export function nameOf({ method, path }: EndpointDefinition): string {
  return `${method} ${path}`
}

const endpoints = new Map(Object.values(api).map((endpoint: EndpointDefinition) => [nameOf(endpoint), endpoint]))

export function findEndpoint(name: string): EndpointDefinition {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`Unknown endpoint ${name}`)
  return endpoint
}

/** A valid request to the endpoint from a client in the role. */
export async function validRequest(
  scene: AccessFixture,
  name: string,
  role: Role,
): Promise<Request & { as: TestClient }> {
  const make = validRequests[name]
  if (!make) throw new Error(`No valid request for ${name}: add one to validRequests`)
  return { as: scene.callers[role], ...(await make(scene, role)) }
}

export function sendRequest(
  name: string,
  { as, params, query, body, headers }: Request & { as: TestClient },
  moreHeaders: Record<string, string> = {},
): Promise<Answer> {
  const { method, path } = findEndpoint(name)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return as.send(method, fillPath(path, params) + search, body, { ...headers, ...moreHeaders })
}
