// A valid request for every endpoint that needs input and is about events: the events themselves, options, series, answers, practised and
// played songs, gig sheets, lifts, free dates, availability, notice recipients and feeds.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, EndpointRequest, ValidRequestMakers, CallerRole } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createTestPractice } from './builders.ts'
import { createBandRequest, targetMembershipRole } from './request-params.ts'
import { testClock } from './test-clock.ts'

async function createSongOfTodaysPractice(fixture: AccessFixture) {
  const today = { date: todayInLondon(testClock.now()) }
  const { id: eventId } = await createTestPractice(fixture.callers.owner, fixture.band.id, today)
  return { bandId: fixture.band.id, eventId, songId: await createTestSongId(fixture) }
}

export const marchRange = { startDate: '2027-03-01', endDate: '2027-03-31' }
const evening = { date: '2027-03-05', startTime: '19:00', endTime: '22:00' }
const practice = { type: 'practice', ...evening, location: 'Unit 4, Elm Road' }
const series = { event: practice, repeat: { every: 'week', until: '2027-03-26' } }

async function createEvent({ callers, band }: AccessFixture): Promise<EndpointRequest> {
  return { params: { bandId: band.id, eventId: (await createTestPractice(callers.owner, band.id)).id } }
}

/** A gig, even if generated requests have removed gigs from the band's event types. */
async function createGig(fixture: AccessFixture): Promise<EndpointRequest> {
  const request = await createEvent(fixture)
  await fixture.server.services.db`update events set type = 'gig' where id = ${request.params?.['eventId'] as string}`
  return request
}

async function createGigOfToday(fixture: AccessFixture): Promise<EndpointRequest> {
  const { bandId, eventId, songId } = await createSongOfTodaysPractice(fixture)
  await fixture.server.services.db`update events set type = 'gig' where id = ${eventId}`
  return { params: { bandId, eventId }, body: { items: [{ songId }, { title: 'Happy Birthday' }] } }
}

/** The path parameters of a gig, and of the membership of the role in its band. */
async function createGigToDriveTo(fixture: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { params } = await createGig(fixture)
  return { params: { ...params, membershipId: fixture.memberships[targetMembershipRole(role)].id } }
}

async function createSheetLink(fixture: AccessFixture): Promise<EndpointRequest> {
  const { params } = await createGig(fixture)
  const path = fillPath('/api/bands/:bandId/events/:eventId/gig-sheet/share', params)
  const { url } = (await fixture.callers.owner.post(path)).body
  return { params: { token: new URL(url).pathname.slice('/sheet/'.length) } }
}

async function createSeries({ callers, band }: AccessFixture): Promise<Record<string, string>> {
  const { body } = await callers.owner.post(`/api/bands/${band.id}/event-series`, series)
  return { bandId: band.id, seriesId: body.seriesId }
}

/** The path parameters of an event, and of the membership of the role in its band. */
async function createEventToAnswer(fixture: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { params } = await createEvent(fixture)
  return { params: { ...params, membershipId: fixture.memberships[targetMembershipRole(role)].id } }
}

async function createAnswerLink(fixture: AccessFixture): Promise<EndpointRequest> {
  const { params } = await createEvent(fixture)
  const claim = { membershipId: fixture.memberships.member.id, eventId: params?.['eventId'] as string }
  return { params: { token: fixture.server.services.links.signLink('answer', [claim.membershipId, claim.eventId]) } }
}

async function createDeletedEvent(fixture: AccessFixture): Promise<EndpointRequest> {
  const { params } = await createEvent(fixture)
  await fixture.callers.owner.delete(fillPath('/api/bands/:bandId/events/:eventId', params))
  return { params: params ?? {} }
}

async function createOptions({ callers, band }: AccessFixture): Promise<{ optionGroupId: string; eventId: string }> {
  const { date: _, ...event } = practice
  const dates = ['2027-03-05', '2027-03-06']
  const { body } = await callers.owner.post(`/api/bands/${band.id}/event-options`, { event, dates })
  return { optionGroupId: body.optionGroupId, eventId: body.events[0].id }
}

async function createConfirmedOption(fixture: AccessFixture): Promise<EndpointRequest> {
  const { callers, band } = fixture
  const { eventId } = await createOptions(fixture)
  await callers.owner.patch(`/api/bands/${band.id}/events/${eventId}`, { status: 'confirmed' })
  return { params: { bandId: band.id, eventId } }
}

async function createFeed({ callers, band }: AccessFixture): Promise<EndpointRequest> {
  const { body } = await callers.owner.get(`/api/bands/${band.id}/calendar/url`)
  return { params: { file: new URL(body.urls.full).pathname.slice('/feeds/'.length) } }
}

