// Writes and uploads that are lost or stored twice when a part of an installation is killed, and the longest time in which none succeeds.
//
//   npm run bench cluster
//
// Runs the set-up of docs/scaling.md on loopback: three machines with PostgreSQL, Patroni and etcd, HAProxy, Ceph with two OSDs and two
// gateways, and two Gaffer servers, under six writers, two uploaders, a reader and two live pages. Restarts the servers one after the other,
// then kills each part and starts it again; with the primary's PostgreSQL also Patroni and etcd on its machine.
// Where a program is not installed, only names the missing Debian packages.

import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '@gaffer/fakes/free-port'
import { addTimeDefaults } from './benchmark-server.mjs'
import { startCeph } from './engines/ceph.mjs'
import { startDatabaseMachines } from './engines/database-machines.mjs'
import { startHaproxy } from './engines/haproxy.mjs'
import { waitUntil } from './engines/processes.mjs'
import { cephPrograms, databasePrograms, findOsAccount } from './engines/programs.mjs'
import { startRecordings } from './engines/recordings.mjs'
import { startServer } from './engines/servers.mjs'
import { openEventStream, startEventWriters } from './engines/writers.mjs'
import { findProgramsOrSkip } from './installed-programs.mjs'
import { report, reportCount } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const maxSecondsUntilWrites = 10

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')
/** @type {(() => unknown)[]} */
const cleanUps = []
const programs = findProgramsOrSkip([...databasePrograms, ...cephPrograms])
try {
  if (programs) await measureOutages(programs)
} finally {
  for (const step of cleanUps.toReversed()) await step()
}

/** @param {import('./engines/programs.mjs').Programs} found */
async function measureOutages(found) {
  const { ceph, machines, haproxy, databaseUrl, servers, startServerAt } = await startParts(found)
  const db = openDatabasePool(databaseUrl, 2)
  cleanUps.push(() => db.end())
  await addTimeDefaults(db)
  const member = await addMember(db)
  const writing = startEventWriters(haproxy.url, member)
  const recordings = startRecordings(haproxy.url, member)
  const pages = [openEventStream(haproxy.url, member), openEventStream(haproxy.url, member)]
  await sleep(4000)

  for (const at of servers.keys()) {
    await servers[at]?.stop()
    await startServerAt(at)
    await sleep(2000)
  }
  const failedInRestart = writing.writes.failures.splice(0)
  reportCount('writes failed while servers restart', failedInRestart.length, 0)
  if (failedInRestart[0]) console.log(`  the first: ${failedInRestart[0]}`)

  /** @param {string} part @param {() => Promise<unknown>} kill @param {() => Promise<unknown>} start */
  const killAndStart = async (part, kill, start) => {
    const killedAt = performance.now()
    await kill()
    await sleep(1000)
    await start()
    for (const [what, counts] of /** @type {const} */ ([
      ['writes', writing.writes],
      ['uploads', recordings.uploads],
    ])) {
      const seconds = await counts.measureLongestPauseSince(killedAt)
      const figure = `${part} killed: longest time without ${what}`
      if (counts === recordings.uploads) report(figure, `${seconds.toFixed(1)} s`)
      else
        report(figure, `${seconds.toFixed(1)} s, limit ${maxSecondsUntilWrites} s`, {
          ratio: seconds / maxSecondsUntilWrites,
          atMost: 1,
        })
      console.log(`  failed tries: ${counts.describeNewFailures()}`)
    }
    await sleep(2000)
  }
  await killAndStart(
    'a Gaffer server',
    async () => servers[0]?.kill(),
    () => startServerAt(0),
  )
  await killAndStart('HAProxy', haproxy.kill, async () => haproxy.start())
  for (const part of /** @type {const} */ (['osd 1', 'osd 0', 'gateway 0', 'monitor'])) {
    await killAndStart(
      `Ceph's ${part}`,
      () => ceph.kill(part),
      async () => ceph.start(part),
    )
    if (part.startsWith('osd')) await ceph.waitUntilCopied()
  }
  const before = pages.map((page) => page.received())
  const primary = await machines.primaryName()
  await killAndStart('the machine of the primary', machines.killPrimary, async () => {
    // Waits for the failover: a machine that starts earlier would still hold the leader lease.
    await waitUntil('Taking over', async () => (await machines.primaryName()) !== primary)
    await sleep(5000)
    await machines.restart(primary)
  })
  console.log(`  ${primary} was killed, ${await machines.primaryName()} took over, and ${primary} is a standby again`)
  await Promise.all([writing.stop(), recordings.stop()])
  for (const page of pages) page.close()

  const { lost, double } = await compareEvents(db, member, writing.acknowledged)
  report(
    'acknowledged',
    `${writing.acknowledged.size} writes, ${recordings.acknowledged.size} uploads, ${recordings.reads.count()} reads`,
  )
  reportCount('acknowledged writes lost', lost.length, 0)
  reportCount('writes stored twice', double.length, 0)
  reportCount('acknowledged uploads lost or changed', (await recordings.findLost()).size, 0)
  const withoutUpdates = pages.filter((page, at) => page.received() === before[at])
  reportCount('live pages without updates afterwards', withoutUpdates.length, 0)
  report('from adding a job to its end', `${await measureSecondsUntilJobDone(db, haproxy.url)} s`)
}

