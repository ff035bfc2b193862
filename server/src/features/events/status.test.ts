// Long because it is one subject: the status of an event, and its effect on answers, options and clashes.

import { beforeEach, describe, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { BandEvent } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import {
  createTestBandOfTwo,
  createTestBand,
  createTestGig,
  createTestPractice,
  createTestDaysAway,
  eventPathOf,
} from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient, band: Band & { membership: Membership }

beforeEach(async () => {
  ;({ dee, ros, band } = await createTestBandOfTwo(server()))
})

const base = () => `/api/bands/${band.id}`
const today = todayInLondon(testClock.now())
const enquiry = { type: 'practice', title: 'Fenton', startTime: '20:00', endTime: '22:00', location: 'The Fenton' }
const dates = ['2027-06-19', '2027-06-12', '2027-06-26']
const addOptions = async (body: object = { event: enquiry, dates }) =>
  (await dee.post(`${base()}/event-options`, body)).body as { optionGroupId: string; events: BandEvent[] }
const listEvents = async () =>
  (await dee.get(`${base()}/events?startDate=2027-06-01&endDate=2027-06-30`)).body as BandEvent[]

describe('status', () => {
  test('an event is confirmed by default, and a change of its status raises its version', async () => {
    const practice = await createTestPractice(dee, band.id)
    expect(practice).toMatchObject({ status: 'confirmed', version: 1 })
    for (const [status, version] of [
      ['tentative', 2],
      ['cancelled', 3],
      ['confirmed', 4],
    ]) {
      const { body } = await ros.patch(eventPathOf(practice), { status })
      expect(body).toMatchObject({ status, version })
    }
    const verbs = ((await dee.get(`${base()}/activity`)).body as { verb: string }[]).map(({ verb }) => verb)
    expect(verbs.slice(0, 4)).toEqual(['confirmed', 'cancelled', 'pencilled', 'booked'])
  })

  test('an unknown status is refused with 400 and an error message, and nothing is stored', async () => {
    const practice = await createTestPractice(dee, band.id)
    const refused = await dee.patch(eventPathOf(practice), { status: 'maybe' })
    expect([refused.status, refused.text.includes('Choose confirmed, pencilled or cancelled')]).toEqual([400, true])
    expect((await dee.get(eventPathOf(practice))).body).toEqual(practice)
  })

  test('days away ignore status, asksAnswers and replyBy', async () => {
    const away = await createTestDaysAway(dee, band.id, {
      status: 'tentative',
      asksAnswers: true,
      replyBy: '2027-03-01',
    })
    expect(away).toMatchObject({ status: 'confirmed', asksAnswers: false, replyBy: null, answerCounts: null })
  })

  test('a conflict check lists a tentative event and no cancelled event', async () => {
    const practice = await createTestPractice(dee, band.id)
    const question = { type: 'practice', date: practice.date, startTime: '20:00', endTime: '21:00' }
    const conflicts = async () => (await dee.post(`${base()}/events/check-conflicts`, question)).body.bandEventConflicts
    await dee.patch(eventPathOf(practice), { status: 'tentative' })
    expect(await conflicts()).toMatchObject([{ id: practice.id, status: 'tentative' }])
    await dee.patch(eventPathOf(practice), { status: 'cancelled' })
    expect(await conflicts()).toEqual([])
  })

  test('a cancelled event of another band keeps no member busy', async () => {
    const foxes = await createTestBand(ros, { name: 'The Foxes' })
    const theirs = await createTestGig(ros, foxes.id)
    const busy = async () =>
      (await dee.post(`${base()}/events/check-conflicts`, { type: 'gig', date: theirs.date })).body.busyElsewhere
    expect(await busy()).toHaveLength(1)
    await ros.patch(`/api/bands/${foxes.id}/events/${theirs.id}`, { status: 'cancelled' })
    expect(await busy()).toEqual([])
  })

  test('a feed has STATUS:TENTATIVE and STATUS:CANCELLED, each with a raised SEQUENCE', async () => {
    const practice = await createTestPractice(dee, band.id)
    const { urls } = (await dee.get(`${base()}/calendar/url`)).body
    const lines = async () => (await server().newClient().get(new URL(urls.full).pathname)).text.split('\r\n')
    await dee.patch(eventPathOf(practice), { status: 'tentative' })
    expect(await lines()).toEqual(expect.arrayContaining(['STATUS:TENTATIVE', 'SEQUENCE:2']))
    await dee.patch(eventPathOf(practice), { status: 'cancelled' })
    expect(await lines()).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'SEQUENCE:3']))
  })
})

