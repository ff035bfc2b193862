// Requests per second, as ratios to a bare Fastify route with one prepared statement on the same PostgreSQL.
//
//   npm run bench api
//
// Reads of a month with 60 events, and the same with If-None-Match, against the bare route for the same bytes. Writes against
// single-row inserts: pgbench's where it is installed, else those of a bare route. The limit for writes holds where a commit takes
// 4 ms, as on a disk that waits; they are measured with this machine's commit too. In turns, in one run.
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
  const pgbench = await findPgbench()
  const bareRead = () => answersPerSecond({ url: bare, status: 200 }, size)
  const write = {
    name: pgbench ? 'write (pgbench)' : 'write (bare route)',
    limit: 0,
    ours: { url: `${gaffer}/api/bands/${bandId}/events`, method: 'POST', headers, body, status: 201 },
    theirs: () =>
      pgbench ? insertsPerSecond(pgbench, database, size) : answersPerSecond({ url: inserts, status: 200 }, size),
  }
  const rows = [
    { name: 'read', limit: 0.5, ours: { ...calendar, status: 200 }, theirs: bareRead },
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
