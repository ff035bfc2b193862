// Time of every read with 100,000 bands and a year of data of each, as a ratio to 100 bands.
//
//   npm run bench growth
//   npm run bench growth -- --bands 10000      (smaller: the default takes about half an hour and 40 GB of disk)
//   npm run bench growth -- --rounds 2 --reads /setlists      (fewer rounds; only the endpoints with this text in their path)
//
// Two servers, each with its own PostgreSQL, take turns with requests for random bands. Figures: ratios of the median and the
// 99th percentile. The value also has the pages of tables and indexes that the statements of a request touch, which does not depend on the
// load of the machine.

import { parseArgs } from 'node:util'
import { requestPath, selectReads } from './endpoint-reads.mjs'
import { bulkFill, perBand, perUser } from './many-bands.mjs'
import { pagesTouched } from './recorded-statements.mjs'
import { report } from './report.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const limit = 1.25
const smallSize = 100
const requestsPerRead = 300
/** Exports of everything: fewer requests, so that they do not take most of the time. */
const requestsPerExport = 100
const { values } = parseArgs({
  options: {
    bands: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    reads: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')
const { openMaintenancePool } = await server('platform/db/connection.ts')
const { findEmbeddedPostgres } = await server('platform/db/embedded-postgres.ts')
const { superuser } = await import('@gaffer/embedded-postgres/cluster')
const { makeAnswerToken } = await server('http/auth/answer-token.ts')
const { makeDepToken } = await server('http/auth/dep-token.ts')
const { makeFeedToken } = await server('http/auth/feed-token.ts')
const { makeSheetToken } = await server('http/auth/sheet-token.ts')
const { makeUnsubscribeToken } = await server('http/auth/unsubscribe-token.ts')
const { hashSecret } = await server('platform/keys.ts')

/** @typedef {import('./many-bands.mjs').FilledMember} Member */
/** @typedef {{ path: string, body?: object }} Request */
/** @typedef {{ url: string, gaffer: any, db: any, members: Member[], stop: () => Promise<void> }} Size */

const day = (/** @type {number} */ ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const range = `startDate=${day(90)}&endDate=${day(120)}`
const series = {
  event: { type: 'practice', date: day(90), location: 'Unit 4' },
  repeat: { every: 'week', until: day(174) },
}
console.log(`A band has ${JSON.stringify(perBand)}, a user ${JSON.stringify(perUser)}`)

const small = await startFilledServer(smallSize)
const large = await startFilledServer(Number(values.bands))
try {
  for (const [name, toRequest] of listReads()) if (name.includes(values.reads)) await measure(name, toRequest)
} finally {
  await small.stop()
  await large.stop()
}

/** Every GET endpoint that reads the database, and the POST endpoints that only read. @returns {Map<string, (one: Member, size: Size) => Request>} */
function listReads() {
  const gets = selectReads(small.gaffer.app.served).map((endpoint) => {
    const toRequest = (/** @type {Member} */ one, /** @type {Size} */ size) => ({
      path: requestPath(endpoint, { ...readValues(one, size), range, month: day(90).slice(0, 7) }),
    })
    return /** @type {const} */ ([endpoint.path, toRequest])
  })
  return new Map([
    ...gets,
    ['/feeds/:file, personal', (one, size) => ({ path: `/feeds/${feedToken(one.userId, 'personal', size)}.ics` })],
    [
      'POST /events/check-conflicts',
      ({ bandId }) => ({
        path: `/api/bands/${bandId}/events/check-conflicts`,
        body: { type: 'practice', date: day(100) },
      }),
    ],
    [
      'POST /event-series/check-conflicts',
      ({ bandId }) => ({ path: `/api/bands/${bandId}/event-series/check-conflicts`, body: series }),
    ],
  ])
}

/** @param {Member} one @param {Size} size @returns {Omit<import('./endpoint-reads.mjs').ReadValues, 'range' | 'month'>} */
function readValues(one, size) {
  const { keys } = size.gaffer.deps
  const { bandId, membershipId, gigId: eventId, linkId, setlistId } = one
  const answer = makeAnswerToken(keys, { membershipId, eventId })
  const dep = makeDepToken(keys, one.askId)
  return {
    params: { bandId, memberId: membershipId, eventId, setlistId },
    practiceId: one.practiceId,
    tokens: {
      invites: one.invitation,
      'answer-links': answer,
      answer,
      'dep-links': dep,
      dep,
      sheets: makeSheetToken(keys, { bandId, eventId, linkId }),
      unsubscribe: makeUnsubscribeToken(keys, { userId: one.userId, group: 'reminders' }),
    },
    files: { feeds: `${feedToken(membershipId, 'full', size)}.ics`, images: `${one.imageId}.webp` },
  }
}

/** @param {string} ownerId @param {'full' | 'personal'} kind @param {Size} size @returns {string} */
function feedToken(ownerId, kind, { gaffer }) {
  return makeFeedToken(gaffer.deps.keys, { ownerId, kind, version: 1 })
}

/** @param {number} bands @returns {Promise<Size>} */
async function startFilledServer(bands) {
  const dataDir = temporaryFolder('gaffer-bench-')
  const gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }))
  const began = performance.now()
  const db = openMaintenancePool({ ...(await findEmbeddedPostgres(dataDir)), user: superuser })
  const members = await bulkFill(db, bands, requestsPerRead)
  for (const { askId } of members)
    await db`update dep_asks set token_hash = ${hashSecret(makeDepToken(gaffer.deps.keys, askId))} where id = ${askId}`
  const [{ size }] = await db`select pg_size_pretty(pg_database_size(current_database())) as size`
  console.log(`${bands} bands added in ${Math.round((performance.now() - began) / 1000)} s, ${size}`)
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await db.end()
    await gaffer.stop()
  }
  return { url, gaffer, db, members, stop }
}

