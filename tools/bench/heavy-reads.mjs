// Longest event-loop delay of one heavy read of each kind, and time of another band's GET /api/me beside eight exports.
//
//   npm run bench heavy-reads
//
// A band has the maximum number of events, with long notes. GET /api/me is compared with the same request alone.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { shorterInCheck } from './benchmark-server.mjs'
import { median } from './load.mjs'
import { report } from './report.mjs'

const delayLimitMs = 50
const slowdownLimit = 4
const rounds = shorterInCheck(5, 1)
const exportsAtOnce = 8
const requestsPerRound = shorterInCheck(60, 2)

const child = fork(new URL('heavy-server.mjs', import.meta.url))
child.once('exit', (code) => code && process.exit(1))
/** @type {{ url: string, bandId: string, readers: string[], other: string, feed: string }} */
const { url, bandId, readers, other, feed } = (await once(child, 'message'))[0]
const agent = new Agent({ keepAlive: true })
const calendarPath = `/api/bands/${bandId}/calendar`
const exportPath = `${calendarPath}/export/ical?includePrivate=true`
const today = Date.now()
const dateAhead = (/** @type {number} */ ahead) => new Date(today + ahead * 86_400_000).toISOString().slice(0, 10)

try {
  const [reader = ''] = readers
  const kinds = {
    export: exportPath,
    feed: `/feeds/${feed}.ics`,
    'full data': '/api/me/export',
    calendar: `${calendarPath}?startDate=${dateAhead(0)}&endDate=${dateAhead(380)}`,
  }
  for (const [kind, path] of Object.entries(kinds)) {
    const longest = await measureLongestDelay(() => read(path, reader))
    const value = `${longest.toFixed(1)} ms, limit ${delayLimitMs} ms`
    report(`${kind}: longest event-loop delay`, value, { ratio: longest / delayLimitMs, atMost: 1 })
  }
  /** @type {{ alone: number[], beside: number[] }} */
  const times = { alone: [], beside: [] }
  // The two measurements take turns, so that load on the machine affects both.
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(...(await measureMe()))
    const stopping = new AbortController()
    const busy = Array.from({ length: exportsAtOnce }, async (_, index) => {
      while (!stopping.signal.aborted) await read(exportPath, readers[index % readers.length] ?? '')
    })
    times.beside.push(...(await measureMe()))
    stopping.abort()
    await Promise.all(busy)
  }
  const [alone, beside] = [median(times.alone), median(times.beside)]
  report(
    `GET /api/me of another band beside ${exportsAtOnce} exports`,
    `${beside.toFixed(2)} ms, alone ${alone.toFixed(2)} ms`,
    {
      ratio: beside / alone,
      atMost: slowdownLimit,
    },
  )
} finally {
  agent.destroy()
  child.disconnect()
}

/**
 * The longest event-loop delay of a read, in ms: the minimum over several rounds, which excludes noise of the machine.
 * @param {() => Promise<void>} readOnce
 */
async function measureLongestDelay(readOnce) {
  const longest = []
  for (let round = 0; round < rounds; round += 1) {
    child.send('begin')
    await readOnce()
    child.send('end')
    longest.push(/** @type {{ longestMs: number }} */ ((await once(child, 'message'))[0]).longestMs)
  }
  return Math.min(...longest)
}

async function measureMe() {
  const times = []
  for (let index = 0; index < requestsPerRound; index += 1) {
    const began = performance.now()
    await read('/api/me', other)
    times.push(performance.now() - began)
  }
  return times
}

/** @param {string} path @param {string} cookie @returns {Promise<void>} after the complete response */
function read(path, cookie) {
  const headers = { cookie: `gaffer_session=${cookie}`, 'accept-encoding': 'gzip, br' }
  return new Promise((resolve, reject) => {
    const request = get(url + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