describe('asking for answers', () => {
  test.each([
    ['gig', true],
    ['public_gig', true],
    ['festival', true],
    ['practice', false],
    ['rehearsal', false],
  ])(
    'a new %s has asksAnswers %s by default, and a reply date in a week only if asksAnswers is true',
    async (type, asks) => {
      await dee.patch(base(), { allowedEventTypes: ['gig', 'public_gig', 'festival', 'practice', 'rehearsal'] })
      const place = ['public_gig', 'festival'].includes(type) ? { venue: 'A field' } : { location: 'A shed' }
      const { body } = await dee.post(`${base()}/events`, { type, date: '2027-06-05', ...place })
      expect(body).toMatchObject({ asksAnswers: asks, replyBy: asks ? addDays(today, 7) : null })
    },
  )

  test('by default replyBy is the day before an event that is within a week, and today for an event of today', async () => {
    const soon = await createTestGig(dee, band.id, { date: addDays(today, 3) })
    expect(soon.replyBy).toBe(addDays(today, 2))
    expect((await createTestGig(dee, band.id, { date: today })).replyBy).toBe(today)
  })

  test('a gig added with a past date gets that date as replyBy, and can be edited, exported and imported', async () => {
    const past = await createTestBand(dee)
    const gig = await createTestGig(dee, past.id, { date: addDays(today, -20) })
    expect(gig.replyBy).toBe(gig.date)
    const edited = await dee.patch(`/api/bands/${past.id}/events/${gig.id}`, { notes: 'Good crowd' })
    expect([edited.status, edited.body.replyBy]).toEqual([200, gig.date])
    const file = (await dee.get(`/api/bands/${past.id}/export`)).body
    expect((await dee.post('/api/bands/import', file)).status).toBe(201)
  })

  test('moving an event sets a new reply date, and an edit of the event’s notes keeps the reply date', async () => {
    const gig = await createTestGig(dee, band.id, { replyBy: '2027-02-01' })
    expect((await dee.patch(eventPathOf(gig), { notes: 'Bring leads' })).body.replyBy).toBe('2027-02-01')
    expect((await dee.patch(eventPathOf(gig), { date: addDays(today, 2) })).body.replyBy).toBe(addDays(today, 1))
  })

  test('a replyBy date after the event is refused with 400, and a replyBy date without asksAnswers is not stored', async () => {
    const late = await dee.post(`${base()}/events`, {
      ...enquiry,
      date: '2027-06-12',
      asksAnswers: true,
      replyBy: '2027-06-13',
    })
    expect([late.status, late.text.includes('Ask for answers before the event, not after it')]).toEqual([400, true])
    expect((await createTestPractice(dee, band.id, { replyBy: '2027-03-01' })).replyBy).toBeNull()
  })
})

describe('options', () => {
  test('an enquiry adds one tentative event for each date, numbered in date order and with the same optionGroupId', async () => {
    const { optionGroupId, events } = await addOptions()
    expect(
      events.map(({ date, status, optionNumber, optionCount, asksAnswers }) => [
        date,
        status,
        optionNumber,
        optionCount,
        asksAnswers,
      ]),
    ).toEqual([
      ['2027-06-12', 'tentative', 1, 3, true],
      ['2027-06-19', 'tentative', 2, 3, true],
      ['2027-06-26', 'tentative', 3, 3, true],
    ])
    expect(new Set(events.map((event) => event.optionGroupId))).toEqual(new Set([optionGroupId]))
    expect(await listEvents()).toEqual(events)
  })

  test('confirming one option of an enquiry cancels the others in the same transaction', async () => {
    const { events } = await addOptions()
    const confirm = async () => (await dee.patch(eventPathOf(events[1] as BandEvent), { status: 'confirmed' })).status
    const { db } = server().services
    await db.query(
      `alter table events add constraint planted check (id <> '${events[2]?.id}' or status <> 'cancelled')`,
    )
    expect([await confirm(), await listEvents()]).toEqual([500, events])
    await db`alter table events drop constraint planted`
    expect(await confirm()).toBe(200)
    expect((await listEvents()).map(({ status, version }) => [status, version])).toEqual([
      ['cancelled', 2],
      ['confirmed', 2],
      ['cancelled', 2],
    ])
  })

  test('of two parallel confirmations of options one succeeds and the other gets 409, with and without If-Match', async () => {
    for (const headers of [{}, { 'if-match': '"1"' }]) {
      const { events } = await addOptions()
      const replies = await Promise.all(
        events
          .slice(0, 2)
          .map((event, index) => [dee, ros][index]?.patch(eventPathOf(event), { status: 'confirmed' }, headers)),
      )
      expect(replies.map((reply) => reply?.status).toSorted()).toEqual([200, 409])
      const refused = replies.find((reply) => reply?.status === 409)
      expect(refused?.body.message).toMatch(/^The band has already confirmed .+\. Cancel that date first\.$/)
      for (const { id } of events) await dee.delete(`${base()}/events/${id}`)
    }
  })

  test('an option of an enquiry gets 409 for a confirmation while another option is confirmed, and can be confirmed once that option is cancelled', async () => {
    const { events } = await addOptions()
    const [first, second] = events as [BandEvent, BandEvent]
    await dee.patch(eventPathOf(first), { status: 'confirmed' })
    expect((await dee.patch(eventPathOf(second), { status: 'confirmed' })).status).toBe(409)
    await dee.patch(eventPathOf(first), { status: 'cancelled' })
    expect((await dee.patch(eventPathOf(second), { status: 'confirmed' })).body.status).toBe('confirmed')
  })

  test.each<[string, object, string]>([
    ['one date', { dates: ['2027-06-12'] }, 'Choose 2 to 6 dates'],
    ['seven dates', { dates: Array.from({ length: 7 }, (_, day) => `2027-06-1${day}`) }, 'Choose 2 to 6 dates'],
    ['a date twice', { dates: ['2027-06-12', '2027-06-12'] }, 'Choose each date once'],
    ['a date in the past', { dates: ['2026-01-01', '2027-06-12'] }, 'Choose dates from today on'],
    ['a date that does not exist', { dates: ['2027-02-30', '2027-06-12'] }, 'Choose a real date'],
    ['an end date', { event: { ...enquiry, endDate: '2027-06-13' } }, 'An option lasts one day'],
    ['days away', { event: { type: 'unavailable' } }, 'Days away have no options'],
    ['no place', { event: { ...enquiry, location: null } }, 'Location is required for private events'],
    [
      'a type that the band does not use',
      { event: { ...enquiry, type: 'meeting' } },
      'This band does not use that event type',
    ],
  ])('an enquiry with %s is refused with 400, and nothing is stored', async (_, change, sentence) => {
    const refused = await dee.post(`${base()}/event-options`, { event: enquiry, dates, ...change })
    expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true])
    expect(await listEvents()).toEqual([])
  })

  test('a repeated enquiry with the same idempotency key adds its events once', async () => {
    const send = () => dee.post(`${base()}/event-options`, { event: enquiry, dates }, { 'idempotency-key': 'enquiry' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await listEvents()).toHaveLength(3)
  })
})