/**
 * Takes the best time of each request over all rounds: this excludes noise of the machine, but not a band that is always slow.
 * @param {string} name @param {(one: Member, size: Size) => Request} toRequest
 */
async function measure(name, toRequest) {
  const best = { small: /** @type {number[]} */ ([]), large: /** @type {number[]} */ ([]) }
  const count = name.endsWith('/export') ? requestsPerExport : requestsPerRead
  for (let round = 0; round < rounds; round += 1) {
    for (let one = 0; one < count; one += 1) {
      // In turns, so that load on the machine affects both.
      for (const [side, size] of /** @type {const} */ ([
        ['small', small],
        ['large', large],
      ])) {
        best[side][one] = Math.min(best[side][one] ?? Infinity, await timed(toRequest, size, one))
      }
    }
  }
  const pages = { small: await pagesOf(toRequest, small), large: await pagesOf(toRequest, large) }
  for (const [figure, part] of /** @type {const} */ ([
    ['median', 0.5],
    ['p99', 0.99],
  ])) {
    const [large, small] = [percentile(best.large, part), percentile(best.small, part)]
    const value = `${large.toFixed(2)} ms, ${pages.large} pages; with ${smallSize} bands ${small.toFixed(2)} ms, ${pages.small} pages`
    report(`${name}: ${figure}`, value, { ratio: large / small, atMost: limit })
  }
}

/** @param {(one: Member, size: Size) => Request} toRequest @param {Size} size */
async function pagesOf(toRequest, size) {
  return pagesTouched(
    size.db,
    size.members.slice(0, 20).map((_, one) => () => timed(toRequest, size, one)),
  )
}

/** @param {(one: Member, size: Size) => Request} toRequest @param {Size} size @param {number} one */
async function timed(toRequest, size, one) {
  const member = /** @type {Member} */ (size.members[one % size.members.length])
  const { path, body } = toRequest(member, size)
  const headers = { cookie: `gaffer_session=${member.cookie}`, 'accept-encoding': 'identity' }
  const began = performance.now()
  const answer = await fetch(size.url + path, {
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  const milliseconds = performance.now() - began
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text}`)
  return milliseconds
}

/** @param {number[]} values @param {number} part */
function percentile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
