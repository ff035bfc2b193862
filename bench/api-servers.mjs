// The servers that bench/api.mjs measures: a Gaffer with a band among others in it, and beside it the bare routes, on the same
// PostgreSQL. Ends when the one who started it goes.

import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { fillWithBands } from './many-bands.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')
const { openMaintenancePool } = await server('platform/db/connection.ts')
const { findEmbeddedPostgres } = await server('platform/db/embedded-postgres.ts')
const { superuser } = await import('@gaffer/embedded-postgres/cluster')
const { hashSecret, newSecret } = await server('platform/keys.ts')

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
for (let one = 0; one < 60; one += 1) {
  const date = `2027-03-${String((one % 30) + 1).padStart(2, '0')}`
  const event = { type: 'practice', date, startTime: '19:00', endTime: '22:00', location: `Unit ${one}, Elm Road` }
  const answer = await fetch(`${url}/api/bands/${ids.band}/events`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (answer.status !== 201) throw new Error(`An event was answered ${answer.status}`)
}
// Among others, and known to the planner, as a band is in real life.
const address = await findEmbeddedPostgres(dataDir)
const maintenance = openMaintenancePool(address)
await fillWithBands(maintenance, 500, 0)
await maintenance.end()

const path = `/api/bands/${ids.band}/calendar?startDate=2027-03-01&endDate=2027-03-31`
const month = await fetch(url + path, { headers })
const bytes = await month.text()

// The same rows with the same columns as one JSON text, found by the same index.
const sameBytes = `
  select json_build_object('bandEvents', (
    select coalesce(json_agg(entry), '[]') from (
      select e.id, e.band_id as "bandId", e.type, e.title, e.date, e.end_date as "endDate",
        to_char(e.start_time, 'HH24:MI') as "startTime", to_char(e.end_time, 'HH24:MI') as "endTime", e.location, e.venue,
        e.notes, e.is_public as "isPublic", e.is_all_day as "isAllDay", null::uuid as "membershipId",
        e.owner_user_id as "ownerUserId", null::text as "displayName", null::text as "bandName", e.version,
        to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        to_char(e.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
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
const bare = Fastify()
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
  etag: month.headers.get('etag'),
  database: address,
})
process.on('message', async (/** @type {{ commitMs: number }} */ { commitMs }) => {
  const administrator = openMaintenancePool({ ...address, user: superuser })
  // Whoever commits waits so long for others before the log is written, as they would for a disk.
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
