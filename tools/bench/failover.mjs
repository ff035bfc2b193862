// Writes lost or stored twice, and seconds of failing writes, when the machine of the PostgreSQL primary dies.
//
//   npm run bench failover
//
// Runs the set-up of docs/scaling.md on loopback: three machines with PostgreSQL, Patroni and etcd, HAProxy, and two Gaffer
// servers, under six writers and two live pages. Restarts the servers one after the other, then kills PostgreSQL, Patroni and
// etcd on the primary's machine, then starts that machine again.
// Exits 2 and names the missing Debian packages, if any.

import { randomUUID } from 'node:crypto'
import { chownSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '@gaffer/fakes/free-port'
import { addTimeDefaults, isCheck } from './benchmark-server.mjs'
import { startCluster } from './failover/cluster.mjs'
import { startHaproxy } from './failover/haproxy.mjs'
import { waitUntil } from './failover/processes.mjs'
import { findPrograms } from './failover/programs.mjs'
import { startServer } from './failover/servers.mjs'
import { openEventStream, startEventWriters } from './failover/writers.mjs'
import { report } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const limits = { failedInRestart: 0, lost: 0, double: 0, secondsUntilWrites: 10 }

const { programs, missing } = findPrograms()
if (missing.length > 0 && !isCheck) {
  console.error(
    `Programs are missing. To install them on Debian: apt-get install --no-install-recommends ${missing.join(' ')}`,
  )
  process.exit(2)
}

const server = (/** @type {string} */ file) => import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool } = await server('platform/db/connection.ts')
const { hashSecret, newSecret } = await server('platform/keys.ts')
/** @type {(() => unknown)[]} */
const undo = []
try {
  // The whole set-up takes more than a minute.
  if (isCheck) report('loaded, but not run in a check', missing.length > 0 ? `missing: ${missing.join(', ')}` : '')
  else await measure()
} finally {
  for (const step of undo.toReversed()) await step()
}

async function measure() {
  const folder = createTemporaryFolder('gaffer-failover-')
  const cluster = await startCluster(programs, folder)
  undo.push(cluster.stop)
  const { uid, gid } = cluster.account
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid)
  const ports = /** @type {[number, number]} */ ([await findFreePort(), await findFreePort()])
  const haproxy = await startHaproxy(programs, folder, cluster, ports)
  undo.push(haproxy.stop)
  const databaseUrl = await createDatabase(haproxy.databasePort, cluster.superuserPassword)
  const servers = /** @type {Awaited<ReturnType<typeof startServer>>[]} */ ([])
  for (const port of ports) servers.push(await startServer(databaseUrl, port))
  undo.push(() => Promise.all(servers.map((one) => one.stop())))
  await waitUntil('HAProxy', async () => (await fetch(`${haproxy.url}/readyz`)).ok)
  const db = openDatabasePool(databaseUrl, 2)
  undo.push(() => db.end())
  await addTimeDefaults(db)
  const member = await addMember(db)

  const writing = startEventWriters(haproxy.url, member)
  const pages = [openEventStream(haproxy.url, member), openEventStream(haproxy.url, member)]
  await sleep(2000)

  for (const [at, port] of ports.entries()) {
    await servers[at]?.stop()
    servers[at] = await startServer(databaseUrl, port)
    await sleep(2000)
  }
  const failedInRestart = writing.failures.splice(0)
  reportCount('writes failed while servers restart', failedInRestart.length, limits.failedInRestart)
  if (failedInRestart[0]) console.log(`  the first: ${failedInRestart[0]}`)

  const before = pages.map((page) => page.received())
  const { killedAt, name } = await cluster.killPrimary()
  const seconds = ((await writing.nextAfter(killedAt)) - killedAt) / 1000
  report('from the kill to the next write', `${seconds.toFixed(1)} s, limit ${limits.secondsUntilWrites} s`, {
    ratio: seconds / limits.secondsUntilWrites,
    atMost: 1,
  })
  console.log(`  ${name} was killed, ${await cluster.primaryName()} took over; ${writing.failures.length} tries failed`)
  await sleep(4000)
  const restarted = performance.now()
  await cluster.restart(name)
  console.log(`  ${name} is a standby again ${((performance.now() - restarted) / 1000).toFixed(0)} s after its start`)
  await writing.stop()
  for (const page of pages) page.close()

  const counts = new Map(
    (await db`select location, count(*)::int from events where band_id = ${member.bandId} group by location`).map(
      (/** @type {{ location: string, count: number }} */ { location, count }) => [location, count],
    ),
  )
  const lost = [...writing.acknowledged].filter((key) => !counts.has(key))
  const double = [...counts.values()].filter((count) => count > 1)
  console.log(`${writing.acknowledged.size} writes were acknowledged`)
  reportCount('acknowledged writes lost', lost.length, limits.lost)
  reportCount('writes stored twice', double.length, limits.double)
  const withoutUpdates = pages.filter((page, at) => page.received() === before[at])
  reportCount('live pages without updates afterwards', withoutUpdates.length, 0)
  report('from adding a job to its end', `${await secondsUntilJobDone(db, haproxy.url)} s`)
}

/** @param {number} port @param {string} password */
async function createDatabase(port, password) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.query(`create role gaffer login password 'gaffer'`)
  await client.query('create database gaffer owner gaffer')
  await client.end()
  return `postgres://gaffer:gaffer@127.0.0.1:${port}/gaffer`
}

/** @param {any} db */
async function addMember(db) {
  const [userId, bandId, cookie] = [randomUUID(), randomUUID(), newSecret()]
  await db`insert into users (id, phone, display_name) values (${userId}, '+447700900001', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  await db`insert into bands (id, name) values (${bandId}, 'The Night Buses')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${randomUUID()}, ${userId}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return { bandId, headers: { cookie: `gaffer_session=${cookie}` } }
}

/** Requests a sign-in code and waits until a server has sent it. @param {any} db @param {string} url */
async function secondsUntilJobDone(db, url) {
  const began = performance.now()
  const response = await fetch(`${url}/auth/phone/send-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '07700 900001' }),
  })
  if (response.status !== 202) throw new Error(`send-code answered ${response.status}`)
  const isDone = async () =>
    (await db`select from jobs.job where state < 'completed' and start_after <= now()`).length === 0
  await waitUntil('Sending a code', isDone, 20)
  return ((performance.now() - began) / 1000).toFixed(1)
}

/** @param {string} figure @param {number} count @param {number} limit */
function reportCount(figure, count, limit) {
  report(figure, `${count}`, { ratio: count, atMost: limit })
}
