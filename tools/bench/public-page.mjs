// Public pages per second to eight clients that accept the encodings of browsers, and the API's reads beside visitors.
//
//   npm run bench public-page
//
// The baseline is a bare Fastify route that sends as many bytes. The calendar of a member is read alone, and beside visitors who load
// a page every 20 ms on eight connections.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { shorterInCheck } from './benchmark-server.mjs'
import { measureResponsesPerSecond, median } from './load.mjs'
import { report } from './report.mjs'

const minPagesPerSecond = 3000
const minBareRatio = 0.3
const minReadsRatio = 0.8
const size = { clients: 8, seconds: shorterInCheck(2, 0.05) }
const rounds = shorterInCheck(7, 1)
const pauseMs = 20

const child = fork(new URL('public-page-server.mjs', import.meta.url))
child.once('exit', (code) => code && process.exit(1))
try {
  const [{ page, bare, calendar, cookie, sizes }] = await once(child, 'message')
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const requests = {
    page: { url: page, headers, status: 200 },
    feed: { url: `${page}.ics`, headers, status: 200 },
    bare: { url: bare, status: 200 },
    calendar: { url: calendar, headers: { ...headers, cookie: `gaffer_session=${cookie}` }, status: 200 },
  }
  console.log(`${(sizes.html / 1000).toFixed(1)} kB, compressed ${(sizes.compressed / 1000).toFixed(1)} kB`)
  const rates = {
    page: createNumberList(),
    feed: createNumberList(),
    bare: createNumberList(),
    alone: createNumberList(),
    beside: createNumberList(),
    visitors: createNumberList(),
  }
  await measureResponsesPerSecond(requests.page, size)
  // The requests take turns, so that load on the machine affects the rates of all.
  for (let round = 0; round < rounds; round += 1) {
    rates.page.push(await measureResponsesPerSecond(requests.page, size))
    rates.bare.push(await measureResponsesPerSecond(requests.bare, size))
    rates.feed.push(await measureResponsesPerSecond(requests.feed, size))
    rates.alone.push(await measureResponsesPerSecond(requests.calendar, size))
    const [visitors = 0, beside = 0] = await Promise.all([
      measureResponsesPerSecond(requests.page, { ...size, pauseMs }),
      measureResponsesPerSecond(requests.calendar, size),
    ])
    rates.visitors.push(visitors)
    rates.beside.push(beside)
  }
  const computeRatio = (/** @type {number[]} */ ours, /** @type {number[]} */ theirs) =>
    median(ours.map((rate, at) => rate / (theirs[at] ?? 0)))
  const pages = Math.round(median(rates.page))
  report('public page', `${pages}/s, wanted ${minPagesPerSecond}/s`, {
    ratio: pages / minPagesPerSecond,
    atLeast: 1,
  })
  report('public page to a bare route of its bytes', `${pages}/s, bare ${Math.round(median(rates.bare))}/s`, {
    ratio: computeRatio(rates.page, rates.bare),
    atLeast: minBareRatio,
  })
  const feed = computeRatio(rates.feed, rates.page)
  report('its calendar feed to the page', `${Math.round(median(rates.feed))}/s`, { ratio: feed, atLeast: 0.8 })
  const [beside, alone, visitors] = [rates.beside, rates.alone, rates.visitors].map((all) => Math.round(median(all)))
  report(`calendar beside ${visitors} pages a second`, `${beside}/s, alone ${alone}/s`, {
    ratio: computeRatio(rates.beside, rates.alone),
    atLeast: minReadsRatio,
  })
} finally {
  child.disconnect()
}

/** @returns {number[]} */
function createNumberList() {
  return []
}