/** @param {import('./engines/programs.mjs').Programs} found */
async function startParts(found) {
  const folder = createTemporaryFolder('gaffer-cluster-')
  const account = findOsAccount('postgres')
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const ceph = await startCeph(found, folder, { account, gateways: 2 })
  cleanUps.push(ceph.stop)
  const machines = await startDatabaseMachines(found, folder)
  cleanUps.push(machines.stop)
  const serverPorts = [await findFreePort(), await findFreePort()]
  const { gatewayPorts } = ceph
  const haproxy = await startHaproxy(found, folder, { ...machines, gatewayPorts, serverPorts })
  cleanUps.push(haproxy.stop)
  const databaseUrl = await createDatabase(haproxy.databasePort, machines.superuserPassword)
  const { bucket, region, accessKeyId, secretAccessKey } = ceph.settings
  const servers = /** @type {Awaited<ReturnType<typeof startServer>>[]} */ ([])
  const startServerAt = async (/** @type {number} */ at) => {
    const dataDir = join(folder, `app${at + 1}`)
    mkdirSync(dataDir, { recursive: true })
    servers[at] = await startServer(serverPorts[at] ?? 0, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      S3_ENDPOINT: haproxy.filesUrl,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      BAND_STORAGE_MB: '20000',
    })
  }
  cleanUps.push(() => Promise.all(servers.map((one) => one.stop())))
  for (const at of serverPorts.keys()) await startServerAt(at)
  await waitUntil('HAProxy', async () => (await fetch(`${haproxy.url}/readyz`)).ok)
  return { ceph, machines, haproxy, databaseUrl, servers, startServerAt }
}

/** @param {any} db @param {import('./engines/requests.mjs').Member} member @param {Set<string>} acknowledged */
async function compareEvents(db, { bandId }, acknowledged) {
  const rows = await db`select location, count(*)::int from events where band_id = ${bandId} group by location`
  const counts = new Map(
    rows.map((/** @type {{ location: string, count: number }} */ row) => [row.location, row.count]),
  )
  return {
    lost: [...acknowledged].filter((key) => !counts.has(key)),
    double: [...counts.values()].filter((count) => count > 1),
  }
}

/** @param {number} port @param {string} password */
async function createDatabase(port, password) {
  // HAProxy takes every machine for the primary until a check has failed three times, and then closes the connections to the standbys.
  await sleep(5000)
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

/** Seconds from a request for a sign-in code until its job is done. Ignores jobs that a killed server left. @param {any} db @param {string} url */
async function measureSecondsUntilJobDone(db, url) {
  const began = performance.now()
  const [{ now }] = await db`select now()`
  const response = await fetch(`${url}/auth/phone/send-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '07700 900001' }),
  })
  if (response.status !== 202) throw new Error(`send-code answered ${response.status}`)
  const isDone = async () =>
    (await db`select from jobs.job where state < 'completed' and created_on >= ${now} and start_after <= now()`)
      .length === 0
  await waitUntil('Sending a code', isDone, 20)
  return ((performance.now() - began) / 1000).toFixed(1)
}
