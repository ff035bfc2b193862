// Cost of live updates: delay until a page on another server hears of a write, memory of an open page, writes per second.
//
//   npm run bench live
//
// Two servers on one database. Also measures inserts with NOTIFY inside their transaction, for comparison.
// Prints one line for each; exits 1 when one is over its limit.

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersPerSecond, median } from './load.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const people = 100
const pagesOfOne = 10
const limits = { medianMs: 50, slowestMs: 1000, bytesPerPage: 40 * 1024, writes: 0.85 }

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { startEmbeddedPostgres } = await server('platform/db/embedded-postgres.ts')
const { openDatabase } = await server('platform/db/connection.ts')
const { hashSecret, newSecret } = await server('platform/keys.ts')

const dataDir = temporaryFolder('gaffer-bench-')
const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined, onLost: () => process.exit(1) })
const db = openDatabase(embedded.connection, 8)
const servers = /** @type {import('node:child_process').ChildProcess[]} */ ([])
const sockets = /** @type {import('node:net').Socket[]} */ ([])
try {
  const [writing, listening] = [await startServer(), await startServer()]
  const bandId = randomUUID()
  await db`insert into bands (id, name) values (${bandId}, 'The Night Buses')`
  const cookies = []
  for (let one = 0; one < people; one += 1) cookies.push(await addMember(bandId, one))
  const headers = { cookie: `gaffer_session=${cookies[0]}` }
  const post = () =>
    fetch(`${writing.url}/api/bands/${bandId}/events`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'practice', date: '2027-03-05', startTime: '19:00', location: 'Unit 4' }),
    })

  // The first half warms up what every server needs once.
  const half = people / 2
  await openPages(listening.url, cookies.slice(0, half))
  const before = await askFor(listening, 'memory')
  await openPages(listening.url, cookies.slice(half))
  const perPage = ((await askFor(listening, 'memory')) - before) / (half * pagesOfOne)
  say('an open page', `${(perPage / 1024).toFixed(1)} KiB`, perPage <= limits.bytesPerPage)

  const waits = []
  for (let round = 0; round < 60; round += 1) {
    const began = performance.now()
    const heard = Promise.all(sockets.map((socket) => once(socket, 'data')))
    const [answer] = await Promise.all([post(), once(/** @type {never} */ (sockets[0]), 'data')])
    waits.push(performance.now() - began)
    if (answer.status !== 201) throw new Error(`An event was answered ${answer.status}`)
    await heard
  }
  const [usual, slowest] = [median(waits), Math.max(...waits)]
  const times = `median ${usual.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms of ${waits.length}`
  say(`heard by the first of ${sockets.length}`, times, usual <= limits.medianMs && slowest <= limits.slowestMs)
  for (const socket of sockets.splice(0)) socket.destroy()
  await sleep(500)

  const rates = { told: /** @type {number[]} */ ([]), untold: /** @type {number[]} */ ([]) }
  let day = 0
  const body = () => {
    day = (day + 1) % 20_000
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    return JSON.stringify({ type: 'practice', date, startTime: '19:00', location: 'Unit 4, Elm Road' })
  }
  const question = { url: `${writing.url}/api/bands/${bandId}/events`, method: 'POST', headers, body, status: 201 }
  for (let round = 0; round < 7; round += 1) {
    for (const [way, changes] of /** @type {const} */ ([
      ['told', 'events'],
      ['untold', 'nothing'],
    ])) {
      await askFor(writing, 'changes', changes)
      rates[way].push(await answersPerSecond(question, { clients: 8, seconds: 1.5 }))
    }
  }
  const kept = median(rates.told.map((rate, at) => rate / (rates.untold[at] ?? 0)))
  say(
    'writes told of',
    `${Math.round(median(rates.told))}/s, ratio to untold ${kept.toFixed(2)}`,
    kept >= limits.writes,
  )

  await db`create table bare (id uuid primary key)`
  const inserts = { alone: await insertsPerSecond(false), noticed: await insertsPerSecond(true) }
  const lost = (inserts.noticed / inserts.alone).toFixed(2)
  say('notices in the transaction', `${Math.round(inserts.noticed)}/s, ratio to none ${lost}`, true)
} finally {
  for (const socket of sockets) socket.destroy()
  for (const one of servers) one.disconnect()
  await Promise.all(servers.map((one) => once(one, 'exit')))
  await db.end()
  await embedded.stop()
}

/** @param {string} url @param {string[]} cookies */
async function openPages(url, cookies) {
  for (const cookie of cookies) {
    await Promise.all(Array.from({ length: pagesOfOne }, () => openPage(url, cookie)))
  }
  await sleep(1000)
}

async function startServer() {
  const child = fork(new URL('live-server.mjs', import.meta.url), { execArgv: ['--expose-gc'] })
  servers.push(child)
  child.send({ database: embedded.connection })
  const [{ url }] = await once(child, 'message')
  return { child, url: /** @type {string} */ (url) }
}

/** @param {{ child: import('node:child_process').ChildProcess }} server @param {string} ask @param {string} [changes] */
async function askFor({ child }, ask, changes) {
  child.send({ ask, changes })
  const [{ bytes }] = await once(child, 'message')
  return /** @type {number} */ (bytes)
}

/** @param {string} bandId @param {number} number @returns {Promise<string>} the session's cookie */
async function addMember(bandId, number) {
  const [userId, cookie] = [randomUUID(), newSecret()]
  await db`insert into users (id, phone, first_name, last_name, display_name)
    values (${userId}, ${`+4477009${String(number).padStart(5, '0')}`}, 'Dee', 'Marsh', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${randomUUID()}, ${userId}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return cookie
}

/** @param {string} url @param {string} cookie */
async function openPage(url, cookie) {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /api/me/live HTTP/1.1\r\nhost: ${host}\r\ncookie: gaffer_session=${cookie}\r\n\r\n`)
  const [head] = await once(socket, 'data')
  if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(String(head))
  sockets.push(socket.setMaxListeners(0))
}

/** Eight connections, one row a transaction. @param {boolean} withNotice */
async function insertsPerSecond(withNotice) {
  const end = performance.now() + 3000
  let count = 0
  const insert = async () => {
    while (performance.now() < end) {
      await db.transaction(async (/** @type {typeof db} */ tx) => {
        await tx`insert into bare (id) values (${randomUUID()})`
        if (withNotice) await tx`select pg_notify('bare', ${randomUUID()})`
        else await tx`select ${randomUUID()}`
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, insert))
  return count / 3
}

/** @param {string} name @param {string} text @param {boolean} isWithin */
function say(name, text, isWithin) {
  console.log(`${name.padEnd(28)} ${text}${isWithin ? '' : '  OVER ITS LIMIT'}`)
  if (!isWithin) process.exitCode = 1
}
