// Long because it is one table: query plans of the most frequent requests in a database with many rows of other bands. The statements
// are recorded from real requests.

import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/band'
import { aBand, aGig, aPractice, aSong, daysAway, joinBand } from '#testing/builders.ts'
import { aDep, askDeps } from '#testing/deps.ts'
import { makeDepToken } from '#http/auth/dep-token.ts'
import type { TestClient } from '#testing/test-client.ts'
import { recordStatements, type RecordedStatement } from '#testing/recorded-statements.ts'
import { useTestServer } from '#testing/test-server.ts'

// The settler works beside the requests, and its statements would be recorded with theirs.
const server = useTestServer({ NOTICE_SETTLE_SECONDS: '3600' })
const calendar = [
  'users',
  'sessions',
  'bands',
  'memberships',
  'events',
  'unavailabilities',
  'busy_calendars',
  'busy_intervals',
]
const setlistTables = ['setlists', 'setlist_items', 'practised_songs']
const sheetTables = ['gig_sheets', 'gig_sheet_links']
const depTables = ['deps', 'dep_asks', 'dep_requests', 'dep_texts', 'dep_refusals']
const songTables = ['songs', 'song_readiness', 'song_vetos', ...setlistTables]
const big = new Set([
  ...calendar,
  'answers',
  'event_changes',
  'free_months',
  'notices',
  ...songTables,
  ...sheetTables,
  ...depTables,
])
const march = 'startDate=2027-03-01&endDate=2027-03-31'

let dee: TestClient, reader: TestClient, band: Band, eventId: string, songId: string, etag: string, calendarTag: string
let membershipId: string, seriesId: string, setlistId: string, otherSongId: string, pastEventId: string
let gigId: string, sheetToken: string, depToken: string
let feeds: Record<'full' | 'public' | 'member', string>, personalFeed: string

beforeAll(async () => {
  dee = await server().createUser()
  const own = await aBand(dee)
  band = own
  membershipId = own.membership.id
  await joinBand(dee, band.id, await server().createUser())
  gigId = (await aGig(dee, band.id)).id
  await aGig(dee, (await aBand(dee)).id)
  await daysAway(dee, band.id)
  eventId = (await aPractice(dee, band.id)).id
  songId = (await aSong(dee, band.id)).id
  otherSongId = (await aSong(dee, band.id)).id
  pastEventId = (await aPractice(dee, band.id, { date: '2026-01-05' })).id
  setlistId = (await dee.post(setlists(), { name: 'Friday', items: [{ songId }] })).body.id
  await dee.put(sheet(), {})
  sheetToken = pathOf((await dee.post(`${sheet()}/share`)).body.url).slice('/sheet/'.length)
  depToken = await askedDep()
  feeds = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body.urls
  personalFeed = (await dee.get('/api/me/calendar/url')).body.url
  reader = server().newClient()
  await fill()
  seriesId = (await dee.post(seriesPath(), { event: practice, repeat: everyWeek })).body.seriesId
  calendarTag = (await dee.get(`/api/bands/${band.id}/calendar?${march}`)).headers.get('etag') as string
  etag = (await reader.get(pathOf(feeds.full))).headers.get('etag') as string
})

/** Asks a dep for the gig, at any hour of the day; returns the token of their link. */
async function askedDep(): Promise<string> {
  const { db, keys } = server().deps
  const dep = await aDep(dee, band.id)
  await askDeps(dee, `${events()}/${gigId}`, [dep])
  const [ask] = await db<{ id: string }[]>`
    update dep_asks set asked_at = now(), texted_kind = 'asked' where dep_id = ${dep.id} returning id`
  return makeDepToken(keys, ask?.id as string)
}

