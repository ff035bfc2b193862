// What a band reveals of another band in which one of its members plays: busy times, and nothing else. Every text of the other band is a
// canary. Each reply, message, feed and file of the band is searched for all of them. The tests over the endpoint table are last, because
// they leave many events.

import { beforeAll, expect, test } from 'vitest'
import type { Clash } from '@gaffer/domain/clashes/clash'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { callerRoles, type AccessFixture } from '#testing/access-roles.ts'
import { createAccessFixture, endpointNameOf, sendRequest, makeValidRequest } from '#testing/access-fixture.ts'
import { createTestGig } from '#testing/builders.ts'
import { createCanaryBand, canaryDays, type CanaryBand } from '#testing/canary-band.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let scene: AccessFixture
let other: CanaryBand
beforeAll(async () => {
  scene = await createAccessFixture(server())
  other = await createCanaryBand(scene)
})

const findSecrets = (text: string) => other.findSecrets(text)
const textOf = ({ text, headers }: TestResponse) => JSON.stringify([...headers]) + text
const pathInBand = (path: string) => `/api/bands/${scene.band.id}${path}`
const listNames = () => server().app.served.map(({ endpoint }) => endpointNameOf(endpoint))
const march = 'startDate=2027-03-01&endDate=2027-03-31'

test('the responses to a member of the other band contain the canary strings of that band', async () => {
  for (const path of ['', `/events?${march}`, '/songs', '/setlists', '/deps', '/activity', '/members'])
    expect(findSecrets((await other.zed.get(`/api/bands/${other.bandId}${path}`)).text)).not.toEqual([])
})

test('a band sees only the times at which its member plays elsewhere, is away or is busy', async () => {
  const { member } = scene.callers
  const { id: membershipId } = other.kitCard
  const time = { membershipId, displayName: 'Kit', endDate: null }
  const plays = [
    { ...time, date: canaryDays.plays, startTime: '19:00', endTime: '22:00' },
    { ...time, date: canaryDays.plays, startTime: '20:00', endTime: '23:00' },
  ]
  const busy = { ...time, date: canaryDays.busy, startTime: '19:00', endTime: '21:00' }
  const check = async (date: string, caller = member) => {
    const event = { type: 'practice', date, startTime: '18:00', endTime: '23:30' }
    return (await caller.post(pathInBand('/events/check-conflicts'), event)).body
  }
  expect((await check(canaryDays.plays)).busyElsewhere).toEqual(plays)
  expect((await check(canaryDays.busy)).busyElsewhere).toEqual([busy])

  const calendar = (await member.get(pathInBand(`/calendar?${march}`))).body
  expect(calendar.busy).toEqual([busy])
  expect(calendar.otherBandEvents).toEqual([])
  const away = calendar.bandEvents.find((event: CalendarEntry) => event.membershipId === membershipId)
  expect(away).toMatchObject({
    date: canaryDays.away,
    title: null,
    notes: null,
    bandId: null,
    location: null,
    venue: null,
  })
  expect((await check(canaryDays.away)).unavailabilityConflicts).toEqual([away])

  const gig = await createTestGig(scene.callers.owner, scene.band.id, {
    date: canaryDays.plays,
    startTime: '18:00',
    endTime: '23:30',
  })
  const clashes: Clash[] = (await member.get(pathInBand(`/clashes?${march}`))).body
  expect(clashes.filter(({ eventId }) => eventId === gig.id)).toEqual(
    plays.map((one) => ({ ...one, eventId: gig.id, reason: 'plays_elsewhere', coveredBy: null })),
  )
  const { dates } = (await member.get(pathInBand(`/free-dates?${march}&members=${membershipId}`))).body
  const missing = Object.values(canaryDays).map(
    (day) => dates.find(({ date }: { date: string }) => date === day).missing,
  )
  expect(missing).toEqual(['busy', 'away', 'busy'].map((reason) => [{ membershipId, displayName: 'Kit', reason }]))
})

test('a member of two bands sees the second band’s events with the name of that band in the first band’s calendar and in the personal feed', async () => {
  const { kit } = other
  const calendar = (await kit.get(pathInBand(`/calendar?${march}`))).body
  expect(calendar.otherBandEvents).toContainEqual(
    expect.objectContaining({ title: 'Canary gig', bandName: other.name, bandId: other.bandId }),
  )
  expect(calendar.userEvents).toMatchObject([{ title: 'Canary reason', notes: 'Canary holiday' }])
  const feed = (await kit.get('/api/me/calendar/url')).body.url
  expect((await kit.get(new URL(feed).pathname)).text).toContain(`SUMMARY:${other.name}: Canary gig`)
})

test.each(callerRoles)(
  'no GET endpoint of the API answers the role %s with a text or an id of another band',
  async (role) => {
    const gets = listNames().filter((name) => name.startsWith('GET '))
    expect(gets.length).toBeGreaterThan(60)
    for (const name of gets) {
      const answer = await sendRequest(name, await makeValidRequest(scene, name, role))
      expect([name, findSecrets(textOf(answer))]).toEqual([name, []])
    }
  },
)

