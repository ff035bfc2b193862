import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const march = 'startDate=2027-03-01&endDate=2027-03-31'

// Dee and Kit are in the Buses, Dee and Flo in the Foxes. Kit must not see anything of the Foxes.
let dee: TestClient, kit: TestClient, flo: TestClient
let buses: Band & { membership: Membership }, foxes: Band & { membership: Membership }
let kitInBuses: Membership
let practice: CalendarEntry, foxesGig: CalendarEntry, deeAway: CalendarEntry, kitAway: CalendarEntry

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  flo = await server().createUser({ firstName: 'Flo' })
  buses = await createTestBand(dee, { name: 'The Night Buses', displayName: 'Dee Drums' })
  foxes = await createTestBand(dee, { name: 'SECRET-FOXES', displayName: 'SECRET-STAGE-NAME' })
  kitInBuses = await joinBand(dee, buses.id, kit)
  await joinBand(dee, foxes.id, flo)
  practice = await createTestPractice(kit, buses.id, { date: '2027-03-05' })
  foxesGig = await createTestGig(flo, foxes.id, {
    date: '2027-03-06',
    title: 'SECRET-TITLE',
    venue: 'SECRET-VENUE',
    notes: 'SECRET-GIG-NOTE',
  })
  deeAway = await createTestDaysAway(dee, foxes.id, {
    date: '2027-03-10',
    title: 'SECRET-REASON',
    notes: 'SECRET-NOTE',
  })
  kitAway = await createTestDaysAway(kit, buses.id, { date: '2027-03-20', endDate: null, notes: 'Wedding in Hull' })
  await createTestDaysAway(flo, foxes.id, { date: '2027-03-21', endDate: null, notes: 'SECRET-FLO' })
})

test('the calendar lists separately the band’s entries, the caller’s own days away and the events of the caller’s other bands', async () => {
  const { body } = await dee.get(`/api/bands/${buses.id}/calendar?${march}`)
  expect(body.bandEvents.map((event: CalendarEntry) => event.id)).toEqual([practice.id, kitAway.id])
  expect(body.userEvents.map((event: CalendarEntry) => event.id)).toEqual([deeAway.id])
  expect(body.otherBandEvents).toEqual([{ ...foxesGig, bandName: 'SECRET-FOXES', answerCounts: null }])
})

test('days away have the display name and membership of their owner in the requested band', async () => {
  const { body } = await dee.get(`/api/bands/${buses.id}/calendar?${march}`)
  expect(body.bandEvents[1]).toEqual({
    ...kitAway,
    type: 'unavailable',
    membershipId: kitInBuses.id,
    ownerUserId: kit.user.id,
    displayName: 'Kit',
    notes: 'Wedding in Hull',
    isAllDay: true,
    isPublic: false,
  })
  expect(body.userEvents[0]).toMatchObject({ membershipId: buses.membership.id, displayName: 'Dee Drums' })
})

test('days away written in another band show their dates without title, notes and band', async () => {
  const { body } = await kit.get(`/api/bands/${buses.id}/calendar?${march}`)
  const seen = body.bandEvents.find((event: CalendarEntry) => event.id === deeAway.id)
  expect(seen).toMatchObject({
    date: '2027-03-10',
    endDate: '2027-03-14',
    displayName: 'Dee Drums',
    ownerUserId: dee.user.id,
  })
  expect([seen.bandId, seen.title, seen.notes]).toEqual([null, null, null])
})

test('days away show title and notes to their owner and to the band in which they were written', async () => {
  const ofOwner = (await dee.get(`/api/bands/${buses.id}/calendar?${march}`)).body.userEvents[0]
  expect([ofOwner.title, ofOwner.notes, ofOwner.bandId]).toEqual(['SECRET-REASON', 'SECRET-NOTE', foxes.id])
  const { body } = await flo.get(`/api/bands/${foxes.id}/calendar?${march}`)
  const inFoxes = body.bandEvents.find((event: CalendarEntry) => event.id === deeAway.id)
  expect([inFoxes.title, inFoxes.notes]).toEqual(['SECRET-REASON', 'SECRET-NOTE'])
})

test.each([
  ['the calendar', () => kit.get(`/api/bands/${buses.id}/calendar?${march}`)],
  ['the list of events', () => kit.get(`/api/bands/${buses.id}/events?${march}`)],
  ["the caller's own events", () => kit.get(`/api/me/events?${march}`)],
  [
    'a conflict check for a practice',
    () => kit.post(`/api/bands/${buses.id}/events/check-conflicts`, { date: '2027-03-06', type: 'practice' }),
  ],
  [
    'a conflict check for days away',
    () =>
      kit.post(`/api/bands/${buses.id}/events/check-conflicts`, {
        date: '2027-03-06',
        endDate: '2027-03-22',
        type: 'unavailable',
      }),
  ],
  ['a refused edit', () => kit.patch(`/api/bands/${buses.id}/events/${deeAway.id}`, { notes: 'mine now' })],
])('nothing of a band that the caller is not a member of appears in %s', async (_, ask) => {
  const { text } = await ask()
  expect(text).not.toContain('SECRET')
  expect(text).not.toContain(foxes.id)
  expect(text).not.toContain(foxes.membership.id)
  expect(text).not.toContain(foxesGig.id)
  expect(text).not.toContain(flo.user.id)
})

test("days away of a member of another band do not appear in this band's calendar", async () => {
  const { text } = await dee.get(`/api/bands/${buses.id}/calendar?${march}`)
  expect(text).not.toContain('SECRET-FLO')
})

