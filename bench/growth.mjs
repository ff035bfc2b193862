// Time of every read with 100,000 bands and 5,000,000 events, as a ratio to 100 bands.
//
//   npm run bench growth
//   npm run bench growth -- --bands 10000      (a smaller run; the whole one takes some minutes and some GB of disk)
//
// Two servers, each with its own PostgreSQL, asked in turns about bands drawn at random.
// Prints the ratios of the median and the 99th percentile, one line a read; exits 1 when one is over its limit.

import { parseArgs } from 'node:util'
import { fillWithBands } from './many-bands.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const limit = 1.25
const few = 100
const rounds = 5
const asked = 300
const { values } = parseArgs({ options: { bands: { type: 'string', default: '100000' } } })

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')
const { openMaintenancePool } = await server('platform/db/connection.ts')
const { findEmbeddedPostgres } = await server('platform/db/embedded-postgres.ts')
const { makeFeedToken } = await server('http/auth/feed-token.ts')

/** @typedef {{ bandId: string, membershipId: string, cookie: string }} Somebody */
/** @typedef {{ url: string, people: Somebody[], feedOf: (one: Somebody) => string, stop: () => Promise<void> }} Size */

const month = 'startDate=2027-03-01&endDate=2027-03-31'
/** @type {Record<string, (one: Somebody, size: Size) => { path: string, body?: object }>} */
const reads = {
  calendar: ({ bandId }) => ({ path: `/api/bands/${bandId}/calendar?${month}` }),
  events: ({ bandId }) => ({ path: `/api/bands/${bandId}/events?${month}` }),
  'own events': () => ({ path: `/api/me/events?${month}` }),
  conflicts: ({ bandId }) => ({
    path: `/api/bands/${bandId}/events/check-conflicts`,
    body: { type: 'practice', date: '2027-03-12' },
  }),
  songs: ({ bandId }) => ({ path: `/api/bands/${bandId}/songs` }),
  band: ({ bandId }) => ({ path: `/api/bands/${bandId}` }),
  members: ({ bandId }) => ({ path: `/api/bands/${bandId}/members` }),
  me: () => ({ path: '/api/me' }),
  sessions: () => ({ path: '/api/me/sessions' }),
  activity: ({ bandId }) => ({ path: `/api/bands/${bandId}/activity` }),
  invitations: ({ bandId }) => ({ path: `/api/bands/${bandId}/invites` }),
  'feed addresses': ({ bandId }) => ({ path: `/api/bands/${bandId}/calendar/url` }),
  export: ({ bandId }) => ({ path: `/api/bands/${bandId}/calendar/export/ical?includePrivate=true` }),
  feed: (one, size) => ({ path: `/feeds/${size.feedOf(one)}.ics` }),
}

const small = await aGaffer(few)
const large = await aGaffer(Number(values.bands))
try {
  for (const name of Object.keys(reads)) if (!(await measure(name))) process.exitCode = 1
} finally {
  await small.stop()
  await large.stop()
}

/** @param {number} bands @returns {Promise<Size>} */
async function aGaffer(bands) {
  const dataDir = temporaryFolder('gaffer-bench-')
  const gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }))
  const began = performance.now()
  const db = openMaintenancePool(await findEmbeddedPostgres(dataDir))
  const people = await fillWithBands(db, bands, asked)
  await db.end()
  console.log(`${bands} bands made in ${Math.round((performance.now() - began) / 1000)} s`)
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    people,
    feedOf: ({ membershipId }) => makeFeedToken(gaffer.deps.keys, { ownerId: membershipId, kind: 'full', version: 1 }),
    stop: () => gaffer.stop(),
  }
}

/**
 * Each question's best time of all rounds: what the machine did beside it falls out, and a band that always takes long
 * stays.
 * @param {string} name @returns {Promise<boolean>}
 */
async function measure(name) {
  const best = { small: /** @type {number[]} */ ([]), large: /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    for (let one = 0; one < asked; one += 1) {
      // One here, one there, so that a busy moment falls on both.
      for (const [side, size] of /** @type {const} */ ([
        ['small', small],
        ['large', large],
      ])) {
        best[side][one] = Math.min(best[side][one] ?? Infinity, await timed(name, size, one))
      }
    }
  }
  const ratios = [0.5, 0.99].map((part) => at(best.large, part) / at(best.small, part))
  const [half = 0, worst = 0] = ratios
  console.log(`${name.padEnd(15)} median ${half.toFixed(2)} ×  p99 ${worst.toFixed(2)} ×  limit ${limit} ×`)
  return half <= limit && worst <= limit
}

/** @param {string} name @param {Size} size @param {number} one */
async function timed(name, size, one) {
  const somebody = /** @type {Somebody} */ (size.people[one % size.people.length])
  const { path, body } = /** @type {NonNullable<typeof reads[string]>} */ (reads[name])(somebody, size)
  const headers = { cookie: `gaffer_session=${somebody.cookie}`, 'accept-encoding': 'identity' }
  const began = performance.now()
  const answer = await fetch(size.url + path, {
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  await answer.arrayBuffer()
  const milliseconds = performance.now() - began
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return milliseconds
}

/** @param {number[]} values @param {number} part */
function at(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
