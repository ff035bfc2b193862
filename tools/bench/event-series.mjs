// Time to add a weekly series of a year, as a ratio to the time to add one event. Both times are medians.
//
//   npm run bench event-series

import { randomUUID } from 'node:crypto'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { fillWithBands } from './many-bands.mjs'
import { report } from './report.mjs'

const limitRatio = 3
const bandCount = shorterInCheck(200, 2)

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')

const event = { type: 'practice', date: '2027-01-07', startTime: '19:00', endTime: '22:00', location: 'Unit 4' }
const datesOfSeries = 53

const { gaffer, address, stop } = await startServer()
try {
  const db = openMaintenancePool(address)
  const members = await fillWithBands(db, bandCount, bandCount)
  await db.end()
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const times = { one: /** @type {number[]} */ ([]), series: /** @type {number[]} */ ([]) }
  for (const { bandId, cookie } of members) {
    const band = `${url}/api/bands/${bandId}`
    times.one.push(await timeRequest(`${band}/events`, cookie, event))
    const series = { event, repeat: { every: 'week', until: '2028-01-07' } }
    times.series.push(await timeRequest(`${band}/event-series`, cookie, series))
  }
  const [one, series] = [median(times.one), median(times.series)]
  report(`a series of ${datesOfSeries} dates beside one event`, `${series.toFixed(2)} ms, one ${one.toFixed(2)} ms`, {
    ratio: series / one,
    atMost: limitRatio,
  })
} finally {
  await stop()
}

/** @param {string} url @param {string} cookie @param {object} body */
async function timeRequest(url, cookie, body) {
  const headers = {
    cookie: `gaffer_session=${cookie}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'accept-encoding': 'identity',
  }
  const began = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  const milliseconds = performance.now() - began
  if (response.status !== 201) throw new Error(`${url} answered ${response.status} ${text}`)
  return milliseconds
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
