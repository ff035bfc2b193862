// Requests per second, as ratios to a bare Fastify route with one prepared statement on the same PostgreSQL.
//
//   npm run bench api
//
// The calendar: a month with 60 events, and the same with If-None-Match, against a bare route that builds JSON of the same fields and
// length from a table with a column for each. Every other GET endpoint that queries the database: against a bare route that runs the
// endpoint's own statement and sends the same bytes. Writes: against single-row inserts of pgbench where it is installed, else of a bare
// route; their limit holds for a commit of 4 ms.
// Gaffer and the bare route take turns. Each figure is the median of the rounds.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isCheck, shorterInCheck } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { report } from './report.mjs'
import { findPgbench, measureInsertsPerSecond } from './pgbench.mjs'

const longLoad = shorterInCheck({ clients: 8, seconds: 2, rounds: 7 }, { clients: 2, seconds: 0.02, rounds: 1 })
// Short turns, so that load on the machine affects both sides.
const shortLoad = shorterInCheck({ clients: 8, seconds: 0.25, rounds: 11 }, { clients: 1, seconds: 0.001, rounds: 1 })
const readLimit = 0.35
/** Typical of a solid-state disk without a battery-backed cache, or a cloud disk. */
const commitMs = 4
/** No delay in a check, because its benchmarks share one PostgreSQL. */
const delayedCommitMs = shorterInCheck(commitMs, 0)

/** @typedef {import('./load.mjs').LoadRequest} LoadRequest */
/** @typedef {{ clients: number, seconds: number, rounds: number }} Load */
/** @typedef {{ name: string, limit: number | undefined, load: Load, ours: LoadRequest, theirs: () => Promise<number> }} Row */

const servers = fork(new URL('api-servers.mjs', import.meta.url))
try {
  const [{ gaffer, bare, inserts, cookie, bandId, bandIds, rangeQuery, reads, etag, database }] = await once(
    servers,
    'message',
  )
  const headers = { cookie: `gaffer_session=${cookie}` }
  const calendar = { url: `${gaffer}/api/bands/${bandId}/calendar?${rangeQuery}`, headers }
  const practice = { type: 'practice', startTime: '19:00', location: 'Unit 4, Elm Road' }
  let day = 0
  const body = () => {
    day = (day + 1) % 20_000
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    return JSON.stringify({ ...practice, date })
  }
  let turn = 0
  const eventsPath = () => `/api/bands/${bandIds[turn++ % bandIds.length]}/events`
  // pgbench takes whole seconds.
  const pgbench = isCheck ? null : await findPgbench()
  const bareCalendar = () => measureResponsesPerSecond({ url: bare, status: 200 }, longLoad)
  const write = {
    name: `add an event (${pgbench ? 'pgbench' : 'bare route'})`,
    limit: undefined,
    load: longLoad,
    ours: { url: gaffer, path: eventsPath, method: 'POST', headers, body, status: 201 },
    theirs: () =>
      pgbench
        ? measureInsertsPerSecond(pgbench, database, longLoad)
        : measureResponsesPerSecond({ url: inserts, status: 200 }, longLoad),
  }
  /** @type {Row[]} */
  const rows = [
    { name: 'calendar', limit: readLimit, load: longLoad, ours: { ...calendar, status: 200 }, theirs: bareCalendar },
    {
      name: 'calendar, unchanged (304)',
      limit: readLimit,
      load: longLoad,
      ours: { ...calendar, headers: { ...headers, 'if-none-match': etag }, status: 304 },
      theirs: bareCalendar,
    },
    ...reads.map((/** @type {{ name: string, ours: string, theirs: string }} */ read) => ({
      name: `GET ${read.name}`,
      limit: readLimit,
      load: shortLoad,
      ours: { url: read.ours, headers, status: 200 },
      theirs: () => measureResponsesPerSecond({ url: read.theirs, status: 200 }, shortLoad),
    })),
    write,
  ]
  for (const row of rows) await measureRow(row)
  servers.send({ commitMs: delayedCommitMs })
  await once(servers, 'message')
  await measureRow({ ...write, name: `${write.name}, commit ${commitMs} ms`, limit: 0.5 })
} finally {
  servers.disconnect()
}

/** @param {Row} row */
async function measureRow({ name, limit, load, ours, theirs }) {
  const rates = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) }
  await measureResponsesPerSecond(ours, load)
  await theirs()
  for (let round = 0; round < load.rounds; round += 1) {
    rates.ours.push(await measureResponsesPerSecond(ours, load))
    rates.theirs.push(await theirs())
  }
  const ratio = median(rates.ours.map((rate, at) => rate / (rates.theirs[at] ?? 0)))
  const formatRate = (/** @type {number[]} */ all) => `${Math.round(median(all))}/s`
  const value = `${formatRate(rates.ours)}, baseline ${formatRate(rates.theirs)}`
  report(name, value, limit === undefined ? { ratio } : { ratio, atLeast: limit })
}
