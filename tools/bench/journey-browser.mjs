// Shared by the benchmarks of pages: a server with the band of the journeys in this process, a browser, and the session of a member.

import { setTimeout as sleep } from 'node:timers/promises'
import { isCheck, readBenchmarkConfig, startJourneyDatabase } from './benchmark-server.mjs'

process.env['NODE_ENV'] = 'production'
const { ensurePagesBuilt } = await import('../../scripts/setup/build-pages.mjs')
const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)

/** The phone number of the band's owner. */
const phone = '+447700900101'

/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */

const wholeBrowser = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export const launchOptions = {
  // With `--check` no limit applies, so the headless shell is good enough, and takes a third less CPU time.
  executablePath: isCheck ? (process.env['HEADLESS_SHELL_PATH'] ?? wholeBrowser) : wholeBrowser,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
}

/** Starts a server with the band of the journeys on a free port. */
export async function startJourneyServer() {
  const { startGaffer } = await importServerModule('start.ts')
  const { seedJourneyBand } = await importServerModule('testing/journey-band.ts')
  await ensurePagesBuilt()
  const database = await startJourneyDatabase()
  const gaffer = await startGaffer(readBenchmarkConfig(), { database: database.address })
  const stop = async () => {
    await gaffer.stop()
    await database.stop()
  }
  try {
    await seedJourneyBand(gaffer)
    await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://localhost:${gaffer.app.server.address().port}`, stop }
}

/** Signs the owner of the band in: the context has the session's cookie then. @param {BrowserContext} context @param {string} url */
export async function signInJourneyOwner({ request }, url) {
  await request.post(`${url}/auth/phone/send-code`, { data: { phone } })
  let code
  for (let waited = 0; !code && waited < 10_000; waited += 100) {
    const inbox = await request.get(`${url}/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
    code = /\b\d{6}\b/.exec((await inbox.json())[0]?.text ?? '')?.[0]
    await sleep(100)
  }
  const response = await request.post(`${url}/auth/phone/verify-code`, { data: { phone, code } })
  if (!response.ok()) throw new Error(await response.text())
}

/** @param {number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
