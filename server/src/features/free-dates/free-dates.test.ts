import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { addDays, addMonths, startOfMonth, todayInLondon, weekdayIndex } from '@gaffer/domain/shared/dates'
import type { DateAvailability } from '@gaffer/domain/free-dates/free-dates'
import type { Membership } from '@gaffer/domain/bands/member'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { spansOverlap, type Span } from '@gaffer/domain/shared/span'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

// Dee, Kit and Ros are in the Buses. Kit and Ros are in the Foxes too.
let dee: TestClient, kit: TestClient, ros: TestClient
let buses: Band & { membership: Membership }, foxes: Band
let ids: Record<'dee' | 'kit' | 'ros', string>

beforeAll(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  kit = await server().createUser({ displayName: 'Kit' })
  ros = await server().createUser({ displayName: 'Ros' })
  buses = await createTestBand(dee)
  ids = {
    dee: buses.membership.id,
    kit: (await joinBand(dee, buses.id, kit)).id,
    ros: (await joinBand(dee, buses.id, ros)).id,
  }
  foxes = await createTestBand(kit, { name: 'SECRET-FOXES', displayName: 'SECRET-NAME' })
  await joinBand(kit, foxes.id, ros)
})

const readFreeDates = (query: string, caller = dee) => caller.get(`/api/bands/${buses.id}/free-dates?${query}`)
const datesOf = async (query: string): Promise<DateAvailability[]> => {
  const { status, body, text } = await readFreeDates(query)
  expect([status, text]).toEqual([200, text])
  return body.dates
}
const missingOf = ({ missing }: DateAvailability | undefined = { date: '', free: [], missing: [] }) =>
  missing.map(({ displayName, reason }) => `${displayName} ${reason}`)
const missingInEvening = async (date: string) =>
  missingOf((await datesOf(`startDate=${date}&endDate=${date}&partOfDay=evening`))[0])

async function connectCalendar(user: TestClient, date: string, startTime: string | null, endTime: string | null) {
  await server().services.db`
    with c as (
      insert into busy_calendars (id, user_id, name, key_id, sealed_url, host, next_read_at, created_at, updated_at)
      values (gen_random_uuid(), ${user.user.id}, 'SECRET-CALENDAR', 'k', '', 'secret.example', ${fromNow({ days: 1 })},
        ${testClock.now()}, ${testClock.now()})
      returning id)
    insert into busy_intervals (calendar_id, date, last_day, start_time, end_time)
    select id, ${date}, ${date}, ${startTime}, ${endTime} from c`
}

test('the free-dates response lists, for each date on the chosen weekdays, the free members and the missing members with their reasons', async () => {
  await createTestDaysAway(ros, buses.id, { date: '2027-05-07', endDate: '2027-05-08', title: 'SECRET-TRIP' })
  await createTestGig(kit, foxes.id, { date: '2027-05-14', title: 'SECRET-GIG', venue: 'SECRET-VENUE' })
  await connectCalendar(dee, '2027-05-21', '18:30', '20:00')
  await createTestPractice(dee, buses.id, { date: '2027-05-28' })
  const { body, text } = await readFreeDates('startDate=2027-05-01&endDate=2027-05-31&weekdays=5&partOfDay=evening')
  expect(body.dates).toMatchObject([
    {
      date: '2027-05-07',
      free: [ids.dee, ids.kit],
      missing: [{ membershipId: ids.ros, displayName: 'Ros', reason: 'away' }],
    },
    {
      date: '2027-05-14',
      free: [ids.dee],
      missing: [
        { membershipId: ids.kit, displayName: 'Kit', reason: 'busy' },
        { membershipId: ids.ros, displayName: 'Ros', reason: 'busy' },
      ],
    },
    {
      date: '2027-05-21',
      free: [ids.kit, ids.ros],
      missing: [{ membershipId: ids.dee, displayName: 'Dee', reason: 'busy' }],
    },
    { date: '2027-05-28', free: [], missing: expect.arrayContaining([expect.objectContaining({ reason: 'event' })]) },
  ])
  expect(text).not.toContain('SECRET')
})

test('the free-dates response lists the free members who have said nothing about the month, the same members as in the conflict check', async () => {
  // Ros is away in the month of the requested days, but before them.
  const month = startOfMonth(addMonths(todayInLondon(testClock.now()), 14))
  const date = addDays(month, 20)
  await createTestDaysAway(ros, buses.id, { date: addDays(month, 1), endDate: null })
  await kit.put(`/api/me/free-months/${addMonths(month, 1).slice(0, 7)}`)
  const days = await datesOf(`startDate=${date}&endDate=${addMonths(date, 1)}`)
  const unsaid = (at: string) => days.find((day) => day.date === at)?.unsaid
  expect([unsaid(date), unsaid(addMonths(date, 1))]).toEqual([
    [ids.dee, ids.kit],
    [ids.dee, ids.ros],
  ])
  const { body } = await dee.post(`/api/bands/${buses.id}/events/check-conflicts`, { type: 'practice', date })
  expect(body.unsaid.map(({ membershipId }: { membershipId: string }) => membershipId)).toEqual(unsaid(date))
})

test('the free-dates response names the band’s own events on a date with their status, and no cancelled or other band’s events', async () => {
  const date = addDays(startOfMonth(addMonths(todayInLondon(testClock.now()), 17)), 9)
  const gig = await createTestGig(dee, buses.id, { date, title: 'Wedding', status: 'tentative' })
  const practice = await createTestPractice(dee, buses.id, { date, status: 'cancelled' })
  await createTestGig(kit, foxes.id, { date, title: 'SECRET-GIG' })
  const [found] = await datesOf(`startDate=${date}&endDate=${date}&partOfDay=evening`)
  expect(found?.bandEvents).toEqual([{ id: gig.id, type: gig.type, title: 'Wedding', status: 'tentative' }])
  expect(practice.status).toBe('cancelled')
})

