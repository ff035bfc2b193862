import { beforeEach, describe, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import type { Membership } from '@gaffer/domain/bands/member'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { createTestBandOfTwo, createTestBand, createTestGig, createTestDaysAway } from '#testing/builders.ts'
import { createSeriesTestClient, thursdayPractice } from '#testing/series.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership }

beforeEach(async () => {
  ;({ dee, ros, band } = await createTestBandOfTwo(server()))
})

const { base, send, createSeries, listEvents, readActivity, seriesBody } = createSeriesTestClient(
  () => dee,
  () => band.id,
)
const dates = ['2027-03-04', '2027-03-11', '2027-03-18', '2027-03-25']

describe('adding a series', () => {
  test('adding a series adds one event for each date, with the same seriesId, and none for skipped dates', async () => {
    const { seriesId, events } = await createSeries({}, { skip: ['2027-03-18'] })
    expect(events.map(({ date }) => date)).toEqual(['2027-03-04', '2027-03-11', '2027-03-25'])
    for (const event of events) {
      expect(event).toMatchObject({
        ...thursdayPractice,
        date: event.date,
        seriesId,
        version: 1,
        ownerUserId: dee.user.id,
      })
    }
    expect(await listEvents()).toEqual(events)
  })

  test('adding a series adds one line to the activity', async () => {
    await createSeries()
    expect((await readActivity()).slice(0, 2)).toEqual([
      ['booked_series', 'Thursday practice', '2027-03-04', 'Dee'],
      expect.arrayContaining(['joined']),
    ])
  })

  test('each event of a series has its last day and reply date as far from its date as the first event', async () => {
    const { events } = await createSeries({ endDate: '2027-03-05', asksAnswers: true, replyBy: '2027-03-01' })
    expect(events.map(({ endDate, replyBy }) => [endDate, replyBy])).toEqual([
      ['2027-03-05', '2027-03-01'],
      ['2027-03-12', '2027-03-08'],
      ['2027-03-19', '2027-03-15'],
      ['2027-03-26', '2027-03-22'],
    ])
  })

  test('the answer counts of a new series count the days away of each date', async () => {
    await createTestDaysAway(ros, band.id, { date: '2027-03-10', endDate: '2027-03-12' })
    const { events } = await createSeries()
    expect(events.map(({ answerCounts }) => answerCounts?.away)).toEqual([0, 1, 0, 0])
    expect(await listEvents()).toEqual(expect.arrayContaining(events))
  })

  test('a monthly series on the fifth Thursday skips months with only four', async () => {
    const { events } = await createSeries({ date: '2027-04-29' }, { every: 'month', until: '2027-10-31' })
    expect(events.map(({ date }) => date)).toEqual(['2027-04-29', '2027-07-29', '2027-09-30'])
  })

  test.each<[string, object, object, string]>([
    ['a gig', { type: 'gig' }, {}, seriesMessages.typeCannotRepeat],
    ['days away', { type: 'unavailable' }, {}, seriesMessages.typeCannotRepeat],
    ['an end before its start', {}, { until: '2027-03-03' }, seriesMessages.repeatEndsBefore],
    ['more than 12 months', {}, { every: 'month', until: '2028-03-05' }, seriesMessages.repeatTooFar],
    ['a skipped date that is not one of its dates', {}, { skip: ['2027-03-12'] }, seriesMessages.skipNotInSeries],
    ['every date skipped', {}, { skip: dates }, seriesMessages.everyDateSkipped],
    [
      'more than 60 dates to skip',
      {},
      { skip: Array.from({ length: 61 }, () => dates[0]) },
      seriesMessages.seriesTooLong,
    ],
    ['no place', { location: null }, {}, 'Location is required for private events'],
    ['a type that the band does not use', { type: 'meeting' }, {}, 'This band does not use that event type'],
    [
      'a time that the clocks skip on one of its dates',
      { type: 'practice', date: '2027-03-21', startTime: '01:30', endTime: null },
      { until: '2027-04-04' },
      seriesMessages.timeDoesNotExistOn('Sunday 28/03/2027'),
    ],
  ])(
    'a series with %s is refused with 400 and an error message, and nothing is stored',
    async (_, event, repeat, sentence) => {
      const refused = await send(event, repeat)
      expect([refused.status, refused.body.message]).toEqual([400, sentence])
      expect(await listEvents()).toEqual([])
    },
  )

  test('a series at a time that the clocks skip on one date is accepted if the series leaves out that date', async () => {
    const { events } = await createSeries(
      { date: '2027-03-21', startTime: '01:30', endTime: null },
      { until: '2027-04-04', skip: ['2027-03-28'] },
    )
    expect(events.map(({ date }) => date)).toEqual(['2027-03-21', '2027-04-04'])
  })

  test('the events of a series keep their start time over both clock changes', async () => {
    const { events } = await createSeries({ date: '2027-03-25' }, { until: '2027-11-04' })
    expect([events.length, new Set(events.map(({ startTime }) => startTime))]).toEqual([33, new Set(['19:00'])])
  })

  test('a repeated request with the same idempotency key adds a series once', async () => {
    const body = seriesBody()
    const repeated = () => dee.post(`${base()}/event-series`, body, { 'idempotency-key': 'season' })
    const [first, second] = [await repeated(), await repeated()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await listEvents()).toHaveLength(4)
  })

  test('a band gets no more than 5,000 events, and a series that would not fit stores nothing', async () => {
    const { db } = server().services
    const now = testClock.now()
    await db`
      insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at)
      select ${band.id}, gen_random_uuid(), 'practice', '2026-01-01', '2026-01-01', false, true, ${now}, ${now}
      from generate_series(1, ${limits.eventsPerBand - 6}::int)`
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(eventMessages.bandEventsFull)
    expect(await listEvents()).toHaveLength(4)
  })
})

describe('conflicts of a series', () => {
  const check = async (event: object = {}, repeat: object = {}) => {
    const body = seriesBody(event, repeat)
    const answer = await dee.post(`${base()}/event-series/check-conflicts`, body)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer
  }

  test('the conflict check of a series lists for each date the same conflicts as the check of a single event, and empty lists for a date without conflicts', async () => {
    await createTestGig(dee, band.id, { date: '2027-03-04' })
    await createTestDaysAway(ros, band.id, { date: '2027-03-10', endDate: '2027-03-12' })
    const foxes = await createTestBand(ros, { name: 'SECRET-FOXES' })
    await createTestGig(ros, foxes.id, { date: '2027-03-18', title: 'SECRET-TITLE' })
    const { body, text } = await check()
    expect(body.dates.map(({ date }: { date: string }) => date)).toEqual(dates)
    for (const { date, conflicts } of body.dates) {
      const { type, startTime, endTime } = thursdayPractice
      const question = { type, date, startTime, endTime }
      expect(conflicts).toEqual((await dee.post(`${base()}/events/check-conflicts`, question)).body)
    }
    const counts = body.dates.map(({ conflicts }: { conflicts: Record<string, unknown[]> }) => [
      conflicts['bandEventConflicts']?.length,
      conflicts['unavailabilityConflicts']?.length,
      conflicts['busyElsewhere']?.length,
    ])
    expect(counts).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [0, 0, 0],
    ])
    expect(text).not.toContain('SECRET')
  })

  test('the conflict check of a series includes skipped dates, and accepts an event without a place', async () => {
    const { body } = await check({ location: null }, { skip: ['2027-03-11'] })
    expect(body.dates).toHaveLength(4)
    expect(await listEvents()).toEqual([])
  })
})
