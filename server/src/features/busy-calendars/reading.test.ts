// The busy times of connected calendars in bands, and the hourly reading.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { startFakeCalendars, type FakeCalendars } from '@gaffer/fakes/calendars'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { dateInDays, buildCalendarFile, buildVevent } from '#testing/calendar-file.ts'
import { waitUntilDueNoticesStored, expectNotices, readNoticesOf } from '#testing/notices.ts'
import { recordRequestStatements } from '#testing/recorded-statements.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { readDueCalendars, refreshCalendar } from './schedule.ts'
import { claimDueCalendar, type StoredCalendar } from './store.ts'

const server = useTestServer()
let service: FakeCalendars
let dee: TestClient, kit: TestClient, band: Band & { membership: Membership }, kitInBand: Membership
let url: string, id: string

beforeAll(async () => {
  service = await startFakeCalendars({ port: 0 })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.fail(null)
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee)
  kitInBand = await joinBand(dee, band.id, kit)
  url = service.put('/kit.ics', buildCalendarFile(buildVevent(dateInDays(3), '14:00', '16:00')))
  id = (await kit.post('/api/me/calendars', { url, name: 'SECRET-NAME' })).body.id
})

const readCalendar = (
  caller: TestClient,
  headers: Record<string, string> = {},
  [from, to] = [dateInDays(0), dateInDays(30)],
) => caller.get(`/api/bands/${band.id}/calendar?startDate=${from}&endDate=${to}`, headers)
const busyOf = async (caller: TestClient, days?: [string, string]) => (await readCalendar(caller, {}, days)).body.busy
const checkConflicts = async (caller: TestClient, date: string, startTime: string, endTime: string) =>
  (await caller.post(`/api/bands/${band.id}/events/check-conflicts`, { type: 'practice', date, startTime, endTime }))
    .body.busyElsewhere
const busyKit = () => ({
  membershipId: kitInBand.id,
  displayName: 'Kit',
  date: dateInDays(3),
  endDate: null,
  startTime: '14:00',
  endTime: '16:00',
})
const claimCalendar = async () => {
  const { db } = server().services
  await db`update busy_calendars set next_read_at = ${ago({ days: 1 })} where id = ${id}`
  return (await claimDueCalendar(db, {})) as StoredCalendar
}
const refreshKitsCalendar = async () => refreshCalendar(server().services, await claimCalendar())
const state = async () => (await kit.get('/api/me/calendars')).body[0]

test('the band calendar has the busy times of its members without titles, and reads them with one SQL statement', async () => {
  for (const caller of [dee, kit]) expect(await busyOf(caller)).toEqual([busyKit()])
  const { text } = await readCalendar(dee)
  expect(text).not.toContain('SECRET')
  const statements = await recordRequestStatements(server(), () => readCalendar(dee))
  // Leaves out the job that looks for due calendars every minute.
  const ofRequest = statements.filter(({ text }) => !text.includes('skip locked'))
  expect(ofRequest.filter(({ text }) => text.includes('busy_intervals'))).toHaveLength(1)
})

test("overlapping or adjacent busy times of a member's two calendars are merged in the calendar, the conflict check and free dates, also past midnight and over whole days", async () => {
  const connect = async (name: string, ...entries: string[]) => {
    const file = service.put(`/${name}.ics`, buildCalendarFile(...entries))
    expect((await kit.post('/api/me/calendars', { url: file, name, countAllDay: true })).status).toBe(201)
  }
  await connect(
    'work',
    buildVevent(dateInDays(3), '15:00', '17:00'),
    buildVevent(dateInDays(5), '22:00', undefined, 'DURATION:PT4H'),
    buildVevent(dateInDays(8)),
  )
  await connect(
    'home',
    buildVevent(dateInDays(3), '17:00', '18:30'),
    buildVevent(dateInDays(6), '01:00', '03:00'),
    buildVevent(dateInDays(9)),
    buildVevent(dateInDays(11)),
  )
  const expected = [
    { date: dateInDays(3), endDate: null, startTime: '14:00', endTime: '18:30' },
    { date: dateInDays(5), endDate: null, startTime: '22:00', endTime: '03:00' },
    { date: dateInDays(8), endDate: dateInDays(9), startTime: null, endTime: null },
    { date: dateInDays(11), endDate: null, startTime: null, endTime: null },
  ].map((span) => ({ membershipId: kitInBand.id, displayName: 'Kit', ...span }))
  expect(await busyOf(dee)).toEqual(expected)
  expect(await checkConflicts(dee, dateInDays(3), '16:00', '19:00')).toEqual([expected[0]])
  const { body } = await dee.get(
    `/api/bands/${band.id}/free-dates?startDate=${dateInDays(3)}&endDate=${dateInDays(3)}&partOfDay=day`,
  )
  expect(body.dates[0].missing).toEqual([{ membershipId: kitInBand.id, displayName: 'Kit', reason: 'busy' }])
})

