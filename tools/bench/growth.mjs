// Time of every read with 100,000 bands and a year of data of each, as a ratio to 100 bands.
//
//   npm run bench growth
//   npm run bench growth -- --bands 10000      (smaller: the default takes about half an hour and 40 GB of disk)
//   npm run bench growth -- --rounds 2 --reads /setlists      (fewer rounds; only the endpoints with this text in their path)
//   npm run bench growth -- --data DIR      (keeps the filled databases in DIR; on the same day the next run measures them again)
//
// Two servers, each with its own PostgreSQL, take turns with requests for 100 random bands. Each request is sent twice in a row, and the
// second is measured: its pages are in PostgreSQL's memory with both sizes, as when a member opens one view after another. Figures: ratios
// of the median and the 99th percentile. The first reads of a band are for information: with 100 bands all their pages are in memory,
// with 100,000 bands none, so that their ratio depends on the memory and the disk of the machine. The value also has the pages of tables
// and indexes that the statements of a request touch, which does not depend on the load of the machine.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addTimeDefaults, isCheck, readBenchmarkConfig, shorterInCheck, startServer } from './benchmark-server.mjs'
import { buildRequestPath, selectReadEndpoints } from './endpoint-reads.mjs'
import { bulkFillWithBands, rowsPerBand, rowsPerUser, sampleMembers } from './many-bands.mjs'
import { measureMedianPagesPerRequest } from './recorded-statements.mjs'
import { report } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const limitRatio = 1.25
const smallSize = shorterInCheck(100, 2)
const requestsPerRead = shorterInCheck(300, 1)
/** An export reads everything: with fewer requests, exports do not take most of the time. */
const requestsPerExport = shorterInCheck(100, 1)
const { values } = parseArgs({
  options: {
    bands: { type: 'string', default: shorterInCheck('100000', '3') },
    rounds: { type: 'string', default: shorterInCheck('5', '1') },
    reads: { type: 'string', default: '' },
    data: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const folder = values.data ?? createTemporaryFolder('gaffer-bench-')

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { startGaffer } = await importServerModule('start.ts')
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { getEmbeddedDatabaseAddress } = await importServerModule('platform/db/embedded-postgres.ts')
const { superuserRole } = await import('@gaffer/embedded-postgres/cluster')
const { hashSecret } = await importServerModule('platform/keys.ts')

/** @typedef {import('./many-bands.mjs').FilledMember} Member */
/** @typedef {{ path: string, body?: object }} Request */
/** @typedef {{ url: string, gaffer: any, db: any, members: Member[], stop: () => Promise<void> }} FilledServer */

const dateAhead = (/** @type {number} */ ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const rangeQuery = `startDate=${dateAhead(90)}&endDate=${dateAhead(120)}`
const series = {
  event: { type: 'practice', date: dateAhead(90), location: 'Unit 4' },
  repeat: { every: 'week', until: dateAhead(174) },
}
console.log(`A band has ${JSON.stringify(rowsPerBand)}, a user ${JSON.stringify(rowsPerUser)}`)

const small = await startFilledServer(smallSize)
const large = await startFilledServer(Number(values.bands))
try {
  for (const [name, toRequest] of listReads()) if (name.includes(values.reads)) await measureRead(name, toRequest)
} finally {
  await small.stop()
  await large.stop()
}

/**
 * Every GET endpoint that reads the database, and the POST endpoints that only read.
 * @returns {Map<string, (one: Member, size: FilledServer) => Request>}
 */
function listReads() {
  const gets = selectReadEndpoints(small.gaffer.app.served).map((endpoint) => {
    const toRequest = (/** @type {Member} */ one, /** @type {FilledServer} */ size) => ({
      path: buildRequestPath(endpoint, { ...readValues(one, size), rangeQuery, month: dateAhead(90).slice(0, 7) }),
    })
    return /** @type {const} */ ([endpoint.path, toRequest])
  })
  return new Map([
    ...gets,
    ['/feeds/:file, personal', (one, size) => ({ path: `/feeds/${signFeedToken(one.userId, 'personal', size)}.ics` })],
    [
      'POST /events/check-conflicts',
      ({ bandId }) => ({
        path: `/api/bands/${bandId}/events/check-conflicts`,
        body: { type: 'practice', date: dateAhead(100) },
      }),
    ],
    [
      'POST /event-series/check-conflicts',
      ({ bandId }) => ({ path: `/api/bands/${bandId}/event-series/check-conflicts`, body: series }),
    ],
  ])
}

/** @param {Member} one @param {FilledServer} size @returns {Omit<import('./endpoint-reads.mjs').ReadValues, 'rangeQuery' | 'month'>} */
function readValues(one, size) {
  const { links } = size.gaffer.services
  const { bandId, membershipId, gigId: eventId, linkId, setlistId, songId, chartId, recordingId } = one
  const answer = links.signLink('answer', [membershipId, eventId])
  const dep = links.signDepLink(one.askId).token
  return {
    params: { bandId, memberId: membershipId, eventId, setlistId, songId, chartId, recordingId, optionGroupId: bandId },
    practiceId: one.practiceId,
    announcedId: one.announcedId,
    tokens: {
      invites: one.invitation,
      'answer-links': answer,
      answer,
      'dep-links': dep,
      dep,
      sheets: links.signLink('sheet', [bandId, eventId], { expiresAt: null, boundTo: linkId }),
      unsubscribe: links.signLink('unsubscribe', [one.userId], { boundTo: 'reminders' }),
    },
    files: { feeds: `${signFeedToken(membershipId, 'full', size)}.ics`, images: `${one.imageId}.webp` },
  }
}

/** @param {string} subscriberId @param {'full' | 'personal'} kind @param {FilledServer} size @returns {string} */
function signFeedToken(subscriberId, kind, { gaffer }) {
  return gaffer.services.links.signFeed({ subscriberId, kind, version: 1 })
}

/** @param {number} bands @returns {Promise<FilledServer>} */
async function startFilledServer(bands) {
  const dataDir = join(folder, `${bands}-bands`)
  const filledMarkerPath = join(dataDir, 'is-filled')
  const isFilled = existsSync(filledMarkerPath)
  // An interrupted fill is started again.
  if (!isFilled) rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const { gaffer, superuser, stop: stopServer } = isCheck ? await startServer() : await startOnFolder(dataDir)
  const db = openMaintenancePool(superuser)
  const began = performance.now()
  if (!isFilled) {
    await addTimeDefaults(db)
    await bulkFillWithBands(db, bands, 0)
  }
  writeFileSync(filledMarkerPath, '')
  const [{ size }] = await db`select pg_size_pretty(pg_database_size(current_database())) as size`
  console.log(`${bands} bands, ${size}, ready after ${Math.round((performance.now() - began) / 1000)} s`)
  const members = await sampleMembers(db, smallSize, smallSize)
  for (const { askId } of members)
    await db`update dep_asks set token_hash = ${hashSecret(gaffer.services.links.signDepLink(askId).token)} where id = ${askId}`
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await db.end()
    await stopServer()
  }
  return { url, gaffer, db, members, stop }
}

/** @param {string} dataDir */
async function startOnFolder(dataDir) {
  const gaffer = await startGaffer(readBenchmarkConfig({ DATA_DIR: dataDir }))
  const superuser = { ...(await getEmbeddedDatabaseAddress(dataDir)), user: superuserRole }
  return { gaffer, superuser, stop: () => gaffer.stop() }
}

/** @typedef {{ size: FilledServer, first: number[], repeated: number[] }} Times milliseconds */

/**
 * Measures the same number of bands in both databases. The time of a repeated read is the best one over all rounds: this excludes noise of the
 * machine, but not a band that is always slow.
 * @param {string} name @param {(one: Member, size: FilledServer) => Request} toRequest
 */
async function measureRead(name, toRequest) {
  const ofSmall = /** @type {Times} */ ({ size: small, first: [], repeated: [] })
  const ofLarge = /** @type {Times} */ ({ size: large, first: [], repeated: [] })
  const count = name.endsWith('/export') ? requestsPerExport : requestsPerRead
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < count; index += 1) {
      // The servers take turns, so that load on the machine affects the times of both.
      for (const { size, first, repeated } of round % 2 === 0 ? [ofSmall, ofLarge] : [ofLarge, ofSmall]) {
        const time = await timeRequest(toRequest, size, index)
        if (round === 0 && index < smallSize) first.push(time)
        repeated[index] = Math.min(repeated[index] ?? Infinity, await timeRequest(toRequest, size, index))
      }
    }
  }
  const pages = { small: await measurePages(toRequest, small), large: await measurePages(toRequest, large) }
  compare('median', 'repeated', 0.5, { atMost: limitRatio })
  compare('p99', 'repeated', 0.99, { atMost: limitRatio })
  compare('median of first reads', 'first', 0.5)

  /** @param {string} figure @param {'first' | 'repeated'} reads @param {number} part @param {{ atMost?: number }} [limits] */
  function compare(figure, reads, part, limits) {
    const [large, small] = [percentile(ofLarge[reads], part), percentile(ofSmall[reads], part)]
    const value = `${large.toFixed(2)} ms, ${pages.large} pages; with ${smallSize} bands ${small.toFixed(2)} ms, ${pages.small} pages`
    report(`${name}: ${figure}`, value, { ratio: large / small, ...limits })
  }
}

/** @param {(one: Member, size: FilledServer) => Request} toRequest @param {FilledServer} size */
async function measurePages(toRequest, size) {
  return measureMedianPagesPerRequest(
    size.db,
    size.members.slice(0, shorterInCheck(20, 1)).map((_, one) => () => timeRequest(toRequest, size, one)),
  )
}

/** @param {(one: Member, size: FilledServer) => Request} toRequest @param {FilledServer} size @param {number} one */
async function timeRequest(toRequest, size, one) {
  const member = /** @type {Member} */ (size.members[one % smallSize])
  const { path, body } = toRequest(member, size)
  const headers = { cookie: `gaffer_session=${member.cookie}`, 'accept-encoding': 'identity' }
  const began = performance.now()
  const response = await fetch(size.url + path, {
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const milliseconds = performance.now() - began
  if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${text}`)
  return milliseconds
}

/** @param {number[]} values @param {number} part */
function percentile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
