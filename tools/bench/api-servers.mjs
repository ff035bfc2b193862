// The servers that tools/bench/api.mjs measures: Gaffer with one band among 500 others, and bare Fastify routes on the same PostgreSQL.
// Ends when its parent process disconnects.

import { randomUUID } from 'node:crypto'
import { addDays, addMonths, startOfMonth, todayInLondon } from '@gaffer/domain/shared/dates'
import Fastify from 'fastify'
import pg from 'pg'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { buildRequestPath, selectReadEndpoints } from './endpoint-reads.mjs'
import { fillWithBands } from './many-bands.mjs'
import { recordSelectStatements } from './recorded-statements.mjs'

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')

const { gaffer, address, superuser, stop } = await startServer()
const { db } = gaffer.services
const ids = { user: randomUUID(), band: randomUUID(), member: randomUUID() }
const cookie = newSecret()
await db`insert into users (id, phone, first_name, last_name, display_name)
  values (${ids.user}, '+447700900001', 'Dee', 'Marsh', 'Dee')`
await db`insert into sessions (id, token_hash, user_id, expires_at)
  values (${randomUUID()}, ${hashSecret(cookie)}, ${ids.user}, now() + interval '1 day')`
await db`insert into bands (id, name) values (${ids.band}, 'The Night Buses')`
await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
  values (${ids.band}, ${ids.member}, ${ids.user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`

const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
const headers = { cookie: `gaffer_session=${cookie}` }
// Dates ahead of the machine's clock, because date polls, deps and links to gig sheets need future dates.
const monthStart = addMonths(startOfMonth(todayInLondon(new Date())), 4)
const monthEnd = addDays(addMonths(monthStart, 1), -1)
const rangeQuery = `startDate=${monthStart}&endDate=${monthEnd}`
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bandPath = `/api/bands/${ids.band}`
let eventId = ''
for (let index = 0; index < 60; index += 1) {
  const date = addDays(monthStart, index % 28)
  const event = { type: 'practice', date, startTime: '19:00', endTime: '22:00', location: `Unit ${index}, Elm Road` }
  eventId = (await write('POST', `${bandPath}/events`, event)).id
}
// Adds seven members to the first one. Six of the eight have answered each event.
await db`
  with person as (
    insert into users (id, phone, display_name)
    select gen_random_uuid(), '+44770090010' || n, 'Member ' || n from generate_series(1, 7) n returning id)
  insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
  select ${ids.band}, gen_random_uuid(), id, 'Bass', 'member', 'active', '#aa3344', 'music', now() from person`
await db`
  insert into answers (band_id, event_id, membership_id, answer, schedule)
  select e.band_id, e.id, m.id, 'yes', schedule_of(e.date, e.start_time, e.location, e.venue)
  from events e join (select id from memberships where band_id = ${ids.band} order by id limit 6) m on true
  where e.band_id = ${ids.band}`
let songId = ''
for (let index = 0; index < 10; index += 1)
  songId = (await write('POST', `${bandPath}/songs`, { title: `Song ${index}`, artist: 'Slade' })).id
const textChart = { name: 'Words', text: '[E]Take a look [A]at me now', format: 'chordpro' }
const { id: chartId } = await write('POST', `${bandPath}/songs/${songId}/charts`, textChart)
const recordingId = randomUUID()
await db`
  with file as (
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
    values (${ids.band}, ${recordingId}, 'recording', 'Take.m4a', 1000, 'audio/mp4', now()) returning id)
  insert into recordings (band_id, id, event_id, file_id, name, bytes, recorded_at, created_at, updated_at)
  select ${ids.band}, id, ${eventId}, id, 'Take', 1000, now(), now(), now() from file`
const { id: gigId } = await write('POST', `${bandPath}/events`, {
  type: 'public_gig',
  title: 'Gig',
  date: addDays(monthEnd, 2),
  startTime: '19:00',
  venue: 'The Crown',
})
const { id: setlistId } = await write('POST', `${bandPath}/setlists`, { name: 'Friday' })
const { inviteLink } = await write('POST', `${bandPath}/invites/general`)
const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
const { user } = await write('PUT', '/api/me', { ...names, avatarUrl: `data:image/png;base64,${onePixel}` })
// Adds many other bands, so that the planner chooses the plans of a database in use.
const maintenance = openMaintenancePool(address)
await fillWithBands(maintenance, shorterInCheck(500, 2), 0)
await maintenance.end()

const path = `${bandPath}/calendar?${rangeQuery}`
const month = await fetch(url + path, { headers })
const bytes = await month.text()

// The statement of the bare route: it finds events by an index and returns the same fields as JSON text of the same length.
const entryFields = await fillBareEvents(JSON.parse(bytes).bandEvents)
const calendarStatement = `
  select rpad(json_build_object('bandEvents', (
    select coalesce(json_agg(entry), '[]') from (
      select ${entryFields} from bare_events
      where band = $1 and day between $2 and $3 order by day, "startTime" nulls first, id) entry
  ), 'userEvents', '[]'::json, 'otherBandEvents', '[]'::json, 'busy', '[]'::json)::text, $4) as json`

// The pool has as many connections as Gaffer's, and the same settings.
const pool = new pg.Pool({ ...address, max: 10, pipeline: true, options: '-c random_page_cost=1.1' })
const read = { name: 'read', text: calendarStatement, values: [ids.band, monthStart, monthEnd, bytes.length] }
const insert = {
  name: 'insert',
  text: `insert into bare (id, date, place) values ($1, '${monthStart}', 'Unit 4, Elm Road')`,
}
const reads = await recordReads()

const bare = Fastify()
bare.get('/reads/:at', async (request, reply) => {
  const { at } = /** @type {{ at: string }} */ (request.params)
  const recordedRead = reads[Number(at)]
  if (!recordedRead) return reply.code(404).send()
  await pool.query(recordedRead.statement)
  return reply.type(recordedRead.type).send(recordedRead.content)
})
bare.get('/read', async (_, reply) => {
  await pool.query(read)
  return reply.type('application/json; charset=utf-8').send(bytes)
})
bare.get('/insert', async () => {
  await pool.query({ ...insert, values: [randomUUID()] })
  return { done: true }
})
await db`create table bare (id uuid primary key, date date, place text)`
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

// An API write adds to one of these bands, so that no band reaches `limits.eventsPerBand`.
const writtenBands = await db`
  with band as (
    insert into bands (id, name) select gen_random_uuid(), 'Band ' || n from generate_series(1, 100) n returning id)
  insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
  select id, gen_random_uuid(), ${ids.user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now() from band
  returning band_id`
const writtenBandIds = writtenBands.map((/** @type {{ band_id: string }} */ { band_id }) => band_id)

process.send?.({
  gaffer: url,
  bare: `${bareUrl}/read`,
  inserts: `${bareUrl}/insert`,
  cookie,
  bandId: ids.band,
  bandIds: writtenBandIds,
  rangeQuery,
  reads: reads.map(({ name, path }, at) => ({ name, ours: url + path, theirs: `${bareUrl}/reads/${at}` })),
  etag: month.headers.get('etag'),
  database: address,
})
process.on('message', async (/** @type {{ commitMs: number }} */ { commitMs }) => {
  const administrator = openMaintenancePool(superuser)
  // PostgreSQL delays each commit by this time, as a disk does.
  await administrator.query(`alter system set commit_delay = ${commitMs * 1_000}`)
  await administrator.query('alter system set commit_siblings = 0')
  await administrator.query('select pg_reload_conf()')
  await administrator.end()
  process.send?.('slow')
})
process.once('disconnect', async () => {
  await bare.close()
  await pool.end()
  await stop()
})

/**
 * Fills the table that the bare route reads: the events, and as many of each of 500 other bands. Returns the events' columns as SQL.
 * @param {Record<string, unknown>[]} events
 */
async function fillBareEvents(events) {
  const types = { string: 'text', number: 'integer', boolean: 'boolean' }
  const names = Object.keys(events[0] ?? {})
  const columns = names.map((name) => {
    const kind = typeof events.find((event) => event[name] !== null)?.[name]
    return `"${name}" ${kind in types ? types[/** @type {keyof typeof types} */ (kind)] : 'json'}`
  })
  const fields = names.map((name) => `"${name}"`).join(', ')
  await db.query(`create table bare_events (band uuid, day date, ${columns.join(', ')})`)
  await db.query({
    text: `
      insert into bare_events
      select case other when 0 then $2::uuid else md5(other::text)::uuid end, entry.date::date, entry.*
      from json_to_recordset($1) as entry (${columns.join(', ')}) cross join generate_series(0, ${shorterInCheck(500, 2)}) other`,
    values: [JSON.stringify(events), ids.band],
  })
  await db.query('create index on bare_events (band, day)')
  await db.query('analyze bare_events')
  return fields
}

/** @param {string} method @param {string} path @param {object} [body] */
async function write(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${await response.text()}`)
  return response.json()
}

/**
 * Calls every GET endpoint besides the calendar and records its response and its last statement, which the bare route then runs.
 * Leaves out endpoints without a statement, redirects, streamed responses (heavy-reads.mjs measures them) and endpoints that
 * wait for Spotify.
 */
async function recordReads() {
  const paths = await readPaths()
  const recorded = []
  for (const { name, path } of paths) {
    const { statements, response } = await recordSelectStatements(() => fetch(url + path, { headers }))
    const statement = statements.at(-1)
    const content = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status} ${content}`)
    if (!statement || !response.headers.has('content-length')) continue
    const type = response.headers.get('content-type') ?? ''
    recorded.push({ name, path, type, statement, content: type.startsWith('image/') ? content : `${content}` })
  }
  return recorded
}

/** The GET endpoints to measure, each with the path of a valid request. */
async function readPaths() {
  const { urls } = await (await fetch(`${url}${bandPath}/calendar/url`, { headers })).json()
  const { optionGroupId } = await write('POST', `${bandPath}/event-options`, {
    event: { type: 'public_gig', title: 'Launch', startTime: '20:00', endTime: '22:00', venue: 'The Fenton' },
    dates: [60, 67, 74].map((days) => addDays(monthEnd, days)),
  })
  const { links } = gaffer.services
  const answerToken = links.signLink('answer', [ids.member, gigId])
  const depToken = links.signDepLink(await addAskedDep()).token
  const { url: sheetUrl } = await write('POST', `${bandPath}/events/${gigId}/gig-sheet/share`)
  const values = {
    params: {
      bandId: ids.band,
      memberId: ids.member,
      eventId: gigId,
      setlistId,
      songId,
      chartId,
      recordingId,
      optionGroupId,
    },
    practiceId: eventId,
    announcedId: gigId,
    tokens: {
      invites: inviteLink.split('/invite/')[1],
      'answer-links': answerToken,
      answer: answerToken,
      'dep-links': depToken,
      dep: depToken,
      sheets: sheetUrl.split('/sheet/')[1],
      unsubscribe: links.signLink('unsubscribe', [ids.user], { boundTo: 'reminders' }),
    },
    files: { feeds: new URL(urls.full).pathname.split('/')[2] ?? '', images: user.avatarUrl.split('/')[2] },
    rangeQuery,
    month: monthStart.slice(0, 7),
  }
  return selectReadEndpoints(gaffer.app.served)
    .filter(({ path }) => !path.endsWith('/calendar'))
    .map((endpoint) => ({ name: endpoint.path, path: buildRequestPath(endpoint, values) }))
}

/** Adds a dep who has said yes to the gig; returns the id of the ask. */
async function addAskedDep() {
  const dep = await write('POST', `${bandPath}/deps`, { name: 'Tom', phone: '07700900999', instrument: 'bass' })
  await write('POST', `${bandPath}/events/${gigId}/dep-requests`, { depIds: [dep.id], mode: 'all', instrument: 'bass' })
  const [{ id }] = await db`
    update dep_asks set asked_at = now(), texted_kind = 'asked', answer = 'yes', answered_at = now(),
      answered_schedule = (select schedule_of(date, start_time, location, venue) from events where id = ${gigId})
    where band_id = ${ids.band} returning id`
  await db`update dep_requests set filled_by = ${dep.id} where band_id = ${ids.band}`
  return id
}
