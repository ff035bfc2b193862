// First and largest paint of the landing, login and calendar pages, as a ratio to an empty page of Vite and React.
//
//   npm run bench pages
//
// All pages are served alike, to a phone's screen with four times CPU throttling. Starts its own server with the band of the journeys.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { shorterInCheck } from './benchmark-server.mjs'
import { launchOptions, median as middle, signInJourneyOwner, startJourneyServer } from './journey-browser.mjs'
import { report } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const rounds = shorterInCheck(7, 1)
const cpuThrottlingRate = shorterInCheck(4, 1)
const restMs = shorterInCheck(1000, 100)
const pages = [
  { path: '/', limit: 1.3 },
  { path: '/login', limit: 1.3 },
  { path: '/calendar', limit: 2.0 },
]

/** @typedef {{ first: number, largest: number }} Paint */
/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */

const root = new URL('../../', import.meta.url)
const { registerWebApp } = await import(new URL('server/src/http/pages/pages.ts', root).href)

const folder = createTemporaryFolder('gaffer-bench-')
const server = await startJourneyServer()
const empty = await serveEmptyPage(join(folder, 'empty'))
const browser = await chromium.launch(launchOptions)
try {
  const context = await browser.newContext()
  await signInJourneyOwner(context, server.url)
  const cookies = await context.cookies()
  await context.close()
  await measurePaints(server.url, cookies)
} finally {
  await browser.close()
  await empty.close()
  await server.stop()
}

/** @param {string} url @param {Awaited<ReturnType<BrowserContext['cookies']>>} cookies */
async function measurePaints(url, cookies) {
  const addresses = [empty.url, ...pages.map(({ path }) => url + path)]
  /** @type {Record<string, Paint[]>} */
  const paints = Object.fromEntries(addresses.map((address) => [address, []]))
  // The pages take turns, so that load on the machine affects the paints of all.
  for (let round = 0; round < rounds; round++) {
    for (const address of addresses) {
      paints[address]?.push(await measurePaint(address, address.endsWith('/calendar') ? cookies : []))
    }
  }
  const base = medianPaint(paints[empty.url] ?? [])
  for (const { path, limit } of pages) {
    const paint = medianPaint(paints[url + path] ?? [])
    for (const kind of /** @type {const} */ (['first', 'largest'])) {
      const value = `${paint[kind].toFixed(0)} ms, empty page ${base[kind].toFixed(0)} ms`
      report(`${path}: ${kind} paint`, value, { ratio: paint[kind] / base[kind], atMost: limit })
    }
  }
}

/** @param {string} address @param {Awaited<ReturnType<BrowserContext['cookies']>>} cookies @returns {Promise<Paint>} */
async function measurePaint(address, cookies) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottlingRate })
  const month = address.endsWith('/calendar') ? page.waitForResponse(/\/calendar\?/) : null
  await page.goto(address, { waitUntil: 'networkidle' })
  // On a busy machine the network may be idle before the month is requested, and before it is painted.
  await month
  await sleep(restMs)
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
          resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? 0 })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return /** @type {Paint} */ (paint)
}

/** @param {Paint[]} paints @returns {Paint} */
function medianPaint(paints) {
  return { first: middle(paints.map(({ first }) => first)), largest: middle(paints.map(({ largest }) => largest)) }
}

/** @param {string} source */
async function serveEmptyPage(source) {
  await mkdir(source)
  await writeFile(join(source, 'index.html'), '<div id="root"></div><script type="module" src="/main.js"></script>')
  await writeFile(
    join(source, 'main.js'),
    `import { createElement } from 'react'
     import { createRoot } from 'react-dom/client'
     createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'))`,
  )
  const { build } = await import('vite')
  const modules = new URL('node_modules/', root).pathname
  const alias = { react: `${modules}react`, 'react-dom': `${modules}react-dom` }
  await build({ root: source, configFile: false, logLevel: 'error', resolve: { alias } })
  const { default: fastify } = await import('fastify')
  const app = fastify()
  await registerWebApp(app, 'http://localhost', join(source, 'dist'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://localhost:${port}/`, close: () => app.close() }
}