test('busy times of different members are not merged', async () => {
  const file = service.put('/dee.ics', buildCalendarFile(buildVevent(dateInDays(3), '15:00', '17:00')))
  await dee.post('/api/me/calendars', { url: file, name: 'Mine' })
  expect((await busyOf(dee)).map(({ endTime }: { endTime: string }) => endTime)).toEqual(['16:00', '17:00'])
})

test('the calendar of a band has no busy times of a user who is not its member', async () => {
  const otto = await server().createUser()
  const other = await createTestBand(otto)
  const { body } = await otto.get(
    `/api/bands/${other.id}/calendar?startDate=${dateInDays(0)}&endDate=${dateInDays(30)}`,
  )
  expect(body.busy).toEqual([])
})

test.each<[string, string[], [number, number], boolean]>([
  ['ends before the date range is absent from', [dateInDays(2), '10:00', '11:00'], [3, 4], false],
  ['is on the first day of the date range is in', [dateInDays(3), '10:00', '11:00'], [3, 4], true],
  ['is on the last day of the date range is in', [dateInDays(4), '10:00', '11:00'], [3, 4], true],
  ['begins after the date range is absent from', [dateInDays(5), '10:00', '11:00'], [3, 4], false],
  [
    'ends past midnight on the first day of the date range is in',
    [dateInDays(2), '22:00', undefined as never, 'DURATION:PT5H'],
    [3, 4],
    true,
  ],
  [
    'began days before the date range and covers the range is in',
    [dateInDays(1), '10:00', undefined as never, 'DURATION:P21D'],
    [10, 11],
    true,
  ],
  [
    'lasted six days and ended before the date range is absent from',
    [dateInDays(1), '10:00', undefined as never, 'DURATION:P6D'],
    [10, 11],
    false,
  ],
])('a busy time that %s the band calendar of that range', async (_, times, [from, to], isInside) => {
  service.put('/kit.ics', buildCalendarFile(buildVevent(...(times as [string]))))
  await refreshKitsCalendar()
  expect(await busyOf(dee, [dateInDays(from), dateInDays(to)])).toHaveLength(isInside ? 1 : 0)
})

test('a conflict check names a member whose connected calendar is busy at that time, and no member at another time or on another date', async () => {
  for (const caller of [dee, kit])
    expect(await checkConflicts(caller, dateInDays(3), '15:00', '17:00')).toEqual([busyKit()])
  expect(await checkConflicts(dee, dateInDays(3), '16:00', '18:00')).toEqual([])
  expect(await checkConflicts(dee, dateInDays(4), '15:00', '17:00')).toEqual([])
})

test('the ETag of the band calendar stays the same when an unchanged connected calendar is read again, and changes when the busy times change', async () => {
  const etag = (await readCalendar(dee)).headers.get('etag') as string
  const again = () => readCalendar(dee, { 'if-none-match': etag })
  await refreshKitsCalendar()
  await kit.post(`/api/me/calendars/${id}/refresh`)
  expect((await again()).status).toBe(304)
  service.put('/kit.ics', buildCalendarFile(buildVevent(dateInDays(3), '14:00', '17:00')))
  await refreshKitsCalendar()
  const { status, body } = await again()
  expect([status, body.busy]).toEqual([200, [{ ...busyKit(), endTime: '17:00' }]])
})

test('a second reading of an unchanged connected calendar gets 304 from the calendar’s server, and 200 once the last full reading is 25 hours old', async () => {
  const before = service.responses().length
  const statuses = () =>
    service
      .responses()
      .slice(before)
      .map(({ status }) => status)
  await refreshKitsCalendar()
  expect(statuses()).toEqual([304])
  await server().services.db`update busy_calendars set read_at = ${ago({ hours: 25 })} where id = ${id}`
  await refreshKitsCalendar()
  expect(statuses()).toEqual([304, 200])
})

test('reading a connected calendar that has the same content under a new ETag does not rewrite its busy times', async () => {
  const rows = () => server().services.db`select ctid::text, xmin::text from busy_intervals where calendar_id = ${id}`
  const before = await rows()
  service.put('/kit.ics', `${buildCalendarFile(buildVevent(dateInDays(3), '14:00', '16:00'))}\r\n`)
  await refreshKitsCalendar()
  expect(await rows()).toEqual(before)
  expect((await state()).failingSince).toBeNull()
})

