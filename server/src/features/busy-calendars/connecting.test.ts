// The endpoints of /api/me/calendars.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { startFakeCalendars, type FakeCalendars } from '@gaffer/fakes/calendars'
import { dateInDays, buildCalendarFile, buildSlowCalendarFile, buildVevent } from '#testing/calendar-file.ts'
import { listColumnMatches } from '#testing/columns.ts'
import { refusedHosts } from '#testing/public-fetch.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let service: FakeCalendars
let kit: TestClient, url: string

beforeAll(async () => {
  service = await startFakeCalendars({ port: 0 })
})
afterAll(() => service.close())
beforeEach(async () => {
  service.fail(null)
  kit = await server().createUser({ firstName: 'Kit' })
  url = service.put(
    '/secret-kit.ics',
    buildCalendarFile(buildVevent(dateInDays(3), '14:00', '16:00'), buildVevent(dateInDays(5))),
  )
})

const calendars = '/api/me/calendars'
const connect = (more: object = {}, headers: Record<string, string> = {}) =>
  kit.post(calendars, { url, name: 'Work', ...more }, headers)
const readStoredIntervals = async (id: string) =>
  server().services.db`
    select date, end_date, start_time::text, end_time::text from busy_intervals where calendar_id = ${id} order by date`

test('connecting a calendar reads it before the reply and stores only its busy times', async () => {
  const { status, body, text } = await connect()
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Work',
      host: new URL(url).host,
      lastReadAt: expect.any(String),
      failingSince: null,
      problem: null,
      countAllDay: false,
      busyCount: 1,
      skippedCount: 0,
    },
  ])
  expect(text).not.toContain('secret-kit')
  expect(await readStoredIntervals(body.id)).toEqual([
    { date: dateInDays(3), end_date: null, start_time: '14:00:00', end_time: '16:00:00' },
  ])
  expect((await kit.get(calendars)).body).toEqual([body])
})

test('neither the address nor a title or place of a connected calendar is stored as plain text', async () => {
  await connect()
  expect(await listColumnMatches(server(), ['secret-kit', 'SECRET-TITLE', 'SECRET-PLACE'])).toEqual([])
})

test('all-day entries count as busy from the first reading of a calendar that is connected with countAllDay', async () => {
  expect((await connect({ countAllDay: true })).body).toMatchObject({ countAllDay: true, busyCount: 2 })
})

test('a repeated request with the same idempotency key connects one calendar', async () => {
  const answers = [await connect({}, { 'idempotency-key': 'one' }), await connect({}, { 'idempotency-key': 'one' })]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect((await kit.get(calendars)).body).toHaveLength(1)
})

const sentences = busyCalendarMessages.calendarProblems
test.each<[string, () => void, string]>([
  ['its address is 404', () => (url = `${service.url}/gone.ics`), sentences.gone],
  ['nothing listens at its address', () => (url = 'http://127.0.0.1:9/x.ics'), sentences.unreachable],
  ['it asks for a password', () => service.fail({ kind: 'status', status: 401 }), sentences.password],
  ['its service answers 500', () => service.fail({ kind: 'status', status: 500 }), sentences.busy],
  ['its service answers 429', () => service.fail({ kind: 'status', status: 429 }), sentences.busy],
  ['its service answers 304 unasked', () => service.fail({ kind: 'status', status: 304 }), sentences.refused],
  ['it is a web page', () => service.fail({ kind: 'rubbish' }), sentences.not_a_calendar],
  ['its service hangs', () => service.fail({ kind: 'hang' }), sentences.slow],
  ['its service closes the connection', () => service.fail({ kind: 'reset' }), sentences.unreachable],
  ['it is larger than 5 MB', () => service.fail({ kind: 'huge' }), sentences.too_large],
  ['it redirects to itself', () => service.fail({ kind: 'redirect', to: url }), sentences.redirects],
  ['it redirects to a file', () => service.fail({ kind: 'redirect', to: 'file:///etc/passwd' }), sentences.not_allowed],
  ['its https address serves plain http', () => (url = url.replace('http:', 'https:')), sentences.unreachable],
  [
    'it has too many entries',
    () =>
      (url = service.put(
        '/many.ics',
        buildCalendarFile(...Array.from({ length: 20_001 }, () => buildVevent('2020-01-01'))),
      )),
    sentences.too_large,
  ],
])('a calendar is refused with an error message and not stored when %s', async (_, arrange, sentence) => {
  arrange()
  const { status, body } = await connect()
  expect([status, body]).toEqual([
    422,
    { code: 'unreadable_calendar', message: sentence, issues: [{ path: 'url', message: sentence }] },
  ])
  expect((await kit.get(calendars)).body).toEqual([])
})