test('the free-dates response lists only the requested members, and a request with an id that is no member of the band is refused with 400', async () => {
  const query = 'startDate=2027-05-07&endDate=2027-05-07'
  const [date] = await datesOf(`${query}&members=${ids.ros},${ids.kit},${ids.ros}`)
  expect(date).toMatchObject({ free: [ids.kit], missing: [{ membershipId: ids.ros, reason: 'away' }] })
  const { body } = await kit.get(`/api/bands/${foxes.id}/members`)
  for (const stranger of [body[0].id, '01890000-0000-7000-8000-000000000000']) {
    const refused = await readFreeDates(`${query}&members=${ids.ros},${stranger}`)
    expect([refused.status, refused.body.message]).toEqual([400, freeDateMessages.membersInvalid])
  }
})

test('in the free-dates response members are free during a cancelled event and missing during a tentative event', async () => {
  const gig = await createTestGig(kit, foxes.id, { date: '2027-06-04' })
  const path = `/api/bands/${foxes.id}/events/${gig.id}`
  await kit.patch(path, { status: 'tentative' })
  expect(await missingInEvening('2027-06-04')).toEqual(['Kit busy', 'Ros busy'])
  await kit.patch(path, { status: 'cancelled' })
  expect(await missingInEvening('2027-06-04')).toEqual([])
  await kit.patch(path, { status: 'confirmed' })
  await kit.delete(path)
  expect(await missingInEvening('2027-06-04')).toEqual([])
})

test('in the free-dates response an event that began before the range occupies the first evening only if it ends after that evening has begun', async () => {
  await createTestGig(kit, foxes.id, { date: '2027-06-10', startTime: '21:00', endTime: '01:00' })
  expect(await missingInEvening('2027-06-11')).toEqual([])
  await createTestGig(kit, foxes.id, {
    date: '2027-06-12',
    endDate: '2027-06-20',
    startTime: '12:00',
    endTime: '20:00',
  })
  expect(await missingInEvening('2027-06-20')).toEqual(['Kit busy', 'Ros busy'])
})

test('a free-dates request accepts an end 400 days after the start, and a later end is refused with 400 and a message', async () => {
  expect((await datesOf('startDate=2027-01-01&endDate=2028-02-05')).length).toBe(401)
  const refused = await readFreeDates('startDate=2027-01-01&endDate=2028-02-06')
  expect([refused.status, refused.body.message]).toEqual([400, eventMessages.rangeTooLong])
})

test('in the free-dates response a member who left another band is no longer busy with the events of that band', async () => {
  await createTestGig(kit, foxes.id, { date: '2027-07-02' })
  expect(await missingInEvening('2027-07-02')).toEqual(['Kit busy', 'Ros busy'])
  const { body } = await ros.get(`/api/bands/${foxes.id}/members`)
  const own = body.find(({ userId }: Membership) => userId === ros.user.id)
  await kit.delete(`/api/bands/${foxes.id}/members/${own.id}`)
  expect(await missingInEvening('2027-07-02')).toEqual(['Kit busy'])
})

test('around a clock change the missing members in the free-dates response are those whose events or days away overlap the chosen part of the day', async () => {
  const hours = { evening: ['18:00', '00:00'], day: ['09:00', '18:00'], any: ['06:00', '00:00'] } as const
  const spans: (Span & { who: 'kit' | 'dee'; reason: string })[] = []
  const times = [null, '00:30', '05:59', '08:00', '12:00', '17:59', '18:00', '23:30']
  for (let n = 0; n < 24; n += 1) {
    const date = addDays('2027-10-18', (n * 5) % 27)
    const startTime = times[n % times.length] ?? null
    const endTime = startTime && n % 3 > 0 ? `${String((n * 7) % 24).padStart(2, '0')}:15` : null
    const endDate = n % 6 === 0 ? addDays(date, 2) : null
    if (n % 4 === 3) {
      await createTestDaysAway(dee, buses.id, { date, endDate })
      spans.push({ who: 'dee', reason: 'away', date, endDate, startTime: null, endTime: null, isAllDay: true })
    } else {
      await createTestGig(kit, foxes.id, { date, endDate, startTime, endTime })
      spans.push({ who: 'kit', reason: 'busy', date, endDate, startTime, endTime, isAllDay: startTime === null })
    }
  }
  for (const part of ['evening', 'day', 'any'] as const) {
    const [startTime, endTime] = hours[part]
    const query = `startDate=2027-10-20&endDate=2027-11-10&weekdays=1,3,6,7&partOfDay=${part}&members=${ids.dee},${ids.kit}`
    const found = await datesOf(query)
    expect(found.every(({ date }) => [0, 2, 5, 6].includes(weekdayIndex(date)))).toBe(true)
    for (const one of found) {
      const day = { date: one.date, endDate: null, startTime, endTime, isAllDay: false }
      const expected = (['dee', 'kit'] as const).flatMap((who) => {
        const hit = spans.find((span) => span.who === who && spansOverlap(span, day))
        return hit ? [`${who === 'dee' ? 'Dee' : 'Kit'} ${hit.reason}`] : []
      })
      expect([part, one.date, missingOf(one)]).toEqual([part, one.date, expected])
    }
  }
})
