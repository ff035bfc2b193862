import { beforeEach, describe, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { createTestBandOfTwo, createTestBand } from '#testing/builders.ts'
import { createSeriesTestClient } from '#testing/series.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, ros: TestClient
let band: Band & { membership: Membership }

beforeEach(async () => {
  ;({ dee, ros, band } = await createTestBandOfTwo(server()))
})

const { base, createSeries, listEvents, readActivity } = createSeriesTestClient(
  () => dee,
  () => band.id,
)
const changeSeries = (seriesId: string, from: string, changes: object, caller = ros) =>
  caller.patch(`${base()}/event-series/${seriesId}`, { from, changes })
const patch = (event: CalendarEntry | undefined, changes: object) => dee.patch(`${base()}/events/${event?.id}`, changes)

describe('changing a series', () => {
  test('a change of a series changes the given date and all later dates, and the history of a changed event lists the change', async () => {
    const { seriesId, events } = await createSeries()
    const { status, body } = await changeSeries(seriesId, '2027-03-11', { startTime: '20:00', notes: 'Bring leads' })
    expect([status, body]).toEqual([200, { changed: 3, kept: [] }])
    expect((await listEvents()).map(({ startTime, notes, version }) => [startTime, notes, version])).toEqual([
      ['19:00', null, 1],
      ['20:00', 'Bring leads', 2],
      ['20:00', 'Bring leads', 2],
      ['20:00', 'Bring leads', 2],
    ])
    const { body: history } = await dee.get(`${base()}/events/${events[2]?.id}/history`)
    expect(history[0]).toMatchObject({
      version: 2,
      displayName: 'Ros',
      fields: [
        { field: 'startTime', from: '19:00', to: '20:00' },
        { field: 'notes', from: null, to: 'Bring leads' },
      ],
    })
    expect((await readActivity())[0]).toEqual(['changed_series', 'Thursday practice', '2027-03-11', 'Ros'])
  })

  test('a change of a series leaves dates that were edited by hand exactly as they are and lists them as kept', async () => {
    const { seriesId, events } = await createSeries()
    const edited = (await patch(events[1], { title: 'Guest drummer' })).body
    await patch(events[3], { status: 'cancelled' })
    const { body } = await changeSeries(seriesId, '2027-03-04', { title: 'Rehearsal room B', location: 'Room B' })
    expect(body).toEqual({ changed: 2, kept: ['2027-03-11', '2027-03-25'] })
    const after = await listEvents()
    expect(after[1]).toEqual(edited)
    expect(after.map(({ location }) => location)).toEqual(['Room B', 'Unit 4', 'Room B', 'Unit 4'])
  })

  test('the list of events, the calendar, the caller’s events and the event by id mark an edited event of a series as edited by hand, and the lists mark no other event', async () => {
    const { events } = await createSeries()
    await patch(events[1], { title: 'Long practice' })
    const range = 'startDate=2027-03-01&endDate=2027-04-30'
    const { body: calendar } = await dee.get(`${base()}/calendar?${range}`)
    const { body: own } = await dee.get(`/api/me/events?${range}`)
    for (const read of [await listEvents(), calendar.bandEvents as CalendarEntry[], own as CalendarEntry[]]) {
      expect(read.map(({ isEditedByHand }) => isEditedByHand)).toEqual([false, true, false, false])
    }
    const { body: single } = await dee.get(`${base()}/events/${events[1]?.id}`)
    expect(single).toMatchObject({ seriesId: events[1]?.seriesId, isEditedByHand: true })
  })

  test('a change of a series from a date lists as kept an event that was moved by hand from before that date to after it', async () => {
    const { seriesId, events } = await createSeries()
    await patch(events[0], { date: '2027-03-29' })
    expect((await changeSeries(seriesId, '2027-03-25', { title: 'Late' })).body).toEqual({
      changed: 1,
      kept: ['2027-03-29'],
    })
  })

  test('an event of a series that has an answer is still changed with the series, and the answer is stale after the start time changes', async () => {
    const { seriesId, events } = await createSeries()
    const answers = `${base()}/events/${events[1]?.id}/answers`
    await dee.put(`${answers}/${band.membership.id}`, { answer: 'yes' })
    expect((await changeSeries(seriesId, '2027-03-04', { title: 'New title' })).body).toEqual({ changed: 4, kept: [] })
    expect((await dee.get(answers)).body[0]).toMatchObject({ answer: 'yes', isStale: false })
    expect((await changeSeries(seriesId, '2027-03-04', { startTime: '18:00' })).body).toEqual({ changed: 4, kept: [] })
    expect((await dee.get(answers)).body[0]).toMatchObject({ answer: 'yes', isStale: true })
  })

  test('a change of a series without an effect raises no version, and a changed series can be changed again', async () => {
    const { seriesId } = await createSeries()
    expect((await changeSeries(seriesId, '2027-03-04', { title: 'Thursday practice' })).body.changed).toBe(0)
    expect((await listEvents()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
    expect((await changeSeries(seriesId, '2027-03-11', { title: 'One' })).body.changed).toBe(3)
    expect((await changeSeries(seriesId, '2027-03-18', { title: 'Two' })).body.changed).toBe(2)
    expect((await listEvents()).map(({ title }) => title)).toEqual(['Thursday practice', 'One', 'Two', 'Two'])
  })

  test('past dates of a series are neither changed nor deleted', async () => {
    const today = todayInLondon(testClock.now())
    const start = addDays(today, -14)
    const { seriesId } = await createSeries({ date: start }, { until: addDays(today, 14) })
    expect((await changeSeries(seriesId, start, { title: 'New title' })).body).toEqual({ changed: 3, kept: [] })
    const titles = async () => (await listEvents(start, addDays(today, 14))).map(({ title }) => title)
    expect(await titles()).toEqual(['Thursday practice', 'Thursday practice', 'New title', 'New title', 'New title'])
    expect((await dee.delete(`${base()}/event-series/${seriesId}?from=${start}`)).status).toBe(204)
    expect(await titles()).toEqual(['Thursday practice', 'Thursday practice'])
  })

  test.each<[string, object, string]>([
    ['to a gig', { type: 'gig' }, seriesMessages.typeCannotRepeat],
    ['to a type that the band does not use', { type: 'meeting' }, 'This band does not use that event type'],
    ['without a place', { location: null }, 'Location is required for private events'],
    ['with an end and no start', { startTime: null }, eventMessages.endWithoutStart],
  ])('a change of a series %s is refused with 400, and nothing is stored', async (_, changes, sentence) => {
    const { seriesId } = await createSeries()
    const refused = await changeSeries(seriesId, '2027-03-04', changes)
    expect([refused.status, refused.body.message]).toEqual([400, sentence])
    expect((await listEvents()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
  })

  test('a change of a series to a time that the clocks skip on one date is refused with that date, and nothing is stored', async () => {
    const { seriesId } = await createSeries({ date: '2027-03-21' }, { until: '2027-04-04' })
    const refused = await changeSeries(seriesId, '2027-03-21', { startTime: '01:30' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      seriesMessages.timeDoesNotExistOn('Sunday 28/03/2027'),
    ])
    expect((await listEvents()).map(({ version }) => version)).toEqual([1, 1, 1])
  })

  test("changing or deleting another band's series is 404", async () => {
    const { seriesId } = await createSeries()
    const kit = await server().createUser()
    const foxes = await createTestBand(kit)
    const path = `/api/bands/${foxes.id}/event-series/${seriesId}`
    const refused = [
      await kit.patch(path, { from: '2027-03-04', changes: { title: 'Ours' } }),
      await kit.delete(`${path}?from=2027-03-04`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect((await listEvents()).map(({ version }) => version)).toEqual([1, 1, 1, 1])
  })
})

describe('deleting a series', () => {
  test('deleting a series from a date keeps the earlier dates, and a deleted date can be restored', async () => {
    const { seriesId, events } = await createSeries()
    await patch(events[2], { title: 'Guest drummer' })
    expect((await ros.delete(`${base()}/event-series/${seriesId}?from=2027-03-11`)).status).toBe(204)
    expect((await listEvents()).map(({ date }) => date)).toEqual(['2027-03-04'])
    expect((await readActivity())[0]).toEqual(['deleted_series', 'Thursday practice', '2027-03-11', 'Ros'])
    expect((await dee.post(`${base()}/events/${events[3]?.id}/restore`)).body).toMatchObject({ seriesId, version: 3 })
  })

  test('of a parallel change and deletion of a series both succeed, the change applies to all later events or to none, and all of those events are deleted', async () => {
    const { seriesId } = await createSeries()
    const answers = await Promise.all([
      changeSeries(seriesId, '2027-03-11', { title: 'Two' }),
      dee.delete(`${base()}/event-series/${seriesId}?from=2027-03-11`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 204])
    expect([0, 3]).toContain(answers[0].body.changed)
    expect((await listEvents()).map(({ title }) => title)).toEqual(['Thursday practice'])
  })
})
