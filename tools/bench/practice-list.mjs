// Main-thread time of a practice list of 300 songs: per frame of scrolling, per tap, and per new order.
//
//   npm run bench practice-list
//
// A band of eight, on a phone's screen with four times CPU throttling. Counts thread time, which does not depend on the load of
// the machine. The benchmark fulfils the API requests itself, so that no server is measured.

import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { isCheck, shorterInCheck } from './benchmark-server.mjs'
import { launchOptions, median } from './journey-browser.mjs'
import { readMetricMs, phoneContextOptions, throttleCpu, measureWorkUntilPaint } from './event-timing.mjs'
import { report } from './report.mjs'

const songCount = shorterInCheck(300, 20)
const memberCount = 8
const tapCount = shorterInCheck(12, 1)
const frameMs = 1000 / 60
const tapLimitMs = 100
const animationMs = 220
/** The wait for the response to a tap, and then (`reorderMs`) the longest wait for the new order. */
const responseMs = shorterInCheck(300, 20)
const reorderMs = shorterInCheck(900, 20)

const { ensurePagesBuilt } = await import('../../scripts/setup/build-pages.mjs')
await ensurePagesBuilt()
const { default: fastify } = await import('fastify')
const { registerWebApp } = await import(new URL('../../server/src/http/pages/pages.ts', import.meta.url).href)
const app = fastify()
await registerWebApp(app, new URL('../../web/dist', import.meta.url).pathname)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const url = `http://localhost:${typeof address === 'object' ? address?.port : 0}`
const browser = await chromium.launch(launchOptions)
try {
  await measureList()
} finally {
  await browser.close()
  await app.close()
}

async function measureList() {
  const page = await browser.newPage(phoneContextOptions)
  await fulfilRequests(page)
  await page.goto(`${url}/songs`)
  await page
    .locator('[data-row]')
    .nth(songCount - 1)
    .waitFor({ state: 'attached' })
  const session = await throttleCpu(page)

  const frame = await measureScrolling(page, session)
  const { tapMs, reorderedMs } = await measureTaps(page, session)
  for (const [figure, ms, limit] of /** @type {const} */ ([
    ['a frame of scrolling', frame, frameMs],
    ['from a tap to its paint', tapMs, tapLimitMs],
    ['a new order, during its animation', reorderedMs, animationMs],
  ])) {
    report(figure, `${ms.toFixed(1)} ms, limit ${limit.toFixed(1)} ms`, { ratio: ms / limit, atMost: 1 })
  }
}

/** @typedef {import('@playwright/test').CDPSession} Session @typedef {import('@playwright/test').Page} Page */

/** Main-thread milliseconds for one frame of a long scroll. @param {Page} page @param {Session} session */
async function measureScrolling(page, session) {
  const before = await readMetricMs(session, 'TaskDuration')
  const began = performance.now()
  await session.send('Input.synthesizeScrollGesture', {
    x: 100,
    y: 700,
    yDistance: shorterInCheck(-12_000, -800),
    speed: 4000,
    gestureSourceType: 'touch',
  })
  const frames = (performance.now() - began) / frameMs
  const work = (await readMetricMs(session, 'TaskDuration')) - before
  await page.evaluate(() => scrollTo(0, 0))
  return work / frames
}

/** Median main-thread milliseconds up to a tap's paint, and for a new order. @param {Page} page @param {Session} session */
async function measureTaps(page, session) {
  const tapTimes = []
  const reorderTimes = []
  for (let at = 0; at < tapCount; at++) {
    // Finds the button by its position: a role locator over 300 rows would dominate the measurement.
    const box = await page.locator('[data-row] > div > button').nth(3).boundingBox()
    if (!box) throw new Error('The list has no readiness button')
    tapTimes.push(await measureWorkUntilPaint({ page, session }, () => page.touchscreen.tap(box.x + 20, box.y + 20)))
    await sleep(responseMs)
    const workBefore = await readMetricMs(session, 'TaskDuration')
    const orderBefore = await readOrder(page)
    await sleep(reorderMs + animationMs)
    if ((await readOrder(page)) !== orderBefore)
      reorderTimes.push((await readMetricMs(session, 'TaskDuration')) - workBefore)
  }
  if (!isCheck && reorderTimes.length < tapCount / 3)
    throw new Error('The order changed after fewer than a third of the taps')
  return { tapMs: median(tapTimes), reorderedMs: median(reorderTimes) }
}

/** @param {Page} page */
function readOrder(page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-row]')]
    return rows.map((row) => row.getAttribute('data-row')).join()
  })
}

/** @param {Page} page */
async function fulfilRequests(page) {
  const uuidOf = (/** @type {number} */ at) => `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`
  const createdAt = '2026-01-01T00:00:00.000Z'
  const band = { id: uuidOf(1), name: 'The Big Band', avatarUrl: null, allowedEventTypes: ['practice'], version: 1 }
  const withoutSpotify = { spotifyId: null, spotifyUrl: null, imageUrl: null, previewUrl: null }
  const profile = { displayName: 'Mags', color: '#9333ea', icon: 'guitar', avatarUrl: null, role: 'Guitar' }
  const membership = { access: 'member', status: 'active', permissions: [], joinedAt: createdAt, user: null }
  const members = Array.from({ length: memberCount }, (_, at) =>
    Object.assign({ id: uuidOf(100 + at), bandId: band.id, userId: uuidOf(200 + at) }, profile, membership),
  )
  const user = { id: uuidOf(200), displayName: 'Mags', profileCompleted: true }
  const statuses = ['red', 'amber', 'green']
  const songs = Array.from({ length: songCount }, (_, at) => ({
    ...withoutSpotify,
    id: uuidOf(1000 + at),
    bandId: band.id,
    title: `Song number ${at}`,
    artist: 'The Larches',
    album: 'An album',
    addedByMembershipId: uuidOf(100),
    durationSeconds: 180,
    key: 'E',
    tempo: 120,
    note: null,
    lastPractisedAt: at % 2 === 0 ? createdAt : null,
    readiness: members.map(({ id }, who) => ({ membershipId: id, status: statuses[(at * 7 + who * who) % 3] })),
    vetos: at % 30 === 0 ? [{ membershipId: uuidOf(101) }] : [],
    createdAt,
  }))
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    const song = songs.find(({ id }) => path.includes(id))
    if (song) {
      const update = route.request().postDataJSON()
      song.readiness = song.readiness.map((one) => (one.membershipId === update.membershipId ? update : one))
      return route.fulfill({ json: song })
    }
    if (path.endsWith('/songs')) return route.fulfill({ json: songs })
    if (path.endsWith('/members')) return route.fulfill({ json: members })
    if (path === '/api/me') return route.fulfill({ json: { user, bands: [{ ...members[0], band }] } })
    return route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found' } })
  })
}