test('a failing connected calendar keeps its last busy times and reports its problem until it can be read again', async () => {
  service.fail({ kind: 'status', status: 500 })
  await refreshKitsCalendar()
  expect(await state()).toMatchObject({ failingSince: expect.any(String), problem: expect.any(String), busyCount: 1 })
  expect(await busyOf(dee)).toEqual([busyKit()])
  service.fail(null)
  await refreshKitsCalendar()
  expect(await state()).toMatchObject({ failingSince: null, problem: null })
})

test('a connected calendar that has failed for three days makes one notice for its owner', async () => {
  service.fail({ kind: 'status', status: 500 })
  const { db } = server().services
  await refreshKitsCalendar()
  await db`update busy_calendars set failing_since = ${ago({ hours: 71 })} where id = ${id}`
  await refreshKitsCalendar()
  await waitUntilDueNoticesStored(server())
  expect((await readNoticesOf(kit)).map(({ kind }) => kind)).toEqual([])
  await db`update busy_calendars set failing_since = ${ago({ hours: 73 })} where id = ${id}`
  await refreshKitsCalendar()
  await expectNotices(kit, ['calendar.failing'])
  await refreshKitsCalendar()
  await waitUntilDueNoticesStored(server())
  expect(await readNoticesOf(kit)).toHaveLength(1)
  expect(await readNoticesOf(dee)).not.toContainEqual(expect.objectContaining({ kind: 'calendar.failing' }))
})

test('a calendar reading that began before a change of the calendar’s settings is not stored, and a refresh of a deleted calendar ends without an error', async () => {
  service.put('/kit.ics', buildCalendarFile(buildVevent(dateInDays(3)), buildVevent(dateInDays(4), '10:00', '11:00')))
  const { db, calendars } = server().services
  const slow: typeof calendars = {
    async read(request) {
      const reading = await calendars.read(request)
      await kit.patch(`/api/me/calendars/${id}`, { countAllDay: true })
      return reading
    },
  }
  await refreshCalendar({ ...server().services, calendars: slow }, await claimCalendar())
  expect(await state()).toMatchObject({ countAllDay: true, busyCount: 2 })
  const stored = await claimCalendar()
  await db`delete from busy_calendars where id = ${id}`
  await expect(refreshCalendar(server().services, stored)).resolves.toBeUndefined()
})

const minutesUntilDue = async () => {
  const [due] = await server().services.db`
    select extract(epoch from next_read_at - ${testClock.now()}) / 60 as minutes from busy_calendars where id = ${id}`
  return Number(due?.['minutes'])
}
/** Makes Kit's calendar due, and no other calendar. */
const makeDue = async () => {
  const { db } = server().services
  await db`update busy_calendars set next_read_at = ${fromNow({ hours: 1 })}`
  await db`update busy_calendars set next_read_at = ${ago({ minutes: 1 })}, last_read_at = null where id = ${id}`
}

test('a due calendar is read once by two parallel runs, and is due again in 50 to 70 minutes', async () => {
  await makeDue()
  const before = service.responses().length
  await Promise.all([readDueCalendars(server().services), readDueCalendars(server().services)])
  expect((await state()).lastReadAt).toEqual(expect.any(String))
  expect(service.responses().length - before).toBe(1)
  expect(await minutesUntilDue()).toBeGreaterThan(49)
  expect(await minutesUntilDue()).toBeLessThan(71)
})

test('a calendar that was claimed and not read, as after a crash, is due again after ten minutes', async () => {
  await makeDue()
  const { db } = server().services
  expect((await claimDueCalendar(db, {}))?.id).toBe(id)
  expect(await claimDueCalendar(db, {})).toBeUndefined()
  expect(await minutesUntilDue()).toBeGreaterThan(9)
  expect(await minutesUntilDue()).toBeLessThanOrEqual(10)
})

test.each([
  ['unchanged', () => undefined],
  ['failed', () => service.fail({ kind: 'status', status: 500 })],
  ['changed', () => void service.put('/kit.ics', buildCalendarFile(buildVevent(dateInDays(4), '10:00', '11:00')))],
])('a calendar that the hourly reading finds %s is due again in 50 to 70 minutes', async (_, arrange) => {
  await makeDue()
  arrange()
  await refreshKitsCalendar()
  expect(await minutesUntilDue()).toBeGreaterThan(49)
  expect(await minutesUntilDue()).toBeLessThan(71)
})

test('of two due calendars the one that has been due for longer is claimed first', async () => {
  const { db } = server().services
  const other = (await kit.post('/api/me/calendars', { url, name: 'Other' })).body.id
  await makeDue()
  await db`update busy_calendars set next_read_at = ${ago({ hours: 2 })} where id = ${other}`
  const claim = async () => (await claimDueCalendar(db, {}))?.id
  expect([await claim(), await claim(), await claim()]).toEqual([other, id, undefined])
})
