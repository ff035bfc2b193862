// Long because it is one table: the status of every served endpoint for every role, with a valid request.

import { beforeAll, expect, test } from 'vitest'
import { callerRoles, type AccessFixture } from '#testing/access-roles.ts'
import {
  createAccessFixture,
  getEndpoint,
  endpointNameOf,
  sendRequest,
  makeValidRequest,
} from '#testing/access-fixture.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let scene: AccessFixture
beforeAll(async () => {
  scene = await createAccessFixture(server())
})

/** Statuses in the order of the roles: signed out, outsider, member, admin, owner. */
type Statuses = [number, number, number, number, number]
const anybody = (status: number): Statuses => [status, status, status, status, status]
const signedIn = (status: number): Statuses => [401, status, status, status, status]
const members = (status: number): Statuses => [401, 404, status, status, status]
const inviters = (status: number): Statuses => [401, 404, 403, status, status]
const owners = (status: number): Statuses => [401, 404, 403, 403, status]
/** None of these roles is a platform admin. */
const platformAdmins: Statuses = [401, 403, 403, 403, 403]

const matrix: Record<string, Statuses> = {
  'POST /auth/phone/send-code': anybody(202),
  // The code in the request is wrong.
  'POST /auth/phone/verify-code': anybody(401),
  'POST /auth/invite': anybody(204),
  'GET /auth/google': anybody(302),
  'GET /auth/google/callback': anybody(302),
  'GET /auth/invite': anybody(200),
  'GET /auth/pending-identity': anybody(200),
  'DELETE /auth/pending-identity': anybody(204),
  'GET /auth/debug': anybody(200),
  'POST /auth/token': signedIn(200),
  'POST /auth/logout': anybody(204),

  'GET /api/me': signedIn(200),
  'PUT /api/me': signedIn(200),
  'POST /api/me/pictures': signedIn(201),
  'GET /api/me/export': signedIn(200),
  'DELETE /api/me': signedIn(204),
  'GET /api/me/sessions': signedIn(200),
  'DELETE /api/me/sessions/:sessionId': signedIn(204),
  'GET /api/me/identities': signedIn(200),
  'DELETE /api/me/identities/:identityId': signedIn(204),
  'OPTIONS /api/me/uploads': signedIn(204),
  'POST /api/me/uploads': signedIn(201),
  'HEAD /api/me/uploads/:uploadId': signedIn(200),
  'PATCH /api/me/uploads/:uploadId': signedIn(204),
  'DELETE /api/me/uploads/:uploadId': signedIn(204),
  // The caller's own import.
  'GET /api/me/imports/:importId': signedIn(200),
  'GET /api/me/events': signedIn(200),
  'POST /api/me/events': signedIn(201),
  'PATCH /api/me/events/:eventId': signedIn(200),
  'DELETE /api/me/events/:eventId': signedIn(204),
  'POST /api/me/events/:eventId/restore': signedIn(200),

  'GET /api/me/calendars': signedIn(200),
  'POST /api/me/calendars': signedIn(201),
  'PATCH /api/me/calendars/:calendarId': signedIn(200),
  'DELETE /api/me/calendars/:calendarId': signedIn(204),
  'POST /api/me/calendars/:calendarId/refresh': signedIn(200),
  'GET /api/me/calendar/url': signedIn(200),
  'POST /api/me/calendar/url/rotate': signedIn(200),

  'POST /api/bands': signedIn(201),
  'POST /api/bands/import': signedIn(201),
  'GET /api/bands/:bandId/export': owners(200),
  'GET /api/bands/:bandId/export.zip': owners(200),
  'GET /api/bands/:bandId': members(200),
  'PATCH /api/bands/:bandId': members(200),
  'GET /api/bands/:bandId/members': members(200),
  'PATCH /api/bands/:bandId/members/:memberId': members(200),

  'POST /api/bands/:bandId/members/invite': inviters(201),
  'DELETE /api/bands/:bandId/members/:memberId': inviters(204),
  'POST /api/bands/:bandId/leave': members(204),
  'GET /api/bands/:bandId/members/:memberId/events': members(200),
  'GET /api/bands/:bandId/activity': members(200),

  'POST /api/bands/:bandId/invites/general': inviters(201),
  'POST /api/bands/:bandId/invites/phone': inviters(201),
  'GET /api/bands/:bandId/invites': inviters(200),
  'DELETE /api/bands/:bandId/invites/:inviteId': inviters(204),
  'GET /api/invites/:token': anybody(200),
  'POST /api/invites/:token/accept': signedIn(200),
  'POST /api/platform/invites': platformAdmins,

  'GET /api/bands/:bandId/calendar': members(200),
  'GET /api/bands/:bandId/events': members(200),
  'POST /api/bands/:bandId/events': members(201),
  'GET /api/bands/:bandId/events/:eventId': members(200),
  'PATCH /api/bands/:bandId/events/:eventId': members(200),
  'DELETE /api/bands/:bandId/events/:eventId': members(204),
  'POST /api/bands/:bandId/events/:eventId/restore': members(200),
  'POST /api/bands/:bandId/events/check-conflicts': members(200),

  'POST /api/bands/:bandId/event-options': members(201),
  'POST /api/bands/:bandId/events/:eventId/undo-confirmation': members(200),
  'POST /api/bands/:bandId/event-series': members(201),
  'POST /api/bands/:bandId/event-series/check-conflicts': members(200),
  'PATCH /api/bands/:bandId/event-series/:seriesId': members(200),
  'DELETE /api/bands/:bandId/event-series/:seriesId': members(204),
  'GET /api/bands/:bandId/free-dates': members(200),
  'GET /api/bands/:bandId/events/:eventId/history': members(200),
  'GET /api/bands/:bandId/clashes': members(200),
  'GET /api/bands/:bandId/events/:eventId/answers': members(200),
  'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId': members(200),
  'DELETE /api/bands/:bandId/events/:eventId/answers/:membershipId': members(204),
  'GET /api/bands/:bandId/option-groups/:optionGroupId': members(200),
  'PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId': members(200),
  'POST /api/bands/:bandId/events/:eventId/nudge': inviters(202),
  // The URL contains the answer token.
  'GET /api/answer-links/:token': anybody(200),
  'POST /api/answer-links/:token': anybody(200),
  'GET /answer/:token': anybody(200),
  'POST /answer/:token': anybody(200),
  'GET /api/bands/:bandId/deps': members(200),
  'POST /api/bands/:bandId/deps': inviters(201),
  'PATCH /api/bands/:bandId/deps/:depId': inviters(200),
  'DELETE /api/bands/:bandId/deps/:depId': inviters(204),
  'GET /api/bands/:bandId/events/:eventId/dep-requests': members(200),
  'POST /api/bands/:bandId/events/:eventId/dep-requests': inviters(201),
  'DELETE /api/bands/:bandId/events/:eventId/dep-requests/:requestId': inviters(204),
  // The URL contains the token of a dep's link.
  'GET /api/dep-links/:token': anybody(200),
  'GET /api/dep-links/:token/charts': anybody(200),
  'GET /api/dep-links/:token/charts/:chartId/content': anybody(200),
  'POST /api/dep-links/:token': anybody(200),
  'DELETE /api/dep-links/:token': anybody(204),
  'GET /dep/:token.ics': anybody(200),
  'GET /unsubscribe/:token': anybody(200),
  'POST /unsubscribe/:token': anybody(200),
  'POST /api/me/email': signedIn(202),
  // The code in the request is wrong.
  'POST /api/me/email/verify': [401, 400, 400, 400, 400],
  'DELETE /api/me/email': signedIn(204),
  'GET /api/me/notices': signedIn(200),
  'POST /api/me/notices/read': signedIn(204),
  'GET /api/me/notice-settings': signedIn(200),
  'PUT /api/me/notice-settings': signedIn(200),
  'GET /api/me/push-subscriptions': signedIn(200),
  'POST /api/me/push-subscriptions': signedIn(201),
  'DELETE /api/me/push-subscriptions/:subscriptionId': signedIn(204),
  'GET /api/bands/:bandId/events/:eventId/readers': members(200),
  'GET /api/bands/:bandId/events/:eventId/notice-recipients': members(200),
  'GET /api/bands/:bandId/notice-reach': members(200),
  'GET /api/bands/:bandId/availability': members(200),
  'PUT /api/me/free-months/:month': signedIn(204),
  'DELETE /api/me/free-months/:month': signedIn(204),

  'GET /api/bands/:bandId/calendar/export/ical': members(200),
  'GET /api/bands/:bandId/calendar/url': members(200),
  'POST /api/bands/:bandId/calendar/url/rotate': members(200),
  // The URL contains the feed token.
  'GET /feeds/:file': anybody(200),

  'GET /api/bands/:bandId/songs': members(200),
  'POST /api/bands/:bandId/songs': members(201),
  'PATCH /api/bands/:bandId/songs/:songId': members(200),
  'DELETE /api/bands/:bandId/songs/:songId': members(204),
  'POST /api/bands/:bandId/songs/:songId/restore': members(200),
  'POST /api/bands/:bandId/songs/:songId/readiness': members(200),
  'POST /api/bands/:bandId/songs/:songId/veto': members(200),
  'DELETE /api/bands/:bandId/songs/:songId/veto/:membershipId': members(204),

  'OPTIONS /api/bands/:bandId/uploads': members(204),
  'POST /api/bands/:bandId/uploads': members(201),
  // The caller's own upload.
  'HEAD /api/bands/:bandId/uploads/:uploadId': members(200),
  'PATCH /api/bands/:bandId/uploads/:uploadId': members(204),
  'DELETE /api/bands/:bandId/uploads/:uploadId': members(204),
  'GET /api/bands/:bandId/storage': members(200),
  'GET /api/bands/:bandId/storage/deleted': inviters(200),
  'DELETE /api/bands/:bandId/storage/deleted/:fileId': inviters(204),

  'GET /api/bands/:bandId/songs/:songId/charts': members(200),
  'GET /api/bands/:bandId/setlists/:setlistId/charts': members(200),
  'POST /api/bands/:bandId/songs/:songId/charts': members(201),
  'GET /api/bands/:bandId/charts/:chartId': members(200),
  'GET /api/bands/:bandId/charts/:chartId/markup': members(200),
  'PUT /api/bands/:bandId/charts/:chartId/markup': members(200),
  // The caller's own chart; charts.test.ts tests the charts of other members.
  'PATCH /api/bands/:bandId/charts/:chartId': members(200),
  'GET /api/bands/:bandId/charts/:chartId/versions': members(200),
  'POST /api/bands/:bandId/charts/:chartId/versions/:version/restore': members(200),
  'DELETE /api/bands/:bandId/charts/:chartId': members(204),
  'POST /api/bands/:bandId/charts/:chartId/restore': members(200),
  'GET /api/bands/:bandId/charts/:chartId/content': members(200),

  'GET /api/bands/:bandId/recordings': members(200),
  'POST /api/bands/:bandId/recordings': members(201),
  'GET /api/bands/:bandId/recordings/:recordingId': members(200),
  'PATCH /api/bands/:bandId/recordings/:recordingId': members(200),
  // The caller's own recording; recordings.test.ts tests the recordings of other members.
  'DELETE /api/bands/:bandId/recordings/:recordingId': members(204),
  'POST /api/bands/:bandId/recordings/:recordingId/restore': members(200),
  'POST /api/bands/:bandId/recordings/:recordingId/marks': members(201),
  'PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId': members(200),
  'DELETE /api/bands/:bandId/recordings/:recordingId/marks/:markId': members(204),
  'GET /api/bands/:bandId/recordings/:recordingId/content': members(200),
  'GET /api/bands/:bandId/notes': members(200),
  'POST /api/bands/:bandId/notes': members(201),
  // The caller's own note; notes.test.ts tests the notes of other members.
  'PATCH /api/bands/:bandId/notes/:noteId': members(200),
  'DELETE /api/bands/:bandId/notes/:noteId': members(204),
  'PUT /api/bands/:bandId/notes/:noteId/votes': members(200),
  'POST /api/bands/:bandId/note-threads/read': members(204),
  'PUT /api/bands/:bandId/note-threads/mute': members(204),
  'POST /api/bands/:bandId/reports': members(202),
  'GET /api/bands/:bandId/events/:eventId/settlement': inviters(200),
  'PUT /api/bands/:bandId/events/:eventId/settlement': inviters(200),
  'POST /api/bands/:bandId/events/:eventId/settlement/settle': inviters(200),
  'POST /api/bands/:bandId/events/:eventId/settlement/reopen': inviters(200),
  // The caller's own ledger entries and expenses; ledger.test.ts tests those of other members.
  'GET /api/bands/:bandId/ledger': members(200),
  'POST /api/bands/:bandId/ledger': members(201),
  'POST /api/bands/:bandId/ledger/:entryId/reverse': inviters(201),
  'GET /api/bands/:bandId/ledger/:entryId/receipt': members(200),
  'GET /api/bands/:bandId/ledger/statement': members(200),
  'GET /api/bands/:bandId/unpaid-fees': members(200),
  'GET /api/bands/:bandId/events/:eventId/miles': members(200),
  'PUT /api/bands/:bandId/events/:eventId/miles': members(200),

  'GET /api/bands/:bandId/setlists': members(200),
  'POST /api/bands/:bandId/setlists': members(201),
  'GET /api/bands/:bandId/setlists/:setlistId': members(200),
  'PATCH /api/bands/:bandId/setlists/:setlistId': members(200),
  'DELETE /api/bands/:bandId/setlists/:setlistId': members(204),
  'POST /api/bands/:bandId/setlists/:setlistId/restore': members(200),
  'GET /api/bands/:bandId/events/:eventId/brief': members(200),
  'GET /api/bands/:bandId/events/:eventId/practised': members(200),
  'PUT /api/bands/:bandId/events/:eventId/practised': members(200),
  'PUT /api/bands/:bandId/events/:eventId/practised/:songId': members(204),
  'DELETE /api/bands/:bandId/events/:eventId/practised/:songId': members(204),
  'GET /api/bands/:bandId/events/:eventId/gig-sheet': members(200),
  'PUT /api/bands/:bandId/events/:eventId/gig-sheet': members(200),
  'GET /api/bands/:bandId/events/:eventId/gig-sheet/share': members(200),
  'POST /api/bands/:bandId/events/:eventId/gig-sheet/share': members(201),
  'DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share': members(204),
  'GET /api/bands/:bandId/venues': members(200),
  'GET /api/bands/:bandId/events/:eventId/lifts': members(200),
  // The caller's own lift; lifts.test.ts tests the lifts of other members.
  'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId': members(200),
  'DELETE /api/bands/:bandId/events/:eventId/lifts/:membershipId': members(204),
  'GET /api/bands/:bandId/events/:eventId/played': members(200),
  'PUT /api/bands/:bandId/events/:eventId/played': members(200),
  'GET /api/bands/:bandId/events/:eventId/played.csv': members(200),
  'GET /api/bands/:bandId/unreported-gigs': members(200),
  // The URL contains the token of the link.
  'GET /api/sheets/:token': anybody(200),

  'GET /api/bands/:bandId/public-page': members(200),
  'PUT /api/bands/:bandId/public-page': owners(200),
  'GET /api/bands/:bandId/public-page/slugs/:slug': owners(200),
  'POST /api/bands/:bandId/public-page/preview': owners(200),
  'GET /b/:slug': anybody(200),
  'GET /b/:slug.ics': anybody(200),
  'GET /b/:slug.rss': anybody(200),
  'GET /b/:slug.json': anybody(200),
  'GET /b/:slug/embed': anybody(200),
  // The band of the scene has no picture.
  'GET /b/:slug/picture.webp': anybody(404),
  'GET /b/:slug/share.png': anybody(200),
  'POST /b/:slug/enquiries': anybody(200),
  // The URL contains the token of the link in the mail.
  'GET /enquiry/:token': anybody(200),
  'POST /enquiry/:token': anybody(200),
  'GET /api/bands/:bandId/enquiries': inviters(200),
  'PATCH /api/bands/:bandId/enquiries/:enquiryId': inviters(200),
  'POST /api/bands/:bandId/enquiries/:enquiryId/pencil': inviters(201),
  'GET /sitemap.xml': anybody(200),
  'GET /robots.txt': anybody(200),

  'GET /api/spotify/auth': signedIn(200),
  'GET /api/spotify/callback': signedIn(200),
  'GET /api/spotify/callback.js': anybody(200),
  'GET /api/spotify/search': signedIn(200),
  'GET /api/spotify/playlists': signedIn(200),
  'GET /api/spotify/user': signedIn(200),
  'GET /api/spotify/playlists/:playlistId/tracks': signedIn(200),
  'POST /api/spotify/playlists/:playlistId/sync': members(200),
  'POST /api/spotify/playlists/:playlistId/tracks': signedIn(204),
  'DELETE /api/spotify/playlists/:playlistId/tracks/:spotifyId': signedIn(204),
  'DELETE /api/spotify/connection': signedIn(204),

  'GET /api/me/live': signedIn(200),

  'GET /images/:file': anybody(200),
  'GET /api/settings': anybody(200),
  'GET /healthz': anybody(200),
  'GET /readyz': anybody(200),
  // From loopback; metrics.test.ts tests other callers.
  'GET /metrics': anybody(200),
}