test('the event list of a band includes the days away of all its members', async () => {
  const { body } = await dee.get(`/api/bands/${buses.id}/events?${march}`)
  expect(body.map((event: CalendarEntry) => event.id)).toEqual([practice.id, deeAway.id, kitAway.id])
})

test('/api/me/events lists the events of all bands of the caller, with band names, and the caller’s own days away', async () => {
  const { body } = await dee.get(`/api/me/events?${march}`)
  expect(body.map((event: CalendarEntry) => [event.id, event.bandName])).toEqual([
    [practice.id, 'The Night Buses'],
    [foxesGig.id, 'SECRET-FOXES'],
    [deeAway.id, null],
  ])
  expect(body[2]).toMatchObject({ membershipId: null, displayName: 'Dee', notes: 'SECRET-NOTE' })
})

test('the events of a band are listed by date, all-day events first, then by start time, then by id', async () => {
  const band = await createTestBand(dee)
  const on = (date: string, startTime: string | null) =>
    createTestPractice(dee, band.id, { date, startTime, endTime: null })
  const late = await on('2027-03-02', '21:00')
  const early = await on('2027-03-02', '09:00')
  const [one, two] = [await on('2027-03-02', '10:00'), await on('2027-03-02', '10:00')].map(({ id }) => id).sort()
  // Two updates change the physical order of the rows.
  for (const date of ['2027-03-03', '2027-03-02']) await dee.patch(`/api/bands/${band.id}/events/${one}`, { date })
  const before = await on('2027-03-01', '23:00')
  const whole = await on('2027-03-02', null)
  const { body } = await dee.get(`/api/bands/${band.id}/events?startDate=2027-03-01&endDate=2027-03-02`)
  expect(body.map((event: CalendarEntry) => event.id)).toEqual([before.id, whole.id, early.id, one, two, late.id])
})

test.each([
  ['ends the day before the date range is absent from', { date: '2027-05-08', endDate: '2027-05-09' }, false],
  ['ends on the first day of the date range is in', { date: '2027-05-08', endDate: '2027-05-10' }, true],
  ['covers the date range is in', { date: '2027-01-01', endDate: '2027-12-31' }, true],
  [
    'lasts a year and ends on the first day of the date range is in',
    { date: '2026-05-09', endDate: '2027-05-10' },
    true,
  ],
  ['begins on the last day of the date range is in', { date: '2027-05-20', endDate: null }, true],
  ['begins the day after the date range is absent from', { date: '2027-05-21', endDate: null }, false],
  [
    'ends past midnight on the first day of the date range is in',
    { date: '2027-05-09', startTime: '21:00', endTime: '01:00' },
    true,
  ],
  [
    'ends at the midnight before the first day of the date range is absent from',
    { date: '2027-05-09', startTime: '21:00', endTime: '00:00' },
    false,
  ],
  [
    'begins on the last evening of the date range is in',
    { date: '2027-05-20', startTime: '23:30', endTime: '02:00' },
    true,
  ],
])('an event that %s the calendar of that range', async (_, times, isInside) => {
  const band = await createTestBand(dee)
  const event = await createTestPractice(dee, band.id, { startTime: null, endTime: null, ...times })
  const { body } = await dee.get(`/api/bands/${band.id}/calendar?startDate=2027-05-10&endDate=2027-05-20`)
  expect(body.bandEvents.map(({ id }: CalendarEntry) => id)).toEqual(isInside ? [event.id] : [])
})

test.each(['/api/bands/:band/calendar', '/api/bands/:band/events', '/api/me/events'])(
  'a date range of %s that runs backwards, spans more than 400 days or has an impossible date is refused with 400',
  async (path) => {
    const ask = (from: string, to: string) =>
      dee.get(`${path.replace(':band', buses.id)}?startDate=${from}&endDate=${to}`)
    expect((await ask('2027-01-01', '2028-02-05')).status).toBe(200)
    const long = await ask('2027-01-01', '2028-02-06')
    expect([long.status, long.body.message]).toEqual([400, 'Choose at most 400 days'])
    const backwards = await ask('2027-01-02', '2027-01-01')
    expect([backwards.status, backwards.body.message]).toEqual([400, 'The end of the range is before its start'])
    expect((await ask('2027-02-29', '2027-03-01')).body.issues).toEqual([
      { path: 'startDate', message: 'Choose a real date' },
    ])
    expect((await dee.get(`${path.replace(':band', buses.id)}?startDate=2027-01-01`)).status).toBe(400)
  },
)

test('a calendar request with the current ETag gets 304 without a body', async () => {
  const path = `/api/bands/${buses.id}/calendar?${march}`
  const first = await dee.get(path)
  const again = await dee.get(path, { 'if-none-match': first.headers.get('etag') as string })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a former member does not see the band’s events, and the band does not see their days away', async () => {
  const band = await createTestBand(dee)
  const guest = await server().createUser({ firstName: 'Guest' })
  const membership = await joinBand(dee, band.id, guest)
  await createTestPractice(dee, band.id, { title: 'Not for guests' })
  const away = await createTestDaysAway(guest, band.id)
  await server().services.db`delete from memberships where id = ${membership.id}`
  expect((await guest.get(`/api/me/events?${march}`)).text).not.toContain('Not for guests')
  expect((await guest.get(`/api/bands/${band.id}/calendar?${march}`)).status).toBe(404)
  expect((await dee.get(`/api/bands/${band.id}/calendar?${march}`)).text).not.toContain(away.id)
})