describe('clashes', () => {
  const readClashes = async (caller = dee) =>
    (await caller.get(`${base()}/clashes?startDate=2027-03-01&endDate=2027-03-31`)).body

  test('clashes name the members who are away or play elsewhere that day, without band, title or place', async () => {
    const gig = await createTestGig(dee, band.id)
    const foxes = await createTestBand(ros, { name: 'SECRET-FOXES' })
    await createTestGig(ros, foxes.id, { title: 'SECRET', venue: 'SECRET', startTime: '21:00', endTime: '23:00' })
    await createTestDaysAway(dee, band.id, { title: 'SECRET' })
    const { text, body } = await dee.get(`${base()}/clashes?startDate=2027-03-01&endDate=2027-03-31`)
    expect(body).toEqual([
      expect.objectContaining({
        eventId: gig.id,
        displayName: 'Dee',
        reason: 'away',
        date: '2027-03-10',
        endDate: '2027-03-14',
      }),
      expect.objectContaining({
        eventId: gig.id,
        displayName: 'Ros',
        reason: 'plays_elsewhere',
        startTime: '21:00',
        endTime: '23:00',
      }),
    ])
    expect(text).not.toContain('SECRET')
  })

  test('an event that ends at midnight on the day after the range clashes with a gig elsewhere on that day', async () => {
    await createTestGig(dee, band.id, {
      date: '2027-03-31',
      endDate: '2027-04-01',
      startTime: '20:00',
      endTime: '00:00',
    })
    await createTestGig(ros, (await createTestBand(ros)).id, { date: '2027-04-01' })
    expect(await readClashes()).toEqual([expect.objectContaining({ displayName: 'Ros', date: '2027-04-01' })])
  })

  test('an event that begins before the range also clashes on its days before the range', async () => {
    await createTestGig(dee, band.id, { date: '2027-02-26', endDate: '2027-03-01' })
    await createTestGig(ros, (await createTestBand(ros)).id, { date: '2027-02-26' })
    await createTestDaysAway(dee, band.id, { date: '2027-02-27', endDate: null })
    expect(await readClashes()).toMatchObject([
      { reason: 'away', date: '2027-02-27' },
      { reason: 'plays_elsewhere', date: '2027-02-26' },
    ])
  })

  test('an event that ends after the range also clashes on its days after the range', async () => {
    await createTestGig(dee, band.id, { date: '2027-03-31', endDate: '2027-04-02' })
    await createTestDaysAway(dee, band.id, { date: '2027-04-02', endDate: null })
    expect(await readClashes()).toMatchObject([{ reason: 'away', date: '2027-04-02' }])
  })

  test('a cancelled event clashes with nothing until it is confirmed again, and deleting days away ends their clash', async () => {
    const gig = await createTestGig(dee, band.id)
    const away = await createTestDaysAway(ros, band.id)
    expect(await readClashes()).toHaveLength(1)
    await dee.patch(eventPathOf(gig), { status: 'cancelled' })
    expect(await readClashes()).toEqual([])
    await dee.patch(eventPathOf(gig), { status: 'confirmed' })
    expect(await readClashes()).toHaveLength(1)
    await ros.delete(eventPathOf(away))
    expect(await readClashes()).toEqual([])
  })
})
