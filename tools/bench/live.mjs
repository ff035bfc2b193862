// Cost of live updates: delay until a page on another server is notified of a write, memory per open page, writes per second.
//
//   npm run bench live
//
// Two servers on one database. Also measures inserts with NOTIFY inside their transaction, for comparison.

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { report } from './report.mjs'

const memberCount = shorterInCheck(100, 2)
const pagesPerMember = shorterInCheck(10, 1)
const writeRounds = shorterInCheck(60, 1)
const rateRounds = shorterInCheck(7, 1)
const rateSeconds = shorterInCheck(1.5, 0.1)
const insertSeconds = shorterInCheck(3, 0.1)
const restMs = shorterInCheck(1000, 10)
const limits = { medianMs: 50, slowestMs: 1000, bytesPerPage: 40 * 1024, writes: 0.85 }

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')

const database = await startDatabase()
const db = openDatabasePool(database.address, 8)
const servers = /** @type {import('node:child_process').ChildProcess[]} */ ([])
const sockets = /** @type {import('node:net').Socket[]} */ ([])
try {
  const [writing, listening] = [await startServer(), await startServer()]
  const bandId = randomUUID()
  await db`insert into bands (id, name) values (${bandId}, 'The Night Buses')`
  const cookies = []
  for (let index = 0; index < memberCount; index += 1) cookies.push(await addMember(bandId, index))
  const headers = { cookie: `gaffer_session=${cookies[0]}` }
  const post = () =>
    fetch(`${writing.url}/api/bands/${bandId}/events`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'practice', date: '2027-03-05', startTime: '19:00', location: 'Unit 4' }),
    })

  // The first half of the pages is the warm-up.
  const half = memberCount / 2
  await openPages(listening.url, cookies.slice(0, half))
  const before = await sendCommand(listening, 'memory')
  await openPages(listening.url, cookies.slice(half))
  const perPage = ((await sendCommand(listening, 'memory')) - before) / (half * pagesPerMember)
  report('memory per open page', `${(perPage / 1024).toFixed(1)} KiB, limit ${limits.bytesPerPage / 1024} KiB`, {
    ratio: perPage / limits.bytesPerPage,
    atMost: 1,
  })

  const waits = []
  for (let round = 0; round < writeRounds; round += 1) {
    const began = performance.now()
    const allNotified = Promise.all(sockets.map((socket) => once(socket, 'data')))
    const [response] = await Promise.all([post(), once(/** @type {never} */ (sockets[0]), 'data')])
    waits.push(performance.now() - began)
    if (response.status !== 201) throw new Error(`POST events answered ${response.status}`)
    await allNotified
  }
  for (const [figure, ms, limit] of /** @type {const} */ ([
    ['median', median(waits), limits.medianMs],
    [`slowest of ${waits.length}`, Math.max(...waits), limits.slowestMs],
  ])) {
    const value = `${ms.toFixed(1)} ms, limit ${limit} ms`
    report(`delay until the first of ${sockets.length} pages is notified: ${figure}`, value, {
      ratio: ms / limit,
      atMost: 1,
    })
  }
  for (const socket of sockets.splice(0)) socket.destroy()
  await sleep(restMs / 2)

  const rates = { on: /** @type {number[]} */ ([]), off: /** @type {number[]} */ ([]) }
  let day = 0
  const body = () => {
    day = (day + 1) % 20_000
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    return JSON.stringify({ type: 'practice', date, startTime: '19:00', location: 'Unit 4, Elm Road' })
  }
  // Spread over bands, so that none reaches `limits.eventsPerBand`.
  const bandIds = await addBands()
  let turn = 0
  const path = () => `/api/bands/${bandIds[turn++ % bandIds.length]}/events`
  const load = { url: writing.url, path, method: 'POST', headers, body, status: 201 }
  for (let round = 0; round < rateRounds; round += 1) {
    for (const [way, changes] of /** @type {const} */ ([
      ['on', 'events'],
      ['off', 'nothing'],
    ])) {
      await sendCommand(writing, 'changes', changes)
      rates[way].push(await measureResponsesPerSecond(load, { clients: 8, seconds: rateSeconds }))
    }
  }
  const ratio = median(rates.on.map((rate, at) => rate / (rates.off[at] ?? 0)))
  report('writes with notifications', `${Math.round(median(rates.on))}/s, without ${Math.round(median(rates.off))}/s`, {
    ratio,
    atLeast: limits.writes,
  })

  await db`create table bare (id uuid primary key)`
  const inserts = { without: await measureInserts(false), withNotify: await measureInserts(true) }
  const value = `${Math.round(inserts.withNotify)}/s, without ${Math.round(inserts.without)}/s`
  report('inserts with NOTIFY in the transaction', value, { ratio: inserts.withNotify / inserts.without })
} finally {
  for (const socket of sockets) socket.destroy()
  for (const one of servers) one.disconnect()
  await Promise.all(servers.map((one) => once(one, 'exit')))
  await db.end()
  await database.stop()
}

/** @param {string} url @param {string[]} cookies */
async function openPages(url, cookies) {
  for (const cookie of cookies) {
    await Promise.all(Array.from({ length: pagesPerMember }, () => openPage(url, cookie)))
  }
  await sleep(restMs)
}

async function startServer() {
  const child = fork(new URL('live-server.mjs', import.meta.url), { execArgv: ['--expose-gc'] })
  servers.push(child)
  child.send({ database: database.address })
  const [{ url }] = await once(child, 'message')
  return { child, url: /** @type {string} */ (url) }
}

/** Adds bands of the user who writes. @returns {Promise<string[]>} their ids */
async function addBands() {
  const rows = await db`
    with band as (
      insert into bands (id, name) select gen_random_uuid(), 'Band ' || n from generate_series(1, 100) n returning id)
    insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    select band.id, gen_random_uuid(), u.id, 'Drums', 'owner', 'active', '#aa3344', 'drum', now()
    from band cross join (select id from users order by phone limit 1) u
    returning band_id`
  return rows.map((/** @type {{ band_id: string }} */ { band_id }) => band_id)
}

/** @param {{ child: import('node:child_process').ChildProcess }} server @param {string} command @param {string} [changes] */
async function sendCommand({ child }, command, changes) {
  child.send({ command, changes })
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

/** Inserts over eight connections, one row a transaction. @param {boolean} withNotify */
async function measureInserts(withNotify) {
  const end = performance.now() + insertSeconds * 1000
  let count = 0
  const insert = async () => {
    while (performance.now() < end) {
      await db.transaction(async (/** @type {typeof db} */ tx) => {
        await tx`insert into bare (id) values (${randomUUID()})`
        if (withNotify) await tx`select pg_notify('bare', ${randomUUID()})`
        else await tx`select ${randomUUID()}`
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, insert))
  return count / insertSeconds
}
