// The time until the first page of a chart is drawn from the device, as a ratio to 700 ms: at a quarter of the CPU, without a network.
//
//   npm run bench charts
//
// A PDF of ten pages in the set list of a gig is kept on the device. Each round opens the practice list and the song in a new page, waits 1.5 s,
// and clicks on the chart: the time is from the click to the frame after the first page is on the canvas. Starts its own server with the
// band of the journeys.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { chromium } from '@playwright/test'
import { createTextPdf } from '../../e2e/text-pdf.ts'
import { shorterInCheck } from './benchmark-server.mjs'
import { launchOptions, median, signInJourneyOwner, startJourneyServer } from './journey-browser.mjs'
import { report } from './report.mjs'

const rounds = shorterInCheck(5, 1)
const limitMs = 700
const cpuThrottlingRate = shorterInCheck(4, 1)
/** The wait before the click, in which a member would find the chart. */
const waitBeforeClickMs = 1500
const title = 'Song with a chart'
const chartName = 'Ten pages'

const server = await startJourneyServer()
const browser = await chromium.launch(launchOptions)
try {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
  await signInJourneyOwner(context, server.url)
  const setlistId = await addChart(context)
  await keepOnDevice(context, setlistId)
  await context.setOffline(true)
  const times = []
  for (let round = 0; round < rounds; round += 1) times.push(await timeFirstPage(context))
  const shownAfter = median(times)
  report('first page of ten, from the device, at 4 x CPU', `${shownAfter.toFixed(0)} ms`, {
    ratio: shownAfter / limitMs,
    atMost: 1,
  })
} finally {
  await browser.close()
  await server.stop()
}

/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */

/** Adds a song with the chart, in the set list of a gig. @param {BrowserContext} context @returns {Promise<string>} the id of the set list */
async function addChart({ request }) {
  const { bands } = await (await request.get(`${server.url}/api/me`)).json()
  const band = `${server.url}/api/bands/${bands[0].bandId}`
  const post = async (/** @type {string} */ path, /** @type {object} */ data) => {
    const reply = await request.post(band + path, { data })
    if (!reply.ok()) throw new Error(await reply.text())
    return reply.json()
  }
  const { id: songId } = await post('/songs', { title, artist: 'The Larches' })
  const bytes = createTextPdf(Array.from({ length: 10 }, (_, page) => `Page ${page + 1}`))
  const encode = (/** @type {string} */ text) => Buffer.from(text).toString('base64')
  const upload = await request.post(`${band}/uploads`, {
    data: bytes,
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${encode(`${chartName}.pdf`)},purpose ${encode('chart')}`,
    },
  })
  const uploadId = upload.headers()['location']?.split('/').at(-1)
  await post(`/songs/${songId}/charts`, { uploadId })
  const { id } = await post('/setlists', { name: 'Bench', items: [{ songId }] })
  const date = addDays(todayInLondon(new Date()), 3)
  await post('/events', { type: 'public_gig', date, venue: 'The Adelphi', setlistId: id })
  return id
}

/** @param {BrowserContext} context @param {string} setlistId */
async function keepOnDevice(context, setlistId) {
  const page = await context.newPage()
  await page.goto(`${server.url}/setlists/${setlistId}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.reload()
  await page.getByText('1 of 1 chart on this device').waitFor()
  // With these pages open once, the device has the responses that they need without a network.
  await openSong(page)
  await page.getByRole('link', { name: new RegExp(`^${chartName}`) }).click()
  await page.getByRole('figure').locator('canvas').first().waitFor()
  await page.waitForTimeout(1500)
  await page.close()
}

/** @param {import('@playwright/test').Page} page */
async function openSong(page) {
  await page.goto(`${server.url}/songs`)
  const row = page.getByRole('list', { name: 'Practice list' }).locator(':scope > li').filter({ hasText: title })
  await row.getByRole('heading').getByRole('button').click()
  await page.getByRole('link', { name: new RegExp(`^${chartName}`) }).waitFor()
}

/** Milliseconds from the click to the frame after the first page is drawn. @param {BrowserContext} context */
async function timeFirstPage(context) {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottlingRate })
  await openSong(page)
  await page.waitForTimeout(waitBeforeClickMs)
  // Starts before the click: injecting the script later would use CPU time while the page is measured.
  const drawn = page.evaluate(
    () =>
      /** @type {Promise<number>} */ (
        new Promise((resolve) => {
          addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true })
          /** @param {number} began */
          function look(began) {
            const canvas = document.querySelector('canvas')
            if (canvas && canvas.width > 0 && hasInk(canvas)) resolve(performance.now() - began)
            else requestAnimationFrame(() => look(began))
          }
          /** Whether a line of pixels through the words of the page has a dark one. @param {HTMLCanvasElement} canvas */
          function hasInk(canvas) {
            const line =
              canvas.getContext('2d')?.getImageData(0, Math.floor(canvas.height * 0.18), canvas.width, 1).data ?? []
            for (let at = 0; at < line.length; at += 4)
              if ((line[at] ?? 255) < 100 && (line[at + 3] ?? 0) > 200) return true
            return false
          }
        })
      ),
  )
  await page.getByRole('link', { name: new RegExp(`^${chartName}`) }).click()
  const drawnAfter = await drawn
  await page.close()
  return drawnAfter
}