const good = buildVevent(dateInDays(3), '14:00', '16:00')
const withRule = (rule: string) => buildVevent(dateInDays(1), '10:00', '10:01', `RRULE:${rule}`)

test.each([
  'FREQ=WEEKLY;BYMONTHDAY=5',
  'FREQ=MONTHLY;BYDAY=6MO',
  'FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY',
])(
  'a calendar with an entry that repeats by %s is connected without that entry, which is counted as skipped',
  async (rule) => {
    url = service.put('/odd.ics', buildCalendarFile(withRule(rule), good))
    const { status, body } = await connect()
    expect([status, body]).toMatchObject([201, { busyCount: 1, skippedCount: 1, failingSince: null, problem: null }])
    expect(await readStoredIntervals(body.id)).toMatchObject([{ date: dateInDays(3) }])
    expect((await kit.get(calendars)).body).toEqual([body])
  },
)

test('refreshing a calendar counts its unreadable entries anew, and replaces its old busy times', async () => {
  const { id } = (await connect()).body
  const refresh = async (...entries: string[]) => {
    service.put('/secret-kit.ics', buildCalendarFile(...entries))
    return (await kit.post(`${calendars}/${id}/refresh`)).body
  }
  const moved = buildVevent(dateInDays(4), '14:00', '16:00')
  const odd = withRule('FREQ=WEEKLY;BYMONTHDAY=5')
  expect(await refresh(odd, moved, odd)).toMatchObject({ busyCount: 1, skippedCount: 2, failingSince: null })
  expect(await readStoredIntervals(id)).toMatchObject([{ date: dateInDays(4) }])
  service.fail({ kind: 'status', status: 500 })
  expect(await refresh(moved)).toMatchObject({ skippedCount: 2, problem: sentences.busy })
  service.fail(null)
  expect(await refresh(moved)).toMatchObject({ busyCount: 1, skippedCount: 0, problem: null })
})

test('of twelve slow calendars that one member connects at once one gets 422 and eleven get 503 with Retry-After, and another member connects a calendar within 5 seconds', async () => {
  url = service.put('/slow.ics', buildSlowCalendarFile())
  const otto = await server().createUser()
  const own = service.put('/otto.ics', buildCalendarFile(good))
  const attack = Array.from({ length: 12 }, () => connect())
  // Wait until the first slow file was fetched, which then keeps the parser busy.
  await expect.poll(() => service.responses().filter(({ path }) => path === '/slow.ics').length).toBeGreaterThan(0)
  const startedAt = performance.now()
  expect((await otto.post(calendars, { url: own, name: 'Work' })).status).toBe(201)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  const answers = await Promise.all(attack)
  expect(answers.map(({ status }) => status).sort()).toEqual([422, ...Array.from({ length: 11 }, () => 503)])
  const busy = answers.find(({ status }) => status === 503)
  expect([busy?.headers.get('retry-after'), busy?.body]).toEqual([
    '10',
    { code: 'unavailable', message: 'Gaffer is reading a lot of calendars. Please try again in a moment.' },
  ])
  // Refused requests keep no slot: the same member can connect another calendar.
  url = own
  expect((await connect()).status).toBe(201)
})

test('a user can connect at most ten calendars, also with parallel requests', async () => {
  await Promise.all(Array.from({ length: limits.busyCalendarsPerPerson + 3 }, () => connect()))
  expect((await kit.get(calendars)).body).toHaveLength(limits.busyCalendarsPerPerson)
  const { status, body } = await connect()
  expect([status, body.message]).toEqual([409, 'You can connect up to 10 calendars. Remove one first.'])
})

test('renaming a connected calendar does not read it again', async () => {
  const { id } = (await connect()).body
  service.fail({ kind: 'status', status: 500 })
  const before = service.responses().length
  const { status, body } = await kit.patch(`${calendars}/${id}`, { name: 'Day job' })
  expect([status, body.name, body.busyCount]).toEqual([200, 'Day job', 1])
  expect(service.responses()).toHaveLength(before)
})

test('changing countAllDay reads the calendar again, and the change is refused with 422 and not stored if the calendar cannot be read', async () => {
  const { id } = (await connect()).body
  expect((await kit.patch(`${calendars}/${id}`, { countAllDay: true })).body).toMatchObject({ busyCount: 2 })
  service.fail({ kind: 'status', status: 404 })
  const refused = await kit.patch(`${calendars}/${id}`, { countAllDay: false })
  expect([refused.status, refused.body.message]).toEqual([422, sentences.gone])
  expect((await kit.get(calendars)).body).toMatchObject([{ countAllDay: true, busyCount: 2, problem: null }])
})