/** Adds 20,000 events of other bands with matching rows elsewhere, and thousands of past and future events. */
async function fill() {
  const { db } = server().deps
  await db.query(`
    insert into users (id, phone) select gen_random_uuid(), '+4470' || n from generate_series(1, 4000) n;
    insert into sessions (id, token_hash, user_id, expires_at)
      select gen_random_uuid(), sha256(id::text::bytea), id, now() + interval '1 day' from users;
    insert into bands (id, name) select gen_random_uuid(), 'Band ' || n from generate_series(1, 2000) n;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon)
      select b.id, gen_random_uuid(), u.id, 'Drums', 'member', 'active', '#6b7280', 'music'
      from (select id, row_number() over () as n from users) u
      join (select id, row_number() over () as n from bands) b on b.n % 2000 in (u.n % 2000, (u.n * 7) % 2000)
      on conflict do nothing;
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, deleted_at)
      select b.id, gen_random_uuid(), 'gig', d, d, n % 2 = 0, true, case when n % 10 = 0 then now() end
      from (select id, row_number() over () as at from bands) b
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 2000 = b.at % 2000;
    insert into unavailabilities (user_id, id, date, last_day, deleted_at)
      select u.id, gen_random_uuid(), d, d, case when n % 10 = 0 then now() end
      from (select id, row_number() over () as at from users) u
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 4000 = u.at % 4000;
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day)
      select '${band.id}', gen_random_uuid(), 'gig', d, d, false, true
      from generate_series(1, 2000) n cross join lateral (values (date '2000-01-01' + n), (date '2040-01-01' + n)) day (d);
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day)
      select '${band.id}', gen_random_uuid(), 'gig', d, d, false, true
      from generate_series(1, 330) n cross join lateral (select date '2026-03-05' + n as d) day;
    insert into busy_calendars (id, user_id, name, key_id, sealed_url, host, next_read_at)
      select gen_random_uuid(), id, 'Work', 'k', '', 'calendars.example', now() + interval '1 day' from users;
    insert into busy_intervals (calendar_id, date, last_day, start_time, end_time)
      select c.id, d, d + case when n % 7 = 0 then 20 else 0 end, '10:00', '11:00'
      from (select id, row_number() over () as at from busy_calendars) c
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 4000 = c.at % 4000;
    insert into answers (band_id, event_id, membership_id, answer, schedule_version)
      select e.band_id, e.id, m.id, 'yes', 1 from events e join memberships m on m.band_id = e.band_id
      where hashtext(e.id::text) % 3 = 0;
    insert into event_changes (band_id, event_id, version, fields)
      select band_id, id, 2, '[]' from events where hashtext(id::text) % 4 = 0 and band_id <> '${band.id}';
    insert into free_months (user_id, month)
      select id, date '2027-01-01' + interval '1 month' * n from users cross join generate_series(0, 2) n;
    insert into songs (band_id, id, title, artist)
      select id, gen_random_uuid(), 'Song ' || n, 'Somebody' from bands cross join generate_series(1, 10) n;
    insert into song_readiness (band_id, song_id, membership_id, status)
      select s.band_id, s.id, m.id, 'amber' from songs s join memberships m on m.band_id = s.band_id;
    insert into song_vetos (band_id, song_id, membership_id)
      select band_id, song_id, membership_id from song_readiness where hashtext(song_id::text) % 5 = 0;
    insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url)
      select m.user_id, gen_random_uuid(), e.band_id, e.id, e.id, 'event.added', 'Practice added', '', '/'
      from events e join memberships m on m.band_id = e.band_id and m.status = 'active'
      where hashtext(e.id::text) % 4 = 0;
    insert into setlists (band_id, id, name)
      select id, gen_random_uuid(), 'List ' || n from bands cross join generate_series(1, 5) n;
    insert into setlist_items (band_id, setlist_id, id, position, song_id, label)
      select s.band_id, l.id, gen_random_uuid(), row_number() over (partition by l.id), s.id, s.title
      from setlists l join songs s on s.band_id = l.band_id;
    insert into gig_sheets (band_id, event_id) select band_id, id from events where hashtext(id::text) % 6 = 0
      on conflict do nothing;
    insert into gig_sheet_links (band_id, event_id, link_id, with_fee, with_contact)
      select band_id, event_id, gen_random_uuid(), false, false from gig_sheets where hashtext(event_id::text) % 4 = 0
      on conflict do nothing;
    update events e set setlist_id = (select l.id from setlists l where l.band_id = e.band_id limit 1)
      where hashtext(e.id::text) % 3 = 0;
    insert into practised_songs (band_id, event_id, song_id, practised_at)
      select e.band_id, e.id, (select s.id from songs s where s.band_id = e.band_id limit 1), now() from events e
      where hashtext(e.id::text) % 4 = 0 and exists (select from songs s where s.band_id = e.band_id);
    `)
  // A query of its own: one that takes too long times out.
  await db.query(`
    insert into deps (band_id, id, name, phone, phone_mac, instrument)
      select id, gen_random_uuid(), 'Dep ' || n, '+4471' || row_number() over (), sha256((id::text || n)::bytea), 'Bass'
      from bands cross join generate_series(1, 3) n;
    insert into dep_refusals (band_id, phone_mac) select band_id, phone_mac from deps where hashtext(id::text) % 5 = 0;
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument)
      select band_id, gen_random_uuid(), id, 'all', 240, 'bass' from events where hashtext(id::text) % 12 = 0;
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, asked_at, texted_kind)
      select gen_random_uuid(), r.band_id, r.id, d.id, 0, sha256((r.id::text || d.id)::bytea), now(), 'asked'
      from dep_requests r join deps d on d.band_id = r.band_id on conflict do nothing;
    insert into dep_texts (id, band_id, event_id, ask_id, recipient, sent_at)
      select gen_random_uuid(), r.band_id, r.event_id, a.id, '+447', now() - interval '2 days'
      from dep_requests r join dep_asks a on a.request_id = r.id;
    analyze`)
  const [counts] = await db`
    select (select count(*) from events) > 19000 and (select count(*) from unavailabilities) > 19000
      and (select count(*) from memberships) > 4000 as full`
  expect(counts?.['full']).toBe(true)
}

