// The time until pages that were read before show their content, after a restart of the browser, as a ratio to one second: without a server,
// and at a quarter of the CPU with every response of the API 3 s late.
//
//   npm run bench offline
//
// Reads the dashboard, the calendar and the practice list once, and opens each page in a new browser with the same profile and
// no HTTP cache. The event's page is opened for the first time: the app has prefetched its data. Starts its own server with the band of the journeys.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { chromium } from '@playwright/test'
import { startFaultProxy } from '../../e2e/fault-proxy.ts'
import { shorterInCheck } from './benchmark-server.mjs'
import { launchOptions, median, signInJourneyOwner, startJourneyServer } from './journey-browser.mjs'
import { report } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const rounds = shorterInCheck(5, 1)
const limitMs = 1000

const responseDelayMs = shorterInCheck(3000, 100)
const cpuThrottlingRate = shorterInCheck(4, 1)

const folder = createTemporaryFolder('gaffer-bench-')
const server = await startJourneyServer()
const proxy = await startFaultProxy(server.url)
try {
  const pages = await openPagesOnce(proxy.url)
  proxy.setReadFault({ arrives: () => sleep(responseDelayMs) })
  await measurePages(pages, 'content at a quarter of the CPU, answers 3 s late', cpuThrottlingRate)
  await server.stop()
  proxy.stop()
  await measurePages(pages, 'content without a server', 1)
} finally {
  await server.stop()
  proxy.stop()
}

/** @param {{ path: string, content: string }[]} pages @param {string} what @param {number} cpuRate */
async function measurePages(pages, what, cpuRate) {
  for (const { path, content } of pages.slice(0, shorterInCheck(pages.length, 1))) {
    const times = []
    for (let round = 0; round < rounds; round++) times.push(await measureMsUntil(path, content, cpuRate))
    const shownAfter = median(times)
    const name = new URL(path).pathname.replace(/[0-9a-f-]{36}/g, '…')
    report(`${name}: ${what}`, `${shownAfter.toFixed(0)} ms`, { ratio: shownAfter / limitMs, atMost: 1 })
  }
}

function launchBrowser() {
  return chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: launchOptions.executablePath,
    viewport: { width: 390, height: 844 },
    args: [...launchOptions.args, '--disk-cache-size=1'],
  })
}

/** @param {string} url */
async function openPagesOnce(url) {
  const context = await launchBrowser()
  await signInJourneyOwner(context, url)
  const { request } = context
  const today = todayInLondon(new Date())
  const rangeQuery = `startDate=${today}&endDate=${addDays(today, 14)}`
  /** @type {{ id: string, bandId: string | null, type: string, title: string }[]} */
  const events = await (await request.get(`${url}/api/me/events?${rangeQuery}`)).json()
  const event = events.find(({ bandId, title }) => bandId !== null && title)
  if (!event) throw new Error('The demo band has no event with a title in the next 14 days')
  const [song] = await (await request.get(`${url}/api/bands/${event.bandId}/songs`)).json()
  const page = await context.newPage()
  for (const path of ['/dashboard', '/dashboard', '/calendar', '/songs']) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  }
  const eventPath = `/bands/${event.bandId}/events/${event.id}`
  for (let waited = 0; !(await areAnswersStored(page, event.id)); waited += 200) {
    if (waited > 20_000) throw new Error('The next event was not stored')
    await sleep(200)
  }
  await context.close()
  return [
    { path: `${url}/dashboard`, content: 'Upcoming Events' },
    { path: `${url}/calendar`, content: event.title },
    { path: `${url}/songs`, content: song.title },
    { path: url + eventPath, content: 'Open in Maps' },
  ]
}

/** Whether the answers to the event are stored. @param {import('playwright-core').Page} page @param {string} eventId */
function areAnswersStored(page, eventId) {
  return page.evaluate(
    (eventId) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('gaffer-queries')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('queries').objectStore('queries').getAllKeys()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result.some((key) => String(key).includes('/answers') && String(key).includes(eventId)))
          })
        })
      }),
    eventId,
  )
}

/** Milliseconds from the start of the navigation until `content` is on the page. @param {string} address @param {string} content @param {number} cpuRate */
async function measureMsUntil(address, content, cpuRate) {
  const context = await launchBrowser()
  const page = await context.newPage()
  await page.addInitScript((text) => {
    const look = () => {
      // `innerText` would lay the page out in each frame, a tenth of the time that is measured.
      if (!document.querySelector('main')?.textContent?.includes(text)) requestAnimationFrame(look)
      else Object.assign(globalThis, { shownAt: performance.now() })
    }
    look()
  }, content)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  await page.goto(address, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => /** @type {{ shownAt?: number }} */ (globalThis).shownAt)
  const shownAt = Number(await shown.jsonValue())
  await context.close()
  return shownAt
}