test('no write endpoint of the API answers an owner with a text or an id of another band', async () => {
  for (const name of listNames().filter((one) => !one.startsWith('GET '))) {
    const answer = await sendRequest(name, await makeValidRequest(scene, name, 'owner'))
    expect([name, findSecrets(textOf(answer))]).toEqual([name, []])
  }
})

test('an invited user who has not accepted yet sees no text of a member’s other band on the invitation’s pages, and gets 404 for the inviting band', async () => {
  const invited = await server().createUser({ firstName: 'Ivy' })
  const { inviteLink } = (await scene.callers.owner.post(pathInBand('/invites/general'))).body
  const token = new URL(inviteLink).pathname.split('/')[2]
  await invited.post('/auth/invite', { token })
  for (const path of [`/invite/${token}`, `/api/invites/${token}`, '/auth/invite', '/api/me', '/api/me/export'])
    expect([path, findSecrets(textOf(await invited.get(path)))]).toEqual([path, []])
  for (const name of listNames().filter((one) => one.startsWith('GET /api/bands/'))) {
    const answer = await sendRequest(name, { ...(await makeValidRequest(scene, name, 'outsider')), as: invited })
    expect([name, answer.status]).toEqual([name, 404])
  }
})

test('no feed of a band contains text of a bandmate’s other band', async () => {
  const urlsOf = async (caller: TestClient) => (await caller.get(pathInBand('/calendar/url'))).body.urls
  const { owner, admin, member } = scene.callers
  const feeds = []
  for (const caller of [owner, admin, member])
    feeds.push(...Object.values(await urlsOf(caller)), (await caller.get('/api/me/calendar/url')).body.url)
  feeds.push((await urlsOf(other.kit)).public)
  for (const feed of feeds) {
    const { status, text } = await server().newClient().get(new URL(feed).pathname)
    expect([status, findSecrets(text)]).toEqual([200, []])
  }
})

test('a request to one band with an id of another band in its path is answered with 403 or 404, even for a member of both bands', async () => {
  // A slug is not an id: every band may check whether a slug is free.
  const named = listNames().filter((name) => /^\w+ .api.bands.:bandId.*:/.test(name) && !name.endsWith('/:slug'))
  expect(named.length).toBeGreaterThan(30)
  for (const name of named) {
    const request = await makeValidRequest(scene, name, 'owner')
    const foreign = Object.keys(request.params ?? {}).filter((param) => param !== 'bandId' && param in other.ids)
    expect([name, foreign.length]).not.toEqual([name, 0])
    for (const param of foreign) {
      const params = { ...request.params, [param]: other.ids[param]! }
      // Kit is a member of both bands.
      for (const as of [request.as, other.kit]) {
        const { status, text } = await sendRequest(name, { ...request, params, as })
        expect([name, param, [403, 404].includes(status), findSecrets(text)]).toEqual([name, param, true, []])
      }
    }
  }
  expect((await other.kit.get(`/api/bands/${other.bandId}/events/${other.gig.id}`)).status).toBe(200)
})

test.each<[string, string, (ids: Record<string, string>) => object]>([
  [
    'a set list with its songs',
    'POST /api/bands/:bandId/setlists',
    ({ songId }) => ({ name: 'x', items: [{ songId }] }),
  ],
  ['a copy of its set list', 'POST /api/bands/:bandId/setlists', ({ setlistId }) => ({ name: 'x', copyOf: setlistId })],
  [
    'an event with its set list',
    'POST /api/bands/:bandId/events',
    ({ setlistId }) => ({ type: 'practice', date: '2027-03-05', setlistId }),
  ],
  [
    'days away of its member',
    'POST /api/bands/:bandId/events',
    ({ membershipId }) => ({ type: 'unavailable', date: '2027-03-05', membershipId }),
  ],
  [
    'practised songs of its list',
    'PUT /api/bands/:bandId/events/:eventId/practised',
    ({ songId }) => ({ songIds: [songId] }),
  ],
  [
    'played songs of its list',
    'PUT /api/bands/:bandId/events/:eventId/played',
    ({ songId }) => ({ items: [{ songId }] }),
  ],
  [
    'a lift by its member',
    'PUT /api/bands/:bandId/events/:eventId/lifts/:membershipId',
    ({ membershipId }) => ({ mode: 'rides', driverId: membershipId }),
  ],
  [
    'a request to its dep',
    'POST /api/bands/:bandId/events/:eventId/dep-requests',
    ({ depId }) => ({ depIds: [depId], mode: 'all', instrument: 'drums' }),
  ],
  [
    'readiness of its member',
    'POST /api/bands/:bandId/songs/:songId/readiness',
    ({ membershipId }) => ({ membershipId, status: 'green' }),
  ],
])('a request whose body has an id of another band is refused with 4xx: %s', async (_, name, body) => {
  const request = await makeValidRequest(scene, name, 'owner')
  for (const as of [request.as, other.kit]) {
    const { status, text } = await sendRequest(name, { ...request, as, body: body(other.ids) })
    expect([[400, 403, 404].includes(status), findSecrets(text)]).toEqual([true, []])
  }
})

test('a request for free dates with the id of another band’s member is answered with 400 and no text or id of that band', async () => {
  const path = pathInBand(`/free-dates?${march}&members=${other.membership.id}`)
  const { status, text } = await scene.callers.owner.get(path)
  expect([status, findSecrets(text)]).toEqual([400, []])
})