async function statementsOf(send: () => Promise<{ status: number; text: string }>): Promise<RecordedStatement[]> {
  const statements = await recordStatements(async () => {
    const { status, text } = await send()
    expect([status < 400, text]).toEqual([true, text])
  })
  // Without the minutely look for connected calendars that are due.
  return statements.filter(({ text }) => /^\s*(select|with|insert|update)/i.test(text) && !/skip locked/.test(text))
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The generic plan and the plan for these values. */
function plansOf({ text, values }: RecordedStatement, explain = 'explain (format json)'): Promise<Plan[]> {
  return server().deps.db.withConnection(async (connection) => {
    try {
      await connection`set plan_cache_mode = force_generic_plan`
      await connection.query(`prepare asked as ${text}`)
      const execute = `${explain} execute asked${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
      const [generic] = await connection.query(execute)
      await connection`set plan_cache_mode = force_custom_plan`
      const [custom] = await connection.query(execute)
      return [generic, custom].map((row) => row?.['QUERY PLAN'][0].Plan)
    } finally {
      await connection`deallocate asked`
      await connection`reset plan_cache_mode`
    }
  })
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return value instanceof Uint8Array
    ? `'\\x${Buffer.from(value).toString('hex')}'`
    : `'${String(value).replaceAll("'", "''")}'`
}

function readWhole(plan: Plan): string[] {
  const table = plan['Relation Name'] ?? ''
  const own = plan['Node Type'] === 'Seq Scan' && big.has(table) ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)]
}

/** Rows scanned in tables and indexes, those removed by filters included. */
function rowsRead(plan: Plan): number {
  const { 'Actual Rows': kept = 0, 'Rows Removed by Filter': left = 0, 'Actual Loops': loops = 0 } = plan
  const own = plan['Node Type'].includes('Scan') ? (kept + left) * loops : 0
  return own + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0)
}

const seriesPath = () => `/api/bands/${band.id}/event-series`
const events = () => `/api/bands/${band.id}/events`
const setlists = () => `/api/bands/${band.id}/setlists`
const sheet = () => `${events()}/${gigId}/gig-sheet`
const songs = () => `/api/bands/${band.id}/songs`
const pathOf = (url: string) => new URL(url).pathname
const practice = { type: 'practice', date: '2027-03-20', location: 'Unit 4' }
const everyWeek = { every: 'week', until: '2027-06-12' }

test.each<[string, number, () => ReturnType<TestClient['get']>]>([
  ['the band calendar', 1, () => dee.get(`/api/bands/${band.id}/calendar?${march}`)],
  ['the band event list', 1, () => dee.get(`${events()}?${march}`)],
  ["the caller's own events", 1, () => dee.get(`/api/me/events?${march}`)],
  ['a conflict check', 5, () => dee.post(`${events()}/check-conflicts`, { type: 'practice', date: '2027-03-20' })],
  ['an unchanged feed', 2, () => reader.get(pathOf(feeds.full), { 'if-none-match': etag })],
  ['the public feed', 4, () => reader.get(pathOf(feeds.public))],
  ["the member's feed", 4, () => reader.get(pathOf(feeds.member))],
  ["the user's personal feed", 4, () => reader.get(pathOf(personalFeed))],
  ['the connected calendars', 2, () => dee.get('/api/me/calendars')],
  ['the exported calendar', 4, () => dee.get(`/api/bands/${band.id}/calendar/export/ical?includePrivate=true`)],
  ['adding an event', 3, () => dee.post(events(), practice)],
  ['a changed full feed', 4, () => reader.get(pathOf(feeds.full))],
  ['a cached full feed', 2, () => reader.get(pathOf(feeds.full))],
  ['adding days away', 3, () => dee.post(events(), { type: 'unavailable', date: '2027-03-20' })],
  [
    'an unchanged calendar',
    1,
    () => dee.get(`/api/bands/${band.id}/calendar?${march}`, { 'if-none-match': calendarTag }),
  ],
  ['the practice list', 2, () => dee.get(songs())],
  ['a band', 2, () => dee.get(`/api/bands/${band.id}`)],
  ['the members of a band', 2, () => dee.get(`/api/bands/${band.id}/members`)],
  ['the current user', 2, () => dee.get('/api/me')],
  ['adding a song', 6, () => dee.post(songs(), { title: 'One', artist: 'Two' })],
  ['setting readiness', 3, () => dee.post(`${songs()}/${songId}/readiness`, { membershipId, status: 'red' })],
  ['editing an event', 6, () => dee.patch(`${events()}/${eventId}`, { title: 'Renamed' })],
  ['an event with its answer counts', 2, () => dee.get(`${events()}/${eventId}`)],
  ['the answers to an event', 2, () => dee.get(`${events()}/${eventId}/answers`)],
  ['answering an event', 6, () => dee.put(`${events()}/${eventId}/answers/${membershipId}`, { answer: 'yes' })],
  ['the history of an event', 2, () => dee.get(`${events()}/${eventId}/history`)],
  ['the clashes of a month', 4, () => dee.get(`/api/bands/${band.id}/clashes?${march}`)],
  ['adding a series', 5, () => dee.post(`/api/bands/${band.id}/event-series`, { event: practice, repeat: everyWeek })],
  [
    'the conflicts of a series',
    5,
    () => dee.post(`${seriesPath()}/check-conflicts`, { event: practice, repeat: everyWeek }),
  ],
  [
    'editing a series',
    7,
    () => dee.patch(`${seriesPath()}/${seriesId}`, { from: '2027-05-01', changes: { title: 'Set' } }),
  ],
  ['deleting the end of a series', 6, () => dee.delete(`${seriesPath()}/${seriesId}?from=2027-05-28`)],
  [
    'the free dates of a year',
    2,
    () => dee.get(`/api/bands/${band.id}/free-dates?startDate=2027-01-01&endDate=2027-12-31`),
  ],
  ['the notices of a user', 3, () => dee.get('/api/me/notices')],
  ['the readers of an event', 3, () => dee.get(`${events()}/${eventId}/readers`)],
  ['the set lists', 2, () => dee.get(setlists())],
  ['a set list', 2, () => dee.get(`${setlists()}/${setlistId}`)],
  ['adding a set list', 6, () => dee.post(setlists(), { name: 'One', items: [{ songId }] })],
  ['editing a set list', 6, () => dee.patch(`${setlists()}/${setlistId}`, { items: [{ songId }, { songId }] })],
  ['deleting a set list', 6, () => dee.delete(`${setlists()}/${setlistId}`)],
  ['restoring a set list', 5, () => dee.post(`${setlists()}/${setlistId}/restore`)],
  ['changing a song', 4, () => dee.patch(`${songs()}/${songId}`, { key: 'E' })],
  ['removing a song', 2, () => dee.delete(`${songs()}/${otherSongId}`)],
  ['what to play', 5, () => dee.get(`${events()}/${eventId}/brief`)],
  ['ticking practised songs', 8, () => dee.put(`${events()}/${pastEventId}/practised`, { songIds: [songId] })],
  ['a gig sheet', 3, () => dee.get(sheet())],
  ['saving a gig sheet', 7, () => dee.put(sheet(), { gear: 'Backline' })],
  ['sharing a gig sheet', 6, () => dee.post(`${sheet()}/share`)],
  ['the sheet behind a link', 2, () => reader.get(`/api/sheets/${sheetToken}`)],
  ['the dep book', 2, () => dee.get(`/api/bands/${band.id}/deps`)],
  ['the requests to deps for a gig', 3, () => dee.get(`${events()}/${gigId}/dep-requests`)],
  ['the link of a dep', 4, () => reader.get(`/api/dep-links/${depToken}`)],
  ['the answer of a dep', 9, () => reader.post(`/api/dep-links/${depToken}`, { answer: 'yes' })],
  ['the availability in a month', 2, () => dee.get(`/api/bands/${band.id}/availability?month=2027-03`)],
])('%s runs %i different statements without a sequential scan of a big table', async (_, count, send) => {
  const statements = [...new Map((await statementsOf(send)).map((one) => [one.text, one])).values()]
  expect([statements.length, statements.map(({ text }) => text.trim())]).toEqual([count, expect.any(Array)])
  for (const statement of statements) {
    for (const plan of await plansOf(statement)) {
      expect([...readWhole(plan), statement.text]).toEqual([statement.text])
    }
  }
})

test.each<[string, () => ReturnType<TestClient['get']>]>([
  ['band calendar', () => dee.get(`/api/bands/${band.id}/calendar?${march}`)],
  ['list of own events', () => dee.get(`/api/me/events?${march}`)],
  ['practice list', () => dee.get(songs())],
  ['conflict check', () => dee.post(`${events()}/check-conflicts`, { type: 'gig', date: '2027-03-20' })],
])('the %s scans fewer than 500 rows despite thousands of events outside the range', async (_, send) => {
  for (const statement of await statementsOf(send)) {
    for (const plan of await plansOf(statement, 'explain (analyze, format json)')) {
      expect(rowsRead(plan)).toBeLessThan(500)
    }
  }
})
