import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Membership } from '@gaffer/domain/bands/member'
import ICAL from 'ical.js'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { calendarFormatHash } from './calendar-text.ts'
import { recordRequestStatements } from '#testing/recorded-statements.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

// Dee and Kit are both members of the Buses. Only Dee is in the Foxes, and only Kit is in the Moles.
let dee: TestClient, kit: TestClient, reader: TestClient
let buses: Band & { membership: Membership }
let gig: CalendarEntry, practice: CalendarEntry
type Urls = Record<'full' | 'public' | 'member', string>
let deesUrls: Urls, kitsUrls: Urls

const pathOf = (url: string) => new URL(url).pathname
const urlsOf = async (caller: TestClient, bandId: string): Promise<Urls> =>
  (await caller.get(`/api/bands/${bandId}/calendar/url`)).body.urls
const readFeed = (url: string, headers: Record<string, string> = {}) => reader.get(pathOf(url), headers)

/** The properties of each event, keyed by the event's summary and then by property name. */
function propertiesBySummary(text: string) {
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return Object.fromEntries(
    events.map((event) => [
      String(event.getFirstPropertyValue('summary')),
      Object.fromEntries(event.getAllProperties().map((property) => [property.name, String(property.getFirstValue())])),
    ]),
  )
}
const summariesOf = (text: string) => Object.keys(propertiesBySummary(text)).sort()

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  reader = server().newClient()
  buses = await createTestBand(dee, { name: 'The Night Buses', displayName: 'Dee Drums' })
  await joinBand(dee, buses.id, kit)
  const foxes = await createTestBand(dee, { name: 'Foxes' })
  const moles = await createTestBand(kit, { name: 'SECRET-MOLES' })
  gig = await createTestGig(dee, buses.id, { title: 'Launch', notes: 'INTERNAL fee 200' })
  practice = await createTestPractice(kit, buses.id, {
    title: 'PRIVATE practice',
    location: 'PRIVATE place',
    notes: 'Bring the amp',
  })
  await createTestDaysAway(kit, buses.id, { title: 'Hull', notes: 'NoticeDraft to the Buses' })
  await createTestDaysAway(kit, moles.id, {
    date: '2027-04-01',
    endDate: null,
    title: 'SECRET-TITLE',
    notes: 'SECRET-NOTE',
  })
  await createTestDaysAway(dee, foxes.id, {
    date: '2027-04-10',
    endDate: null,
    title: 'Own',
    notes: 'Written with the Foxes',
  })
  await createTestPractice(dee, foxes.id, { title: 'Fox practice' })
  await createTestGig(kit, moles.id, { title: 'SECRET-GIG', venue: 'SECRET-VENUE' })
  deesUrls = await urlsOf(dee, buses.id)
  kitsUrls = await urlsOf(kit, buses.id)
})

test('feed URLs contain a token of 44 characters and differ by member and feed kind', () => {
  const all = [...Object.values(deesUrls), ...Object.values(kitsUrls)]
  expect(new Set(all).size).toBe(6)
  for (const url of all) expect(url).toMatch(/^http:\/\/localhost:\d+\/feeds\/[\w-]{44}\.ics$/)
})

test('the feed URLs of a member are stable between reads', async () => {
  expect(await urlsOf(dee, buses.id)).toEqual(deesUrls)
})

test('the full feed has the band’s events and its members’ days away, but no title and notes of days away that another member wrote in another band', async () => {
  const { status, text } = await readFeed(deesUrls.full)
  expect(status).toBe(200)
  expect(summariesOf(text)).toEqual(['Dee Drums: Own', 'Kit: Hull', 'Kit: Unavailable', 'Launch', 'PRIVATE practice'])
  const events = propertiesBySummary(text)
  expect(events['Kit: Hull']?.['description']).toBe('NoticeDraft to the Buses')
  expect(events['Kit: Unavailable']).not.toHaveProperty('description')
  expect(events['Dee Drums: Own']?.['description']).toBe('Written with the Foxes')
  expect(events['PRIVATE practice']).toMatchObject({
    location: 'PRIVATE place',
    description: 'Bring the amp',
    status: 'CONFIRMED',
  })
  expect(text).not.toContain('SECRET')
})

test('the public feed has only public events and no notes', async () => {
  const { text } = await readFeed(deesUrls.public)
  expect(summariesOf(text)).toEqual(['Launch'])
  expect(propertiesBySummary(text)['Launch']).toMatchObject({ location: 'The Brudenell', uid: `${gig.id}@gaffer` })
  expect(text).not.toMatch(/PRIVATE|INTERNAL|SECRET|Dee|Kit|Hull/)
})

test('the member feed has the member’s own days away and the events of the member’s other bands', async () => {
  const { text } = await readFeed(deesUrls.member)
  expect(summariesOf(text)).toEqual(['Dee Drums: Own', 'Fox practice (Foxes)'])
  expect((await readFeed(kitsUrls.member)).text).toContain('SECRET-GIG')
})

