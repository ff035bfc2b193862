// POST /events/check-conflicts, which the event form calls while a date is typed.

import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

// Dee and Kit are in the Buses. Only Kit is in the Foxes.
let dee: TestClient, kit: TestClient
let buses: Band & { membership: Membership }, foxes: Band
let kitInBuses: Membership

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  buses = await createTestBand(dee)
  kitInBuses = await joinBand(dee, buses.id, kit)
  foxes = await createTestBand(kit, { name: 'SECRET-FOXES', displayName: 'SECRET-NAME' })
})

const checkConflicts = async (caller: TestClient, question: object) => {
  const answer = await caller.post(`/api/bands/${buses.id}/events/check-conflicts`, { type: 'practice', ...question })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer
}
const idsOf = (events: CalendarEntry[]) => events.map(({ id }) => id)

test('a conflict check for a free day returns no conflicts, and lists in unsaid the members who have said nothing about the month', async () => {
  expect((await checkConflicts(dee, { date: '2027-01-01' })).body).toEqual({
    bandEventConflicts: [],
    unavailabilityConflicts: [],
    affectedBandEvents: [],
    busyElsewhere: [],
    free: [],
    unsaid: [expect.objectContaining({ displayName: 'Dee' }), expect.objectContaining({ displayName: 'Kit' })],
  })
})

test('band events conflict when their times overlap, and all-day events conflict with any time of the day', async () => {
  const evening = await createTestPractice(dee, buses.id, { date: '2027-03-05', startTime: '19:00', endTime: '22:00' })
  const whole = await createTestPractice(dee, buses.id, { date: '2027-03-05', startTime: null, endTime: null })
  const clashes = async (times: object) =>
    idsOf((await checkConflicts(dee, { date: '2027-03-05', ...times })).body.bandEventConflicts)
  expect(await clashes({})).toEqual([whole.id, evening.id])
  expect(await clashes({ startTime: '20:00', endTime: '21:00' })).toEqual([whole.id, evening.id])
  expect(await clashes({ startTime: '22:00', endTime: '23:00' })).toEqual([whole.id])
  expect(await clashes({ date: '2027-03-06' })).toEqual([])
  // An event of the same band does not count as busy elsewhere.
  expect((await checkConflicts(dee, { date: '2027-03-05' })).body.busyElsewhere).toEqual([])
})

test('an event that ends past midnight conflicts with an event early the next morning', async () => {
  const night = await createTestGig(dee, buses.id, { date: '2027-04-09', startTime: '21:00', endTime: '02:00' })
  const morning = await checkConflicts(dee, { date: '2027-04-10', startTime: '01:00', endTime: '03:00' })
  expect(idsOf(morning.body.bandEventConflicts)).toEqual([night.id])
})

test('a conflict check does not list the event in excludeEventId', async () => {
  const event = await createTestPractice(dee, buses.id, { date: '2027-04-12' })
  const { body } = await checkConflicts(dee, { date: '2027-04-12', excludeEventId: event.id })
  expect(body.bandEventConflicts).toEqual([])
})

test('a conflict check lists the days away of every member, the caller included, without notes of other bands', async () => {
  const own = await createTestDaysAway(dee, buses.id, { date: '2027-05-01', endDate: '2027-05-03', notes: 'Mine' })
  const kits = await createTestDaysAway(kit, foxes.id, { date: '2027-05-03', endDate: null, notes: 'SECRET-NOTE' })
  const { body, text } = await checkConflicts(dee, { date: '2027-05-03' })
  expect(idsOf(body.unavailabilityConflicts)).toEqual([own.id, kits.id])
  expect(body.unavailabilityConflicts[1]).toMatchObject({
    membershipId: kitInBuses.id,
    displayName: 'Kit',
    notes: null,
  })
  expect(text).not.toContain('SECRET')
})

test('a conflict check for days away lists the affected events of this band only, and ignores times', async () => {
  const event = await createTestPractice(dee, buses.id, { date: '2027-06-05' })
  await createTestPractice(kit, foxes.id, { date: '2027-06-05' })
  await createTestDaysAway(kit, buses.id, { date: '2027-06-05', endDate: null })
  const { body } = await checkConflicts(kit, { type: 'unavailable', date: '2027-06-01', endDate: '2027-06-09' })
  expect(idsOf(body.affectedBandEvents)).toEqual([event.id])
  expect([body.bandEventConflicts, body.unavailabilityConflicts, body.busyElsewhere]).toEqual([[], [], []])
  // Times are ignored for days away.
  const hours = await checkConflicts(kit, {
    type: 'unavailable',
    date: '2027-06-05',
    startTime: '01:00',
    endTime: '02:00',
  })
  expect(idsOf(hours.body.affectedBandEvents)).toEqual([event.id])
})

test('a conflict check lists a member with an event of another band as busy, with the date and times of that event only', async () => {
  await createTestGig(kit, foxes.id, {
    date: '2027-07-10',
    startTime: '20:00',
    endTime: '23:00',
    title: 'SECRET-GIG',
    venue: 'SECRET-VENUE',
    notes: 'SECRET',
  })
  const { body, text } = await checkConflicts(dee, { date: '2027-07-10', startTime: '10:00', endTime: '11:00' })
  expect(body.busyElsewhere).toEqual([
    {
      membershipId: kitInBuses.id,
      displayName: 'Kit',
      date: '2027-07-10',
      endDate: null,
      startTime: '20:00',
      endTime: '23:00',
    },
  ])
  expect(text).not.toContain('SECRET')
  expect(text).not.toContain(foxes.id)
  expect((await checkConflicts(dee, { date: '2027-07-11' })).body.busyElsewhere).toEqual([])
})

test('a conflict check lists the caller’s own events in other bands as busy', async () => {
  await createTestPractice(kit, foxes.id, { date: '2027-07-20', startTime: null, endTime: null })
  const { body } = await checkConflicts(kit, { date: '2027-07-20' })
  expect(body.busyElsewhere).toEqual([
    {
      membershipId: kitInBuses.id,
      displayName: 'Kit',
      date: '2027-07-20',
      endDate: null,
      startTime: null,
      endTime: null,
    },
  ])
})

test('deleted events and deleted days away cause no conflicts', async () => {
  const [event, away] = [
    await createTestPractice(dee, buses.id, { date: '2027-08-01' }),
    await createTestDaysAway(dee, buses.id, { date: '2027-08-01', endDate: null }),
  ]
  const found = async () => {
    const { body } = await checkConflicts(dee, { date: '2027-08-01' })
    return [idsOf(body.bandEventConflicts), idsOf(body.unavailabilityConflicts)]
  }
  expect(await found()).toEqual([[event.id], [away.id]])
  for (const { id } of [event, away]) await dee.delete(`/api/bands/${buses.id}/events/${id}`)
  expect(await found()).toEqual([[], []])
})

test('a conflict check accepts an end time without a start time, and refuses reversed, too distant and impossible dates', async () => {
  expect((await checkConflicts(dee, { date: '2027-09-01', endTime: '19:00' })).status).toBe(200)
  const bad = (question: object) =>
    dee.post(`/api/bands/${buses.id}/events/check-conflicts`, { type: 'practice', date: '2027-09-01', ...question })
  expect((await bad({ endDate: '2027-08-31' })).body.issues).toEqual([
    { path: 'endDate', message: 'The end date is before the start date' },
  ])
  expect((await bad({ endDate: '2029-01-01' })).status).toBe(400)
  expect((await bad({ date: '2027-02-31' })).status).toBe(400)
})
