// Time of every read with 100,000 bands and 5,000,000 events, as a ratio to 100 bands.
//
//   npm run bench growth
//   npm run bench growth -- --bands 10000      (smaller: the default takes some minutes and some GB of disk)
//
// Two servers, each with its own PostgreSQL, take turns with requests for random bands. Figures: ratios of the median and the
// 99th percentile.

import { parseArgs } from 'node:util'
import { fillWithBands } from './many-bands.mjs'
import { report } from './report.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const limit = 1.25
const smallSize = 100
const rounds = 5
const requestsPerRead = 300
const { values } = parseArgs({ options: { bands: { type: 'string', default: '100000' } } })

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')
const { openMaintenancePool } = await server('platform/db/connection.ts')
const { findEmbeddedPostgres } = await server('platform/db/embedded-postgres.ts')
const { makeFeedToken } = await server('http/auth/feed-token.ts')

/** @typedef {{ bandId: string, membershipId: string, cookie: string }} Member */
/** @typedef {{ url: string, members: Member[], feedOf: (one: Member) => string, stop: () => Promise<void> }} Size */

const month = 'startDate=2027-03-01&endDate=2027-03-31'
/** @type {Record<string, (one: Member, size: Size) => { path: string, body?: object }>} */
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

const small = await startFilledServer(smallSize)
const large = await startFilledServer(Number(values.bands))
try {
  for (const name of Object.keys(reads)) await measure(name)
} finally {
  await small.stop()
  await large.stop()
}

/** @param {number} bands @returns {Promise<Size>} */
async function startFilledServer(bands) {
  const dataDir = temporaryFolder('gaffer-bench-')
  const gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }))
  const began = performance.now()
  const db = openMaintenancePool(await findEmbeddedPostgres(dataDir))
  const members = await fillWithBands(db, bands, requestsPerRead)
  await db.end()
  console.log(`${bands} bands added in ${Math.round((performance.now() - began) / 1000)} s`)
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    members,
    feedOf: ({ membershipId }) => makeFeedToken(gaffer.deps.keys, { ownerId: membershipId, kind: 'full', version: 1 }),
    stop: () => gaffer.stop(),
  }
}

/**
 * Takes the best time of each request over all rounds: this excludes noise of the machine, but not a band that is always slow.
 * @param {string} name
 */
async function measure(name) {
  const best = { small: /** @type {number[]} */ ([]), large: /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    for (let one = 0; one < requestsPerRead; one += 1) {
      // In turns, so that load on the machine affects both.
      for (const [side, size] of /** @type {const} */ ([
        ['small', small],
        ['large', large],
      ])) {
        best[side][one] = Math.min(best[side][one] ?? Infinity, await timed(name, size, one))
      }
    }
  }
  for (const [figure, part] of /** @type {const} */ ([
    ['median', 0.5],
    ['p99', 0.99],
  ])) {
    const [large, small] = [percentile(best.large, part), percentile(best.small, part)]
    const value = `${large.toFixed(2)} ms, with ${smallSize} bands ${small.toFixed(2)} ms`
    report(`${name}: ${figure}`, value, { ratio: large / small, atMost: limit })
  }
}

/** @param {string} name @param {Size} size @param {number} one */
async function timed(name, size, one) {
  const member = /** @type {Member} */ (size.members[one % size.members.length])
  const { path, body } = /** @type {NonNullable<typeof reads[string]>} */ (reads[name])(member, size)
  const headers = { cookie: `gaffer_session=${member.cookie}`, 'accept-encoding': 'identity' }
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
function percentile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