test('the full feed has headers for calendar text, the band’s name as filename, private caching and noindex', async () => {
  const { headers } = await readFeed(deesUrls.full)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('inline; filename="The Night Buses.ics"')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

test('a feed response has the same Vary header when compressed, when uncompressed and with status 304', async () => {
  const etag = (await readFeed(deesUrls.full)).headers.get('etag') as string
  const requests = [{ 'accept-encoding': 'gzip' }, { 'accept-encoding': 'identity' }, { 'if-none-match': etag }]
  const responses = await Promise.all(requests.map((headers) => readFeed(deesUrls.full, headers)))
  expect(responses.map(({ status, headers }) => [status, headers.get('vary')])).toEqual([
    [200, 'accept-encoding'],
    [200, 'accept-encoding'],
    [304, 'accept-encoding'],
  ])
})

test('a feed ignores query parameters', async () => {
  const path = pathOf(deesUrls.full)
  const [plain, appended] = [await reader.get(path), await reader.get(`${path}?nocache=1&nocache=2`)]
  expect([appended.status, appended.text]).toEqual([200, plain.text])
})

test('HEAD on a feed returns the Content-Type and ETag of GET, without a body and without Content-Length', async () => {
  const { status, headers, text } = await reader.send('HEAD', pathOf(deesUrls.full), undefined)
  expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/calendar; charset=utf-8'])
  const etag = (await readFeed(deesUrls.full)).headers.get('etag') as string
  expect([headers.get('etag'), headers.get('content-length')]).toEqual([etag, null])
  const unchanged = await reader.send('HEAD', pathOf(deesUrls.full), undefined, { 'if-none-match': etag })
  expect([unchanged.status, unchanged.headers.get('content-length')]).toEqual([304, null])
})

test('an unchanged feed answers 304 to its ETag after two SQL statements, and 200 to another ETag', async () => {
  const etag = (await readFeed(deesUrls.full)).headers.get('etag') as string
  expect(etag.startsWith(`W/"${calendarFormatHash}.`)).toBe(true)
  const statements = await recordRequestStatements(server(), async () => {
    const again = await readFeed(deesUrls.full, { 'if-none-match': `"other", ${etag}` })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  })
  expect(statements).toHaveLength(2)
  expect((await readFeed(deesUrls.full, { 'if-none-match': etag.replace('W/', '') })).status).toBe(304)
  expect((await readFeed(deesUrls.full, { 'if-none-match': '"other"' })).status).toBe(200)
})

test.each<[string, (kind: { event: CalendarEntry; away: CalendarEntry }) => Promise<unknown>]>([
  ['editing an event', ({ event }) => dee.patch(`/api/bands/${buses.id}/events/${event.id}`, { title: 'Renamed' })],
  ['deleting an event', ({ event }) => dee.delete(`/api/bands/${buses.id}/events/${event.id}`)],
  ['moving days away', ({ away }) => kit.patch(`/api/me/events/${away.id}`, { date: '2027-03-09' })],
  ['adding an event', () => createTestPractice(dee, buses.id)],
  [
    'renaming the band',
    () => dee.patch(`/api/bands/${buses.id}`, { name: `The Night Buses ${testClock.now().getTime()}` }),
  ],
  [
    'a new display name of a member with days away',
    () => kit.put('/api/me', { firstName: 'K', lastName: 'B', displayName: `Kit ${testClock.now().getTime()}` }),
  ],
])('%s changes the ETag of the full feed', async (_, change) => {
  const entries = { event: await createTestPractice(dee, buses.id), away: await createTestDaysAway(kit, buses.id) }
  const before = await readFeed(deesUrls.full)
  await change(entries)
  const after = await readFeed(deesUrls.full, { 'if-none-match': before.headers.get('etag') as string })
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  await kit.put('/api/me', { firstName: 'Kit', lastName: 'B', displayName: 'Kit' })
  await dee.patch(`/api/bands/${buses.id}`, { name: 'The Night Buses' })
})

test('deleted events and days away are CANCELLED in the public, full and personal feeds, and left out of the full feed after 30 days', async () => {
  const show = await createTestGig(dee, buses.id, { title: 'Called off' })
  const away = await createTestDaysAway(kit, buses.id, { title: 'Stays after all' })
  await dee.delete(`/api/bands/${buses.id}/events/${show.id}`)
  await kit.delete(`/api/me/events/${away.id}`)
  const { url: kitsPersonalUrl } = (await kit.get('/api/me/calendar/url')).body
  for (const [url, summary] of [
    [deesUrls.public, 'Called off'],
    [deesUrls.full, 'Called off'],
    [deesUrls.full, 'Kit: Stays after all'],
    [kitsPersonalUrl, 'The Night Buses: Called off'],
    [kitsPersonalUrl, 'Stays after all'],
  ] as const) {
    expect(propertiesBySummary((await readFeed(url)).text)[summary]).toMatchObject({
      status: 'CANCELLED',
      sequence: '2',
    })
  }
  const { db } = server().services
  await db`update events set deleted_at = ${ago({ days: 29 })} where id = ${show.id}`
  expect(summariesOf((await readFeed(deesUrls.full)).text)).toContain('Called off')
  await db`update events set deleted_at = ${ago({ days: 31 })} where id = ${show.id}`
  await db`update unavailabilities set deleted_at = ${ago({ days: 31 })} where id = ${away.id}`
  expect(summariesOf((await readFeed(deesUrls.full)).text)).not.toContain('Called off')
  expect(summariesOf((await readFeed(deesUrls.full)).text)).not.toContain('Kit: Stays after all')
})

test('the full feed contains events from the last year and of any future date, and no older event', async () => {
  const mo = await server().createUser()
  const band = await createTestBand(mo)
  const on = (date: string, title: string) => createTestPractice(mo, band.id, { date, title })
  const today = todayInLondon(testClock.now())
  await on(addDays(today, -368), 'Too old')
  await on(addDays(today, -364), 'Last year')
  await on('2090-01-01', 'Far ahead')
  expect(summariesOf((await readFeed((await urlsOf(mo, band.id)).full)).text)).toEqual(['Far ahead', 'Last year'])
})

test('rotating feed URLs invalidates the old URLs of that member only', async () => {
  const band = await createTestBand(dee)
  await joinBand(dee, band.id, kit)
  const [old, kits] = [await urlsOf(dee, band.id), await urlsOf(kit, band.id)]
  const rotated = (await dee.post(`/api/bands/${band.id}/calendar/url/rotate`)).body.urls as Urls
  for (const url of Object.values(old)) expect((await readFeed(url)).status).toBe(404)
  for (const url of [...Object.values(rotated), ...Object.values(kits)]) expect((await readFeed(url)).status).toBe(200)
  expect(await urlsOf(dee, band.id)).toEqual(rotated)
})

test('the feeds of a deleted membership are 404, even with a matching ETag', async () => {
  const band = await createTestBand(dee)
  const membership = await joinBand(dee, band.id, kit)
  const urls = await urlsOf(kit, band.id)
  const etag = (await readFeed(urls.full)).headers.get('etag') as string
  await server().services.db`delete from memberships where id = ${membership.id}`
  for (const url of Object.values(urls)) {
    const answer = await readFeed(url, { 'if-none-match': etag })
    expect([answer.status, answer.body]).toEqual([404, { code: 'not_found', message: 'Not found' }])
  }
})

test('a feed URL whose token has one changed character, another feed kind or another membership is 404', async () => {
  const path = pathOf(deesUrls.full)
  const token = path.slice('/feeds/'.length, -'.ics'.length)
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A'
    const forged = `/feeds/${token.slice(0, at)}${other}${token.slice(at + 1)}.ics`
    expect([forged, (await reader.get(forged)).status]).toEqual([forged, 404])
  }
  const bytesOf = (url: string) => Buffer.from(pathOf(url).slice('/feeds/'.length, -'.ics'.length), 'base64url')
  // The public token with only the byte of its feed kind changed.
  const upgraded = bytesOf(deesUrls.public)
  upgraded[16] = 'f'.charCodeAt(0)
  // Kit's membership with the HMAC of Dee's token.
  const swapped = Buffer.concat([bytesOf(kitsUrls.full).subarray(0, 17), bytesOf(deesUrls.full).subarray(17)])
  for (const bytes of [upgraded, swapped]) {
    expect((await reader.get(`/feeds/${bytes.toString('base64url')}.ics`)).status).toBe(404)
  }
})

test.each([
  '/feeds/',
  '/feeds/x.ics',
  '/feeds/x',
  `/feeds/${'A'.repeat(44)}.ics`,
  `/feeds/${'%00'.repeat(9)}.ics`,
  `/feeds/${'A'.repeat(400)}.ics`,
])('the malformed feed URL %s is 404', async (path) => {
  const { status, body } = await reader.get(path)
  expect([status, body.code]).toEqual([404, 'not_found'])
})

test('a feed URL without .ics is 404', async () => {
  expect((await reader.get(pathOf(deesUrls.full).replace('.ics', ''))).status).toBe(404)
})

test('a feed path with the id of an event instead of a token is 404 for a signed-in member, and a POST to a feed path is 404', async () => {
  expect((await dee.get(`/feeds/${practice.id}.ics`)).status).toBe(404)
  expect((await reader.post(pathOf(deesUrls.full))).status).toBe(404)
})
