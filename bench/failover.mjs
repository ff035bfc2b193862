// Is anything lost when the database's machine dies? A primary and a synchronous standby, two servers, and nginx before them,
// set up as docs/scaling.md says; members write through nginx and look on live. First the servers are restarted one after
// the other, then the primary is killed outright and its standby promoted.
//
//   npm ci && PATH=node_modules/.bin:$PATH node bench/failover.mjs
//
// Needs Debian's nginx and postgresql (15 or newer) and says so where they are not there. Exits 1 when a write that was
// acknowledged is gone, a restart cost a request, or writes took longer than ten seconds to succeed again.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPrograms, makeCluster } from './failover/cluster.mjs'
import { startNginx } from './failover/nginx.mjs'
import { startServer } from './failover/servers.mjs'
import { openPage, startWriting } from './failover/members.mjs'

const limitSeconds = 10
const { programs, missing } = findPrograms()
if (missing.length > 0) {
  console.log(`Nothing measured: ${missing.join(' and ')} not found (Debian: apt install nginx postgresql).`)
  process.exit(0)
}

const { openDatabase } = await import(new URL('../server/src/platform/db/connection.ts', import.meta.url).href)
const { hashSecret, newSecret } = await import(new URL('../server/src/platform/keys.ts', import.meta.url).href)
/** @type {(() => unknown)[]} */
const undo = []
try {
  const cluster = await makeCluster(programs)
  undo.push(cluster.remove)
  const servers = [await startServer(cluster.url), await startServer(cluster.url)]
  undo.push(() => Promise.all(servers.map((one) => one.stop())))
  const nginx = await startNginx(
    programs,
    cluster.folder,
    servers.map(({ port }) => port),
  )
  undo.push(nginx.stop)
  const db = openDatabase(cluster.url, 2)
  undo.push(() => db.end())
  const member = await aMember(db)

  const writing = startWriting(nginx.url, member)
  const pages = [openPage(nginx.url, member), openPage(nginx.url, member)]
  await sleep(2000)

  for (const [at, server] of servers.entries()) {
    await nginx.use(servers.filter((one) => one !== server).map(({ port }) => port))
    await sleep(1000)
    await server.stop()
    servers[at] = await startServer(cluster.url)
    await nginx.use(servers.map(({ port }) => port))
    await sleep(1000)
  }
  const { acknowledged, failed } = writing
  say('rolling restart', `${acknowledged.size} writes, ${failed.length} failed ${failed[0] ?? ''}`, failed.length === 0)

  const heardBefore = pages.map((page) => page.heard())
  const killed = performance.now()
  cluster.killPrimary()
  await cluster.promote()
  const promoted = (performance.now() - killed) / 1000
  const back = (await writing.nextAfter(killed)) - killed
  const seconds = (back / 1000).toFixed(1)
  say(
    'writes again',
    `${seconds} s after the kill (promoted after ${promoted.toFixed(1)} s), ${failed.length} tries failed`,
    back < limitSeconds * 1000,
  )
  await sleep(4000)
  await writing.stop()
  for (const page of pages) page.close()

  const kept = new Set(
    (await db`select id from events where band_id = ${member.bandId}`).map(
      (/** @type {{ id: string }} */ { id }) => id,
    ),
  )
  const lost = [...acknowledged.values()].filter((id) => !kept.has(id))
  say('acknowledged writes', `${acknowledged.size}, lost ${lost.length}`, lost.length === 0)
  say(
    'made twice',
    `${kept.size - acknowledged.size - writing.unsure()} of ${kept.size}`,
    kept.size <= acknowledged.size + writing.unsure(),
  )
  const resumed = pages.filter((page, at) => page.heard() > (heardBefore[at] ?? 0)).length
  say('live pages', `${resumed} of ${pages.length} hear of writes again`, resumed === pages.length)
  say('jobs', `${await jobsWork(db, nginx.url)} s from adding to done`, true)
} finally {
  for (const step of undo.toReversed()) await step()
}

/** @param {any} db */
async function aMember(db) {
  const [userId, bandId, cookie] = [randomUUID(), randomUUID(), newSecret()]
  await db`insert into users (id, phone, display_name) values (${userId}, '+447700900001', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  await db`insert into bands (id, name) values (${bandId}, 'The Night Buses')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${randomUUID()}, ${userId}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return { bandId, headers: { cookie: `gaffer_session=${cookie}` } }
}

/** Asks for a sign-in code and waits until a server has sent it. @param {any} db @param {string} url */
async function jobsWork(db, url) {
  const began = performance.now()
  const answer = await fetch(`${url}/auth/phone/send-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '07700 900001' }),
  })
  if (answer.status !== 202) throw new Error(`A code was answered ${answer.status}`)
  while ((await db`select from phone_codes where sent_at is not null`).length === 0) {
    if (performance.now() - began > 20_000) throw new Error('No job was done')
    await sleep(50)
  }
  return ((performance.now() - began) / 1000).toFixed(1)
}

/** @param {string} what @param {string} value @param {boolean} good */
function say(what, value, good) {
  console.log(what.padEnd(22), value, good ? '' : '  OVER ITS LIMIT')
  if (!good) process.exitCode = 1
}
