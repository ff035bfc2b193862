import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestPractice, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient
let band: Band & { membership: Membership }, kitsOwn: Membership
let events: string

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee, { displayName: 'Dee Drums' })
  kitsOwn = await joinBand(dee, band.id, kit)
  events = `/api/bands/${band.id}/events`
})

const readEvent = async (id: string, caller = dee) => {
  const { body } = await caller.get(`${events}?startDate=2027-01-01&endDate=2027-12-31`)
  return body.find((event: { id: string }) => event.id === id)
}
const practice = { type: 'practice', date: '2027-03-05', location: 'Unit 4' }

test('a created event is returned with the sent fields and the user who added it, but without the sent membershipId', async () => {
  const sent = {
    type: 'public_gig',
    title: 'Launch',
    date: '2027-04-01',
    endDate: '2027-04-02',
    startTime: '20:00',
    endTime: '23:30',
    location: null,
    venue: 'The Brudenell',
    notes: 'Load in at five',
    membershipId: band.membership.id,
    isAllDay: false,
    isPublic: true,
    status: 'tentative',
    asksAnswers: true,
    replyBy: '2027-03-20',
  }
  const { status, body } = await dee.post(events, sent)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...sent,
    id: expect.any(String),
    bandId: band.id,
    membershipId: null,
    ownerUserId: dee.user.id,
    displayName: null,
    bandName: null,
    nudgedAt: null,
    movedFrom: null,
    seriesId: null,
    optionGroupId: null,
    optionNumber: null,
    isEditedByHand: false,
    optionCount: null,
    answerCounts: { yes: 0, maybe: 0, no: 0, away: 0, none: 2 },
    myAnswer: null,
    setlistId: null,
    hasGigSheet: false,
    isListed: false,
    ticketUrl: null,
    priceText: null,
    recordingCount: 0,
    noteCount: 0,
    hasUnreadNotes: false,
    deps: [],
    version: 1,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect(await readEvent(body.id)).toEqual(body)
})

test('days away sent with times, places and isPublic are stored without them, as all-day, and belong to the caller', async () => {
  const { body } = await kit.post(events, {
    type: 'unavailable',
    date: '2027-04-03',
    startTime: '10:00',
    endTime: '11:00',
    location: 'Hull',
    venue: 'Hull',
    isPublic: true,
    isAllDay: false,
    notes: 'Wedding',
  })
  expect(body).toMatchObject({
    startTime: null,
    endTime: null,
    location: null,
    venue: null,
    isPublic: false,
    isAllDay: true,
  })
  expect(body).toMatchObject({
    membershipId: kitsOwn.id,
    ownerUserId: kit.user.id,
    displayName: 'Kit',
    bandId: band.id,
  })
  expect(body).toEqual(await readEvent(body.id, kit))
})

test('an event without times is all-day, and an event with a start time is not', async () => {
  expect((await dee.post(events, practice)).body.isAllDay).toBe(true)
  expect((await dee.post(events, { ...practice, startTime: '19:00' })).body).toMatchObject({
    isAllDay: false,
    endTime: null,
  })
})

test.each([
  ['a private event without a location', { location: ' ' }, 'location', 'Location is required for private events'],
  ['a public event without a venue', { type: 'public_gig' }, 'venue', 'Venue is required for public events'],
  ['a public practice', { isPublic: true }, 'isPublic', 'Only public gigs and festivals can be public'],
  ['an end date before the start date', { endDate: '2027-03-04' }, 'endDate', 'The end date is before the start date'],
  ['an event longer than a year', { endDate: '2028-03-07' }, 'endDate', 'An event can last a year at most'],
  ['an end time without a start time', { endTime: '19:00' }, 'startTime', 'Please add a start time'],
  [
    'a start time in the hour skipped in spring',
    { date: '2027-03-28', startTime: '01:30' },
    'startTime',
    'That time does not exist: the clocks go forward that night',
  ],
  [
    'an end time in the hour skipped in spring',
    { date: '2027-03-27', startTime: '21:00', endTime: '01:30' },
    'endTime',
    'That time does not exist: the clocks go forward that night',
  ],
  [
    'an event type that the band does not use',
    { type: 'festival', venue: 'A field' },
    'type',
    'This band does not use that event type',
  ],
  ['an event without a type', { type: undefined }, 'type', 'Please fill in all required fields'],
  ['a date that does not exist', { date: '2027-02-30' }, 'date', 'Choose a real date'],
])('%s is refused with 400 and the path and message of the issue', async (_, change, path, message) => {
  const answer = await dee.post(events, { ...practice, ...change })
  expect([answer.status, answer.body.message, answer.body.issues]).toEqual([400, message, [{ path, message }]])
})

test('an event may start and end in the hour that is repeated in autumn', async () => {
  const { body } = await dee.post(events, { ...practice, date: '2027-10-31', startTime: '01:30', endTime: '01:45' })
  expect(body).toMatchObject({ date: '2027-10-31', startTime: '01:30', endTime: '01:45' })
})

test('a band that allows only meetings accepts a meeting and days away, and refuses a practice', async () => {
  const strict = await createTestBand(dee)
  await dee.patch(`/api/bands/${strict.id}`, { allowedEventTypes: ['meeting'] })
  const post = (body: object) => dee.post(`/api/bands/${strict.id}/events`, { ...practice, ...body })
  expect((await post({})).body.issues).toEqual([{ path: 'type', message: 'This band does not use that event type' }])
  expect((await post({ type: 'meeting' })).status).toBe(201)
  expect((await post({ type: 'unavailable' })).status).toBe(201)
})

test('a request to add an entry, edit an event or check conflicts with another member’s membershipId is refused with 403', async () => {
  const event = await createTestPractice(dee, band.id)
  const answers = [
    await dee.post(events, { ...practice, membershipId: kitsOwn.id }),
    await dee.post(events, { type: 'unavailable', date: '2027-03-05', membershipId: kitsOwn.id }),
    await dee.patch(`${events}/${event.id}`, { membershipId: kitsOwn.id }),
    await dee.post(`${events}/check-conflicts`, { date: '2027-03-05', type: 'practice', membershipId: kitsOwn.id }),
    await dee.post('/api/me/events', { type: 'unavailable', date: '2027-03-05', membershipId: kitsOwn.id }),
  ]
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    answers.map(() => [403, 'You can only act as yourself']),
  )
})
