// The servers that bench/api.mjs measures: Gaffer with one band among 500 others, and bare Fastify routes on the same PostgreSQL.
// Ends when its parent process disconnects.

import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { fillWithBands } from './many-bands.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')
const { openMaintenancePool } = await server('platform/db/connection.ts')
const { findEmbedded } = await import('@gaffer/embedded-postgres')
const { superuser } = await import('@gaffer/embedded-postgres/cluster')
const { hashSecret, newSecret } = await server('platform/keys.ts')
const { bandEvent } = await server('features/events/columns.ts')
const { api } = await import('@gaffer/domain/api')
const { fillPath } = await import('@gaffer/domain/endpoint')

const dataDir = temporaryFolder('gaffer-bench-')
const gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }))
const { db } = gaffer.deps
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
const range = 'startDate=2027-03-01&endDate=2027-03-31'
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bandPath = `/api/bands/${ids.band}`
let eventId = ''
for (let one = 0; one < 60; one += 1) {
  const date = `2027-03-${String((one % 30) + 1).padStart(2, '0')}`
  const event = { type: 'practice', date, startTime: '19:00', endTime: '22:00', location: `Unit ${one}, Elm Road` }
  eventId = (await write('POST', `${bandPath}/events`, event)).id
}
for (let one = 0; one < 10; one += 1)
  await write('POST', `${bandPath}/songs`, { title: `Song ${one}`, artist: 'Slade' })
const { inviteLink } = await write('POST', `${bandPath}/invites/general`)
const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
const { user } = await write('PUT', '/api/me', { ...names, avatarUrl: `data:image/png;base64,${onePixel}` })
// Other bands with statistics, so that the planner chooses the plans of a database in use.
const address = await findEmbedded(dataDir)
const maintenance = openMaintenancePool(address)
await fillWithBands(maintenance, 500, 0)
await maintenance.end()

const path = `${bandPath}/calendar?${range}`
const month = await fetch(url + path, { headers })
const bytes = await month.text()

// The same rows with the same columns as one JSON text, found by the same index.
const sameBytes = `
  select json_build_object('bandEvents', (
    select coalesce(json_agg(entry), '[]') from (
      select ${bandEvent()}
      from events e where e.band_id = $1 and e.date between $2 and $3 and e.deleted_at is null
      order by e.date, "startTime" nulls first, e.id) entry
  ), 'userEvents', '[]'::json, 'otherBandEvents', '[]'::json)::text as json`

// As many connections as Gaffer has, and the same settings.
const pool = new pg.Pool({ ...address, max: 10, pipeline: true, options: '-c random_page_cost=1.1' })
const read = { name: 'read', text: sameBytes, values: [ids.band, '2027-03-01', '2027-03-31'] }
const insert = {
  name: 'insert',
  text: "insert into bare (id, date, place) values ($1, '2027-03-05', 'Unit 4, Elm Road')",
}
const readBytes = { name: 'bytes', text: 'select text, bytes from bare_reads where name = $1' }
await db`create table bare_reads (name text primary key, text text, bytes bytea)`
const reads = await storeReads()

const bare = Fastify()
bare.get('/bytes/:at', async (request, reply) => {
  const { at } = /** @type {{ at: string }} */ (request.params)
  const { name, type } = reads[Number(at)] ?? {}
  const { rows } = await pool.query({ ...readBytes, values: [name] })
  return reply.type(type ?? '').send(rows[0].text ?? rows[0].bytes)
})
bare.get('/read', async (_, reply) => {
  const { rows } = await pool.query(read)
  return reply.type('application/json; charset=utf-8').send(rows[0].json)
})
bare.get('/insert', async () => {
  await pool.query({ ...insert, values: [randomUUID()] })
  return { done: true }
})
await db`create table bare (id uuid primary key, date date, place text)`
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
const same = await (await fetch(`${bareUrl}/read`)).text()
if (same.length !== bytes.length) throw new Error(`The bare route gives ${same.length} bytes, not ${bytes.length}`)

process.send?.({
  gaffer: url,
  bare: `${bareUrl}/read`,
  inserts: `${bareUrl}/insert`,
  cookie,
  bandId: ids.band,
  reads: reads.map(({ name, path }, at) => ({ name, ours: url + path, theirs: `${bareUrl}/bytes/${at}` })),
  etag: month.headers.get('etag'),
  database: address,
})
process.on('message', async (/** @type {{ commitMs: number }} */ { commitMs }) => {
  const administrator = openMaintenancePool({ ...address, user: superuser })
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
  await gaffer.stop()
})

/** @param {string} method @param {string} path @param {object} [body] */
async function write(method, path, body) {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/**
 * Stores the response of every GET endpoint besides the calendar for the bare route. Leaves out redirects, streams (their time
 * depends on the client) and endpoints that wait for Spotify.
 */
async function storeReads() {
  const { urls } = await (await fetch(`${url}${bandPath}/calendar/url`, { headers })).json()
  const feed = new URL(urls.full).pathname
  const token = inviteLink.split('/invite/')[1]
  const params = { bandId: ids.band, memberId: ids.member, eventId, token }
  const stored = []
  for (const endpoint of Object.values(api)) {
    const isRead = endpoint.method === 'GET' && endpoint.status === 200 && endpoint.contentType !== 'text/event-stream'
    if (!isRead || endpoint.path.startsWith('/api/spotify/') || endpoint.path.endsWith('/calendar')) continue
    const file = endpoint.path.startsWith('/feeds/') ? feed.split('/')[2] : user.avatarUrl.split('/')[2]
    const isRange = 'query' in endpoint && 'startDate' in (endpoint.query?.def?.shape ?? {})
    const path = fillPath(endpoint.path, { ...params, file }) + (isRange ? `?${range}` : '')
    const answer = await fetch(url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })
    const content = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status} ${content}`)
    if (!answer.headers.has('content-length')) continue
    const type = answer.headers.get('content-type') ?? ''
    const [text, bytes] = type.startsWith('image/') ? [null, content] : [content.toString(), null]
    await db`insert into bare_reads (name, text, bytes) values (${endpoint.path}, ${text}, ${bytes})`
    stored.push({ name: endpoint.path, path, type })
  }
  return stored
}