export const validEventRequests: ValidRequestMakers = {
  'GET /api/bands/:bandId/members/:memberId/events': ({ band, memberships }, role) => ({
    params: { bandId: band.id, memberId: memberships[targetMembershipRole(role)].id },
  }),
  'GET /api/bands/:bandId/calendar': createBandRequest({ query: marchRange }),
  'GET /api/bands/:bandId/events': createBandRequest({ query: marchRange }),
  'POST /api/bands/:bandId/events': createBandRequest({ body: practice }),
  'PATCH /api/bands/:bandId/events/:eventId': async (fixture) => ({
    ...(await createEvent(fixture)),
    body: { title: 'Set two' },
  }),
  'GET /api/bands/:bandId/events/:eventId': createEvent,
  'DELETE /api/bands/:bandId/events/:eventId': createEvent,
  'POST /api/bands/:bandId/events/:eventId/restore': createDeletedEvent,
  'POST /api/bands/:bandId/events/:eventId/undo-confirmation': createConfirmedOption,
  'POST /api/bands/:bandId/events/check-conflicts': createBandRequest({ body: { type: 'practice', ...evening } }),
  'POST /api/bands/:bandId/event-options': ({ band }) => {
    const { date: _, ...event } = practice
    return { params: { bandId: band.id }, body: { event, dates: ['2027-03-05', '2027-03-06'] } }
  },
  'POST /api/bands/:bandId/event-series': createBandRequest({ body: series }),
  'POST /api/bands/:bandId/event-series/check-conflicts': createBandRequest({ body: series }),
  'PATCH /api/bands/:bandId/event-series/:seriesId': async (fixture) => ({
    params: await createSeries(fixture),
    body: { from: practice.date, changes: { title: 'Set two' } },
  }),
  'DELETE /api/bands/:bandId/event-series/:seriesId': async (fixture) => ({
    params: await createSeries(fixture),
    query: { from: practice.date },
  }),
  'GET /api/bands/:bandId/free-dates': createBandRequest({ query: marchRange }),
  'GET /api/bands/:bandId/events/:eventId/history': createEvent,
  'GET /api/bands/:bandId/clashes': createBandRequest({ query: marchRange }),
  'GET /api/bands/:bandId/events/:eventId/answers': createEvent,
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': async (fixture, role) => ({
    ...(await createEventToAnswer(fixture, role)),
    body: { answer: 'yes' },
  }),
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': createEventToAnswer,
  'GET /api/bands/:bandId/option-groups/:optionGroupId': async (fixture) => ({
    params: { bandId: fixture.band.id, optionGroupId: (await createOptions(fixture)).optionGroupId },
  }),
  'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId': async (fixture, role) => {
    const { optionGroupId, eventId } = await createOptions(fixture)
    const membershipId = fixture.memberships[targetMembershipRole(role)].id
    return {
      params: { bandId: fixture.band.id, optionGroupId, membershipId },
      body: { answers: [{ eventId, answer: 'yes' }] },
    }
  },
  'POST /api/bands/:bandId/events/:eventId/nudge': createEvent,
  'GET /api/answer-links/:token': createAnswerLink,
  'POST /api/answer-links/:token': async (fixture) => ({
    ...(await createAnswerLink(fixture)),
    body: { answer: 'no' },
  }),
  'GET /answer/:token': createAnswerLink,
  'POST /answer/:token': async (fixture) => ({ ...(await createAnswerLink(fixture)), body: { answer: 'no' } }),
  'GET /api/bands/:bandId/events/:eventId/readers': createEvent,
  'GET /api/bands/:bandId/events/:eventId/notice-recipients': createEvent,
  'GET /api/bands/:bandId/notice-reach': createBandRequest({ query: { group: 'asked' } }),
  'GET /api/bands/:bandId/availability': createBandRequest({ query: { month: '2027-03' } }),
  'GET /feeds/:file': createFeed,
  'GET /api/bands/:bandId/events/:eventId/brief': createEvent,
  'GET /api/bands/:bandId/events/:eventId/practised': createEvent,
  'PUT /api/bands/:bandId/events/:eventId/practised': async (fixture) => {
    const { bandId, eventId, songId } = await createSongOfTodaysPractice(fixture)
    return { params: { bandId, eventId }, body: { songIds: [songId] } }
  },
  'PUT /api/bands/:bandId/events/:eventId/practised/:songId': async (fixture) => ({
    params: await createSongOfTodaysPractice(fixture),
  }),
  'DELETE /api/bands/:bandId/events/:eventId/practised/:songId': async (fixture) => ({
    params: await createSongOfTodaysPractice(fixture),
  }),
  'GET /api/bands/:bandId/events/:eventId/gig-sheet': createGig,
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': async (fixture) => ({
    ...(await createGig(fixture)),
    body: { times: [{ time: '17:00', label: 'Load-in' }], feePence: 30_000 },
  }),
  'GET /api/bands/:bandId/events/:eventId/gig-sheet/share': createGig,
  'POST /api/bands/:bandId/events/:eventId/gig-sheet/share': createGig,
  'DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share': createGig,
  'GET /api/sheets/:token': createSheetLink,
  'GET /api/bands/:bandId/venues': createBandRequest({ query: { q: 'Unit' } }),
  'GET /api/bands/:bandId/events/:eventId/lifts': createGig,
  'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId': async (fixture, role) => ({
    ...(await createGigToDriveTo(fixture, role)),
    body: { mode: 'drives', seats: 3, from: 'Hyde Park', leavesAt: '16:10' },
  }),
  'DELETE /api/bands/:bandId/events/:eventId/lifts/:membershipId': createGigToDriveTo,
  'GET /api/bands/:bandId/events/:eventId/played': createGig,
  'PUT /api/bands/:bandId/events/:eventId/played': createGigOfToday,
  'GET /api/bands/:bandId/events/:eventId/played.csv': createGig,
  'GET /api/bands/:bandId/unreported-gigs': createBandRequest({}),
}