test.each(['https://calendars.example:99999/x.ics', 'https://1.2.3.4.5/x.ics'])(
  'the address %s, which is no valid URL, is refused with an error message, for a new calendar and as a change',
  async (address) => {
    const { id } = (await connect()).body
    const answers = [await connect({ url: address }), await kit.patch(`${calendars}/${id}`, { url: address })]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [422, sentences.not_allowed],
      [422, sentences.not_allowed],
    ])
  },
)

test('changing the address of a connected calendar replaces its busy times', async () => {
  const { id } = (await connect()).body
  const other = service.put('/other.ics', buildCalendarFile(buildVevent(dateInDays(7), '09:00', '10:00')))
  expect((await kit.patch(`${calendars}/${id}`, { url: other })).body).toMatchObject({ busyCount: 1 })
  expect(await readStoredIntervals(id)).toMatchObject([{ date: dateInDays(7) }])
})

test('disconnecting a calendar deletes its busy times', async () => {
  const { id } = (await connect()).body
  expect((await kit.delete(`${calendars}/${id}`)).status).toBe(204)
  expect(await readStoredIntervals(id)).toEqual([])
  expect((await kit.delete(`${calendars}/${id}`)).status).toBe(404)
})

test('another user’s connected calendar is not listed, and requests to change, refresh or remove that calendar get 404', async () => {
  const { id } = (await connect()).body
  const otto = await server().createUser()
  const answers = [
    await otto.patch(`${calendars}/${id}`, { name: 'Mine' }),
    await otto.post(`${calendars}/${id}/refresh`),
    await otto.delete(`${calendars}/${id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await otto.get(calendars)).body).toEqual([])
  expect((await kit.get(calendars)).body).toMatchObject([{ name: 'Work' }])
})

test('refreshing a failing calendar keeps its busy times and reports since when and why it fails', async () => {
  const { id } = (await connect()).body
  service.fail({ kind: 'status', status: 503 })
  const failing = await kit.post(`${calendars}/${id}/refresh`)
  expect([failing.status, failing.body]).toMatchObject([
    200,
    { failingSince: expect.any(String), problem: sentences.busy, busyCount: 1 },
  ])
  const later = await kit.post(`${calendars}/${id}/refresh`)
  expect(later.body.failingSince).toBe(failing.body.failingSince)
  service.fail(null)
  const again = await kit.post(`${calendars}/${id}/refresh`)
  expect(again.body).toMatchObject({ failingSince: null, problem: null, busyCount: 1 })
})

test('reading a connected calendar whose address is encrypted with an earlier SECRET_KEY fails with a message', async () => {
  const { id } = (await connect()).body
  await server().services.db`update busy_calendars set key_id = 'earlier' where id = ${id}`
  expect((await kit.post(`${calendars}/${id}/refresh`)).body.problem).toBe(sentences.key_changed)
  const refused = await kit.patch(`${calendars}/${id}`, { countAllDay: true })
  expect([refused.status, refused.body.message]).toEqual([422, sentences.key_changed])
})

test('without ALLOW_PRIVATE_FETCH, calendar addresses in private networks or with plain http are refused without a request', async () => {
  const strict = await server().startAnother({ ALLOW_PRIVATE_FETCH: '' })
  const asKit = strict.newClient()
  for (const [name, value] of kit.cookies) asKit.cookies.set(name, value)
  const before = service.responses().length
  const { port } = new URL(service.url)
  const hosts = refusedHosts.map(([host]) => host)
  const local = ['127.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost']
  const origins = [
    ...hosts.map((host) => `https://${host}`),
    ...local.flatMap((host) => ['http', 'https', 'webcal'].map((scheme) => `${scheme}://${host}:${port}`)),
    ...local.map((host) => `http://${host}`),
    'file://',
  ]
  for (const origin of origins) {
    const { status, body } = await asKit.post(calendars, { url: `${origin}/secret-kit.ics`, name: 'Work' })
    const sentence = status === 400 ? busyCalendarMessages.calendarAddressInvalid : sentences.not_allowed
    expect([origin, status, body.message]).toEqual([origin, status === 400 ? 400 : 422, sentence])
  }
  expect(service.responses()).toHaveLength(before)
  await strict.stop()
})
