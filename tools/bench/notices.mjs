// Cost of notices: time that they add to a write, and push messages per second with reads beside them.
//
//   npm run bench notices
//   npm run bench notices -- 2000      fewer messages
//
// The fake push service responds to each message after 20 ms. Each connection sends its next read right after a response, so that reads
// and messages together use all of the processor: the benchmark measures the share that is left to the reads, and not their delay.

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { addBands, addPractices, membersPerBand, remindersDueAt, startFakePushService } from './notice-bands.mjs'
import { report } from './report.mjs'

const recipientCount = Number(process.argv[2] ?? shorterInCheck(5000, membersPerBand))
const bandCount = Math.ceil(recipientCount / membersPerBand)
const limits = { addedMs: 3, pushesPerSecond: 200, reads: 0.8 }

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool } = await importServerModule('platform/db/connection.ts')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')
const { londonInstant } = await import(new URL('../../domain/src/shared/dates.ts', import.meta.url).href)

const pushService = await startFakePushService()
const { received } = pushService
const database = await startDatabase()
const db = openDatabasePool(database.address, 4, 600_000)
const child = fork(new URL('notices-server.mjs', import.meta.url))
try {
  child.send({ database: database.address })
  const [{ url }] = await once(child, 'message')
  const { bandId, headers } = await addBandsAndSession()
  await measureWrites(url, bandId, headers)
  await measurePushes(url, bandId, headers)
} finally {
  child.disconnect()
  await once(child, 'exit')
  await db.end()
  await database.stop()
  pushService.close()
}

async function addBandsAndSession() {
  await addBands(db, bandCount, pushService.url)
  const [{ band_id: bandId, user_id: userId }] = await db`select band_id, user_id from memberships limit 1`
  const cookie = newSecret()
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  return { bandId, headers: { cookie: `gaffer_session=${cookie}` } }
}

/**
 * Edits an event with and without the row that makes the notices, in turns.
 * @param {string} url @param {string} bandId @param {Record<string, string>} headers
 */
async function measureWrites(url, bandId, headers) {
  await db.query(`create function skip() returns trigger language plpgsql as 'begin return null; end'`)
  const send = async (
    /** @type {'POST' | 'PATCH'} */ method,
    /** @type {string} */ path,
    /** @type {object} */ body,
  ) => {
    const response = await fetch(`${url}/api/bands/${bandId}/events${path}`, {
      method: method === 'POST' ? 'POST' : 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} events answered ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { id } = await send('POST', '', {
    type: 'practice',
    date: '2030-03-05',
    startTime: '19:00',
    location: 'Unit 4',
  })
  const times = { with: /** @type {number[]} */ ([]), without: /** @type {number[]} */ ([]) }
  for (let round = 0; round < shorterInCheck(12, 1); round += 1) {
    for (const way of /** @type {const} */ (['with', 'without'])) {
      if (way === 'without')
        await db.query(`create trigger skip before insert on pending_notices for each row execute function skip()`)
      for (let edit = 0; edit < shorterInCheck(25, 2); edit += 1) {
        const began = performance.now()
        await send('PATCH', `/${id}`, { notes: `${way} ${round} ${edit}` })
        times[way].push(performance.now() - began)
      }
      if (way === 'without') await db.query('drop trigger skip on pending_notices')
    }
  }
  const addedMs = median(times.with) - median(times.without)
  const value = `${addedMs.toFixed(2)} ms of ${median(times.with).toFixed(2)} ms, limit ${limits.addedMs} ms`
  report('added to an edit in a band of 20', value, { ratio: Math.max(0, addedMs) / limits.addedMs, atMost: 1 })
  await db`delete from pending_notices`
  await db`delete from events`
  received.clear()
}

/** @param {string} url @param {string} bandId @param {Record<string, string>} headers */
async function measurePushes(url, bandId, headers) {
  await addPractices(db)
  const read = {
    url: `${url}/api/bands/${bandId}/calendar?startDate=2030-03-01&endDate=2030-03-31`,
    headers,
    status: 200,
  }
  await measureResponsesPerSecond(read, { clients: 4, seconds: shorterInCheck(2, 0.05) })
  const alone = await measureResponsesPerSecond(read, { clients: 4, seconds: shorterInCheck(5, 0.05) })
  const total = bandCount * membersPerBand
  const began = performance.now()
  child.send({ remindAt: londonInstant(remindersDueAt.date, remindersDueAt.time) })
  const rates = []
  let last = received.size
  for (let idle = 0; received.size < total && idle < 30; idle = received.size === last ? idle + 1 : 0) {
    last = received.size
    if (rates.length < 4)
      rates.push(await measureResponsesPerSecond(read, { clients: 4, seconds: shorterInCheck(3, 0.2) }))
    else await sleep(1000)
  }
  const seconds = (performance.now() - began) / 1000
  const twice = [...received.values()].filter((count) => count > 1).length
  const perSecond = received.size / seconds
  report('push messages per second', `${Math.round(perSecond)}/s, limit ${limits.pushesPerSecond}/s`, {
    ratio: perSecond / limits.pushesPerSecond,
    atLeast: 1,
  })
  report('reads beside push messages', `${Math.round(median(rates))}/s, alone ${Math.round(alone)}/s`, {
    ratio: median(rates) / alone,
    atLeast: limits.reads,
  })
  const wrong = total - received.size + twice
  report('push messages lost or sent twice', `${wrong}`, { ratio: wrong, atMost: 0 })
}
