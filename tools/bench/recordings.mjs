// Time until a recording of 90 minutes plays, and until it plays from another place.
//
//   npm run bench recordings
//
// A WebM file of 86 MB, as a browser records it, uploaded to the server and played by Chromium. Each start is that of a new page.

import { randomUUID } from 'node:crypto'
import { chromium } from '@playwright/test'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { launchOptions, median } from './journey-browser.mjs'
import { report } from './report.mjs'

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')
const { createLongWebm } = await importServerModule('testing/long-webm.ts')

const recordingSeconds = shorterInCheck(90 * 60, 30)
const startCount = shorterInCheck(5, 1)
/** Places to seek to, as parts of the length, in both directions. */
const places = shorterInCheck([0.5, 0.9, 0.1, 0.7, 0.3, 0.99, 0.01], [0.5])
const limits = { startMs: 1000, seekMs: 300 }
const pieceBytes = 4 * 1024 * 1024

const { gaffer, stop } = await startServer()
const browser = await chromium.launch({
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--autoplay-policy=no-user-gesture-required'],
})
try {
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const { cookie, bandId } = await addBand()
  const address = await addRecording(`${url}/api/bands/${bandId}`, cookie)
  /** `seek` has the times for each of `places`. */
  const times = { start: /** @type {number[]} */ ([]), seek: places.map(() => /** @type {number[]} */ ([])) }
  for (let round = 0; round < startCount; round += 1) {
    const { startMs, seekMs } = await measureStartAndSeeks(url, cookie, address)
    times.start.push(startMs)
    for (const [at, ms] of seekMs.entries()) times.seek[at]?.push(ms)
  }
  const start = median(times.start)
  const medians = times.seek.map(median)
  const worst = Math.max(...medians)
  console.log(`seeks: ${medians.map((ms, at) => `to ${places[at]} ${ms.toFixed(0)} ms`).join(', ')}`)
  report('until it plays', `${start.toFixed(0)} ms, limit ${limits.startMs} ms`, {
    ratio: start / limits.startMs,
    atMost: 1,
  })
  report('until the slowest of the other places plays', `${worst.toFixed(0)} ms, limit ${limits.seekMs} ms`, {
    ratio: worst / limits.seekMs,
    atMost: 1,
  })
} finally {
  await browser.close()
  await stop()
}

/** @param {string} url @param {string} cookie @param {string} address of the file @returns {Promise<{ startMs: number, seekMs: number[] }>} */
async function measureStartAndSeeks(url, cookie, address) {
  const context = await browser.newContext()
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  try {
    return await page.evaluate(
      async ({ source, shares }) => {
        const audio = new Audio()
        /** @param {string} event */
        const waitForEvent = (event) =>
          new Promise((resolve, reject) => {
            audio.addEventListener(event, resolve, { once: true })
            audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true })
          })
        const began = performance.now()
        audio.src = source
        await Promise.all([waitForEvent('playing'), audio.play()])
        const startMs = performance.now() - began
        const seekMs = []
        for (const share of shares) {
          const from = performance.now()
          audio.currentTime = audio.duration * share
          await waitForEvent('seeked')
          seekMs.push(performance.now() - from)
        }
        return { startMs, seekMs }
      },
      { source: address, shares: places },
    )
  } finally {
    await context.close()
  }
}

async function addBand() {
  const { db } = gaffer.services
  const [user, bandId] = [randomUUID(), randomUUID()]
  const token = newSecret()
  await db`insert into users (id, phone, first_name, last_name, display_name) values (${user}, '+447700900101', 'Dee', 'Marsh', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(token)}, ${user}, now() + interval '1 day')`
  await db`insert into bands (id, name) values (${bandId}, 'The Night Buses')`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${randomUUID()}, ${user}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return { cookie: `gaffer_session=${token}`, bandId }
}

/** @param {string} path of the band @param {string} cookie @returns {Promise<string>} the path of the file */
async function addRecording(path, cookie) {
  const bytes = await createLongWebm(recordingSeconds)
  const headers = { cookie, 'tus-resumable': '1.0.0' }
  const metadata = `filename ${btoa('Practice.webm')},purpose ${btoa('recording')}`
  const creation = await sendRequest(`${path}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': `${bytes.length}`, 'upload-metadata': metadata },
  })
  const upload = new URL(creation.headers.get('location') ?? '', path).href
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    await sendRequest(upload, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset, offset + pieceBytes),
    })
  }
  const added = await sendRequest(`${path}/recordings`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ uploadId: upload.split('/').at(-1), agreed: true }),
  })
  const recording = await added.json()
  console.log(`${(recording.bytes / 1024 / 1024).toFixed(0)} MB, ${Math.round(recording.seconds / 60)} minutes`)
  return recording.url
}

/** @param {string} url @param {RequestInit} request */
async function sendRequest(url, request) {
  const response = await fetch(url, request)
  if (!response.ok) throw new Error(`${request.method} ${url}: ${response.status} ${await response.text()}`)
  return response
}
