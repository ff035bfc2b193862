import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, stranger: TestClient
let band: Band & { membership: Membership }, rosCard: Membership, gig: CalendarEntry

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ros = await server().createUser({ displayName: 'Ros' })
  stranger = server().newClient()
  band = await createTestBand(dee, { displayName: 'Dee' })
  rosCard = await joinBand(dee, band.id, ros)
  gig = await createTestGig(dee, band.id, { title: 'Launch' })
})

const tokenFor = (membershipId = rosCard.id, eventId = gig.id) =>
  server().services.links.signLink('answer', [membershipId, eventId])
const linkPath = (token = tokenFor()) => `/api/answer-links/${token}`
const eventPath = () => `/api/bands/${band.id}/events/${gig.id}`
const storedAnswers = async () =>
  ((await dee.get(`${eventPath()}/answers`)).body as MemberAnswer[]).map(({ answer, comment, setBy }) => [
    answer,
    comment,
    setBy,
  ])

test('a GET of an answer link without a session returns event, band, member and answer, with the headers Cache-Control no-store and Referrer-Policy no-referrer', async () => {
  const { status, body, headers } = await stranger.get(linkPath())
  expect([status, body]).toEqual([
    200,
    {
      event: {
        title: 'Launch',
        type: 'public_gig',
        date: '2027-03-12',
        startTime: '20:00',
        endTime: '23:00',
        place: 'The Brudenell',
      },
      bandName: 'The Night Buses',
      displayName: 'Ros',
      answer: null,
    },
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('200 GETs of an answer link without a session store no answer', async () => {
  for (let round = 0; round < 10; round += 1) {
    const opened = Array.from({ length: 20 }, () => server().newClient().get(linkPath()))
    expect(new Set((await Promise.all(opened)).map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(await storedAnswers()).toEqual([
    [null, null, null],
    [null, null, null],
  ])
})

test('a POST to an answer link without a session stores the answer of the link’s member', async () => {
  const { status, body } = await stranger.post(linkPath(), { answer: 'yes', comment: 'With the van' })
  expect([status, body.answer]).toEqual([200, 'yes'])
  expect((await storedAnswers())[1]).toEqual(['yes', 'With the van', null])
  expect((await stranger.get(linkPath())).body.answer).toBe('yes')
})

test('GET and POST of an answer link get 404 if the token has swapped, unknown or another band’s ids, a changed signature or another length', async () => {
  const foxes = await createTestBand(ros, { name: 'The Foxes' })
  const theirs = await createTestGig(ros, foxes.id)
  const whole = tokenFor()
  const tokens = [
    tokenFor(gig.id, rosCard.id),
    tokenFor(foxes.membership.id, gig.id),
    tokenFor(rosCard.id, theirs.id),
    tokenFor(randomUUID(), gig.id),
    `${whole.slice(0, -4)}AAAA`,
    whole.slice(0, -1),
    `${whole}A`,
    'x',
  ]
  for (const token of tokens) {
    expect((await stranger.get(linkPath(token))).status).toBe(404)
    expect((await stranger.post(linkPath(token), { answer: 'no' })).status).toBe(404)
  }
  expect(await storedAnswers()).not.toContainEqual(['no', null, null])
})

test('an answer link is 404 when its event is deleted or its member is removed', async () => {
  const deleted = await createTestGig(dee, band.id)
  const toDeleted = linkPath(tokenFor(rosCard.id, deleted.id))
  expect((await stranger.get(toDeleted)).status).toBe(200)
  await dee.delete(`/api/bands/${band.id}/events/${deleted.id}`)
  expect((await stranger.get(toDeleted)).status).toBe(404)
  await dee.delete(`/api/bands/${band.id}/members/${rosCard.id}`)
  const dead = await stranger.get(linkPath())
  expect([dead.status, dead.body.message]).toEqual([404, 'This link is no longer valid'])
})

test('23 hours after the end of its event an answer link shows the event and refuses answers with 409, and 25 hours after the end the link is 404', async () => {
  const endedHoursAgo = async (hours: number) => {
    const end = ago({ hours })
    const start = new Date(end.getTime() - 3_600_000)
    const [date, startTime, endTime] = [
      start.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }),
      ...[start, end].map((at) => at.toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }).slice(0, 5)),
    ]
    return createTestGig(dee, band.id, { date, startTime, endTime })
  }
  const recent = linkPath(tokenFor(rosCard.id, (await endedHoursAgo(23)).id))
  expect((await stranger.get(recent)).status).toBe(200)
  expect((await stranger.post(recent, { answer: 'yes' })).status).toBe(409)
  expect((await stranger.get(linkPath(tokenFor(rosCard.id, (await endedHoursAgo(25)).id)))).status).toBe(404)
})

test('the answer link of a cancelled event shows the event and refuses answers with 409', async () => {
  await dee.patch(eventPath(), { status: 'cancelled' })
  expect((await stranger.get(linkPath())).status).toBe(200)
  const refused = await stranger.post(linkPath(), { answer: 'yes' })
  expect([refused.status, refused.body.message]).toEqual([409, 'This event is cancelled'])
})

test('an answer link refuses an unknown answer with 400 and stores nothing', async () => {
  expect((await stranger.post(linkPath(), { answer: 'perhaps' })).status).toBe(400)
  expect((await storedAnswers())[1]).toEqual([null, null, null])
})
