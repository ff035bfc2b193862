// npm run pictures: draws docs/pictures from the demo on a phone, with dates of today. Run it when a screen that the README shows has changed.
// npm run pictures chart notes: draws only the pictures `chart` and `notes`.
import './setup/require-node.mjs'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findOrInstallBrowser } from './setup/find-browser.mjs'
import { repositoryPath } from './setup/repository.mjs'
import { createTemporaryFolder } from './setup/temporary-folder.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ path: string, at?: string | RegExp, open?: (page: Page) => Promise<unknown> }} Picture `at` is the heading or tab at its top edge. */

const screenSize = { width: 390, height: 780 }
const phone = '07700 900101'

const port = await findFreePort()
const url = `http://localhost:${port}`
const demo = await startDemo()
const browser = await chromium.launch({ executablePath: await findOrInstallBrowser(), args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({
    viewport: screenSize,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await signIn(page)
  const wanted = process.argv.slice(2)
  for (const [name, picture] of Object.entries(await findPictures(page)))
    if (wanted.length === 0 || wanted.includes(name)) await drawPicture(page, name, picture)
} finally {
  await browser.close()
  demo.kill('SIGTERM')
}

/** @param {Page} page @returns {Promise<Record<string, Picture>>} */
async function findPictures(page) {
  /** @param {string} path */
  const read = async (path) => (await page.request.get(`${url}${path}`)).json()
  const [{ bandId }] = (await read('/api/me')).bands
  const api = `/api/bands/${bandId}`
  const day = (/** @type {number} */ later) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
  /** @type {{ id: string, title: string | null, type: string, setlistId: string | null, recordingCount: number }[]} */
  const events = await read(`${api}/events?startDate=${day(-90)}&endDate=${day(60)}`)
  /** @param {(event: (typeof events)[number]) => boolean} isWanted */
  const eventPathOf = (isWanted) => `/bands/${bandId}/events/${events.find(isWanted)?.id}`
  const gig = eventPathOf(({ title }) => title === 'Night Buses + guests')
  const practice = `/bands/${bandId}/events/${(await read(`${api}/events?startDate=${day(0)}&endDate=${day(1)}`))[0].id}`
  const setlistId = events.find(({ title }) => title === 'Night Buses + guests')?.setlistId
  /** @type {{ id: string }[]} */
  const songs = await read(`${api}/songs`)
  const charts = (await Promise.all(songs.map(({ id }) => read(`${api}/songs/${id}/charts`)))).flat()
  const chart = charts.find(({ kind }) => kind === 'pdf')
  const { slug } = await read(`${api}/public-page`)
  return {
    calendar: { path: '/calendar', open: (on) => on.getByText('Agenda', { exact: true }).click() },
    answers: { path: gig, at: 'Can you make it?' },
    'gig-sheet': { path: gig, at: 'Gig sheet' },
    lifts: { path: gig, at: 'Lifts' },
    notes: { path: gig, at: 'Notes' },
    'set-list': { path: `/setlists/${setlistId}` },
    chart: { path: `/bands/${bandId}/charts/${chart?.id}`, open: markChart },
    'practice-plan': { path: practice, at: 'What to play' },
    recording: { path: eventPathOf(({ recordingCount }) => recordingCount > 0), at: 'Recordings', open: playRecording },
    'practice-list': { path: '/songs' },
    settlement: { path: `${eventPathOf(({ title }) => title === 'Late one at the Fenton')}/settlement` },
    'public-page': { path: `/b/${slug}` },
  }
}

/** @param {Page} page @param {string} name @param {Picture} picture */
async function drawPicture(page, name, { path, at, open }) {
  await page.goto(`${url}${path}`)
  await page.waitForLoadState('networkidle')
  if (at !== undefined) {
    // 80 px from the top of the window: below the top bar, with a margin.
    const name = { name: at, exact: true }
    const top = page.getByRole('heading', name).or(page.getByRole('tab', name)).first()
    await top.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 80))
  }
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const file = repositoryPath('docs', 'pictures', `${name}.png`)
  await sharp(await page.screenshot())
    .png({ compressionLevel: 9, palette: true })
    .toFile(file)
  console.log(file)
}

/** @param {Page} page */
async function markChart(page) {
  // Waits until the words of the PDF are drawn.
  await page.waitForFunction(() => {
    const canvas = document.querySelector('canvas')
    if (!canvas?.width) return false
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.some((value, at) => at % 4 === 0 && value < 100 && pixels[at + 3] === 255)
  })
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  const box = await page.getByRole('figure').first().boundingBox()
  if (!box) throw new Error('The chart is not on the screen')
  const point = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {const} */ ([box.x + x * box.width, box.y + y * box.height])
  // A ring round the line about the slower bars.
  const ringAt = (/** @type {number} */ angle) => point(0.4 + 0.36 * Math.cos(angle), 0.37 + 0.03 * Math.sin(angle))
  await page.mouse.move(...ringAt(0))
  await page.mouse.down()
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(...ringAt((step / 24) * 2 * Math.PI))
  await page.mouse.up()
}

/** @param {Page} page */
async function playRecording(page) {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await page.getByRole('list', { name: 'Songs in this recording' }).waitFor()
  await page.waitForTimeout(2000)
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click()
}

/** @param {Page} page */
async function signIn(page) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByText('We sent a code to').waitFor()
  let code
  while (!code) {
    const inbox = await page.request.get(
      `${url}/dev/inbox?format=json&to=${encodeURIComponent(`+44${phone.slice(1).replace(' ', '')}`)}`,
    )
    ;[code] = (await inbox.text()).match(/\b\d{6}\b/) ?? []
  }
  await page.getByLabel('Verification code').fill(code)
  await page.waitForURL(/dashboard/)
}

/** @returns {Promise<import('node:child_process').ChildProcess>} once it is ready */
async function startDemo() {
  const env = { ...process.env, PORT: String(port), DATA_DIR: createTemporaryFolder('gaffer-pictures-') }
  const child = spawn(process.execPath, [repositoryPath('scripts', 'demo.mjs')], { env, stdio: 'inherit' })
  process.once('exit', () => child.kill('SIGTERM'))
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The demo did not start')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return child
}

/** @returns {Promise<number>} */
function findFreePort() {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    }),
  )
}