test('every served endpoint has a row in the access matrix, and every row an endpoint', () => {
  const served = server().app.served.map(({ endpoint }) => endpointNameOf(endpoint))
  expect(served.filter((name) => !(name in matrix))).toEqual([])
  for (const name of Object.keys(matrix)) expect(endpointNameOf(getEndpoint(name))).toBe(name)
})

test('exactly the endpoints with requiresSpotify in the domain use the guard for a Spotify connection', () => {
  for (const { endpoint, guardName } of server().app.served) {
    expect([endpointNameOf(endpoint), guardName === 'requireSpotify']).toEqual([
      endpointNameOf(endpoint),
      endpoint.requiresSpotify === true,
    ])
  }
})

test.each(Object.entries(matrix))(
  '%s answers a signed-out user, an outsider, a member, an admin and an owner with the statuses %j',
  async (name, expected) => {
    const answers = []
    for (const role of callerRoles) answers.push(await sendRequest(name, await makeValidRequest(scene, name, role)))
    expect(answers.map(({ status }) => status)).toEqual(expected)
    const { response: reply, method } = getEndpoint(name)
    if (method === 'HEAD') return
    for (const { status, body, text } of answers) {
      if (status < 400) {
        expect(reply?.safeParse(body).error?.issues).toBeUndefined()
        continue
      }
      expect(body).toEqual({
        code: expect.stringMatching(/^(not_(signed_in|allowed|found)|invalid_input)$/),
        message: expect.any(String),
        ...(status === 400 && { issues: expect.any(Array) }),
      })
      expect(text).not.toContain(scene.band.name)
    }
  },
)

test('a platform admin can create founder invitations and gets 404 for the calendar of another band', async () => {
  const as = scene.platformAdmin
  expect((await sendRequest('POST /api/platform/invites', { as })).status).toBe(201)
  const name = 'GET /api/bands/:bandId/calendar'
  expect((await sendRequest(name, { ...(await makeValidRequest(scene, name, 'outsider')), as })).status).toBe(404)
})

test('an outsider gets the same response for a band that exists and for a band that does not exist', async () => {
  const { outsider } = scene.callers
  const paths = Object.keys(matrix).filter((name) => name.includes('/api/bands/:bandId'))
  for (const name of paths) {
    const request = await makeValidRequest(scene, name, 'outsider')
    const real = await sendRequest(name, request)
    const absent = await sendRequest(name, {
      ...request,
      params: { ...request.params, bandId: '01890000-0000-7000-8000-000000000000' },
    })
    expect([name, absent.status, absent.text]).toEqual([name, real.status, real.text])
  }
  expect((await outsider.get('/api/bands/rubbish')).status).toBe(404)
})
