// What does the product cost over what it cannot do without? Reads of a month with 60 events, session and membership
// checked, against a bare Fastify route that runs one prepared statement for the same bytes; the same of ranges that nobody
// asked for lately, so that each answer is made anew; the same with If-None-Match; and writes against single-row inserts,
// one commit each: pgbench's where it is installed, else those of a bare route. The limit holds where a commit bounds them,
// as it does on a disk that really waits; a write that needed two commits would show there. As this machine's disk commits,
// which may be quicker than HTTP is, they are measured too. All on one PostgreSQL, in turns, in one run.
//
//   npm ci && PATH=node_modules/.bin:$PATH node bench/api.mjs
//
// Prints one line a row, the median of its rounds; exits 1 when a ratio is under its limit.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { answersPerSecond, median } from './load.mjs'
import { findPgbench, insertsPerSecond } from './pgbench.mjs'

const size = { clients: 8, seconds: 2 }
const rounds = 7
/** Of a solid-state disk without a battery behind its cache, or one of a cloud's. */
const commitMs = 4

/** @typedef {import('./load.mjs').Question} Question */

const servers = fork(new URL('api-servers.mjs', import.meta.url))
try {
  const [{ gaffer, bare, inserts, cookie, bandId, etag, database }] = await once(servers, 'message')
  const headers = { cookie: `gaffer_session=${cookie}` }
  const calendar = { url: `${gaffer}/api/bands/${bandId}/calendar?startDate=2027-03-01&endDate=2027-03-31`, headers }
  const practice = { type: 'practice', startTime: '19:00', location: 'Unit 4, Elm Road' }
  let day = 0
  const body = () => {
    day = (day + 1) % 20_000
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    return JSON.stringify({ ...practice, date })
  }
  let turn = 0
  // The same events: more ranges than answers are kept.
  const anotherRange = () => {
    turn = (turn + 1) % (28 * 30)
    const of = (/** @type {number} */ at) => String(at + 1).padStart(2, '0')
    return `?startDate=2027-02-${of(turn % 28)}&endDate=2027-04-${of(Math.floor(turn / 28))}`
  }
  const pgbench = database.path ? await findPgbench() : null
  const bareRead = () => answersPerSecond({ url: bare, status: 200 }, size)
  const write = {
    name: pgbench ? 'write (pgbench)' : 'write (bare route)',
    limit: 0,
    ours: { url: `${gaffer}/api/bands/${bandId}/events`, method: 'POST', headers, body, status: 201 },
    theirs: () =>
      pgbench ? insertsPerSecond(pgbench, database, size) : answersPerSecond({ url: inserts, status: 200 }, size),
  }
  const rows = [
    { name: 'read', limit: 0.7, ours: { ...calendar, status: 200 }, theirs: bareRead },
    { name: 'read, made anew', limit: 0, ours: { ...calendar, query: anotherRange, status: 200 }, theirs: bareRead },
    {
      name: 'read, unchanged (304)',
      limit: 1,
      ours: { ...calendar, headers: { ...headers, 'if-none-match': etag }, status: 304 },
      theirs: bareRead,
    },
    write,
  ]
  for (const row of rows) if (!(await measure(row))) process.exitCode = 1
  servers.send({ commitMs })
  await once(servers, 'message')
  if (!(await measure({ ...write, name: `${write.name}, ${commitMs} ms`, limit: 0.5 }))) process.exitCode = 1
} finally {
  servers.disconnect()
}

/** @param {{ name: string, limit: number, ours: Question, theirs: () => Promise<number> }} row @returns {Promise<boolean>} */
async function measure({ name, limit, ours, theirs }) {
  const rates = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) }
  await answersPerSecond(ours, size)
  await theirs()
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await answersPerSecond(ours, size))
    rates.theirs.push(await theirs())
  }
  const ratio = median(rates.ours.map((rate, at) => rate / (rates.theirs[at] ?? 0)))
  const perSecond = (/** @type {number[]} */ all) => `${Math.round(median(all))}/s`
  console.log(
    `${name.padEnd(24)} ${perSecond(rates.ours)}  bare ${perSecond(rates.theirs)}  ratio ${ratio.toFixed(2)}  ${limit ? `limit ${limit}` : 'no limit of its own'}`,
  )
  return ratio >= limit
}
