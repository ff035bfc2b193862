// Start time and resident memory of a server with 100 open pages: at rest, and after reads, writes, feeds, pictures and notices.
//
//   npm run bench memory
//
// One process, started as in production on an existing data folder. Linux only: it reads /proc.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { addTimeDefaults, databaseUrlOf, isCheck, shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { measureResponsesPerSecond } from './load.mjs'
import { fillWithBands } from './many-bands.mjs'
import { startFakePushService } from './notice-bands.mjs'
import { generateNoticeLoad } from './notice-load.mjs'
import {
  nodeFlags,
  productionMallocEnvironment,
  readResidentMegabytes,
  reportMegabytes,
  startProductionServer,
  stopProductionServer,
  serverUrl,
} from './production-server.mjs'
import { report } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const limits = { megabytes: 180, startSeconds: 2 }
const startCount = shorterInCheck(5, 1)
const pageCount = shorterInCheck(100, 2)
const bandCount = shorterInCheck(500, 50)
const loadSeconds = shorterInCheck(1, 0.05)
const rounds = shorterInCheck(10, 1)
const restMs = shorterInCheck(1000, 0)
const minPushes = shorterInCheck(10, 0)
const rangeQuery = 'startDate=2027-03-01&endDate=2027-03-31'

const calendarWorker = new URL('../../server/src/providers/calendars/parse-worker.ts', import.meta.url).pathname
const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { startFakes } = await importServerModule('dev/fakes.ts')
const { createFakeProviderEnvironment } = await importServerModule('testing/fake-environment.ts')
const { startFakeCalendars } = await import('@gaffer/fakes/calendars')
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { openCliDatabase } = await importServerModule('platform/db/cli-database.ts')
const { Links } = await importServerModule('platform/links.ts')

const dataDir = createTemporaryFolder('gaffer-bench-')
const database = isCheck ? await startDatabase() : null
const databaseUrl = database && databaseUrlOf(database.address)
const secretKey = 'only for measuring, and long enough for it'
const fakes = await startFakes({ sms: true, mail: true })
const [calendars, push] = [await startFakeCalendars(), await startFakePushService()]
const environment = {
  ...productionMallocEnvironment,
  NODE_COMPILE_CACHE: (isCheck && process.env['NODE_COMPILE_CACHE']) || join(dataDir, 'compiled'),
  SECRET_KEY: secretKey,
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...createFakeProviderEnvironment(fakes),
}
try {
  // The first start creates the database and fills the compile cache, except for the calendar worker, which it does not start.
  if (!isCheck) await startProductionServer(environment).then(stopProductionServer)
  execFileSync(process.execPath, [...nodeFlags, calendarWorker], { env: environment })
  /** @type {number[]} */
  const times = []
  for (let index = 0; index < startCount; index += 1) {
    const { child, seconds } = await startProductionServer(environment)
    times.push(seconds)
    await stopProductionServer({ child })
  }
  const median = times.toSorted((a, b) => a - b)[startCount >> 1] ?? Number.NaN
  report('start on an existing data folder', `${median.toFixed(2)} s, limit ${limits.startSeconds} s`, {
    ratio: median / limits.startSeconds,
    atMost: 1,
  })
  await measureMemory()
} finally {
  await fakes.close()
  await calendars.close()
  push.close()
}

async function measureMemory() {
  const gaffer = await startProductionServer(environment, './memory-server.mjs')
  try {
    const { address, close } = await openCliDatabase({ databaseUrl, dataDir })
    const db = openMaintenancePool(address)
    await addTimeDefaults(db)
    const members = await fillWithBands(db, bandCount, bandCount)
    const [one] = members
    if (!one) throw new Error('No member was added')
    await db`
      insert into events (band_id, id, type, title, date, last_day, start_time, end_time, location, is_public, is_all_day)
      select ${one.bandId}, gen_random_uuid(), 'practice', 'Practice ' || n, day, day, '19:00', '22:00', 'Unit 4', false, false
      from generate_series(1, 950) n cross join lateral (select current_date + n as day) days`
    const began = await readResidentMegabytes(gaffer)
    reportMegabytes('at rest', began.now, limits.megabytes)
    const pages = await Promise.all(members.slice(0, pageCount).map(openPage))

    let turn = 0
    const body = () => {
      turn = (turn + 1) % 20_000
      const date = new Date(Date.UTC(2030, 0, 1 + turn)).toISOString().slice(0, 10)
      return JSON.stringify({ type: 'practice', date, startTime: '19:00', location: 'Unit 4, Elm Road' })
    }
    for (let round = 0; round < rounds; round += 1) {
      const { bandId, cookie } = /** @type {typeof one} */ (members[(round + 1) * 7])
      const headers = { cookie: `gaffer_session=${cookie}` }
      const size = { clients: 8, seconds: loadSeconds }
      const calendar = `${serverUrl}/api/bands/${bandId}/calendar?${rangeQuery}`
      await measureResponsesPerSecond({ url: calendar, headers, status: 200 }, size)
      await measureResponsesPerSecond({ url: `${serverUrl}/api/me`, headers, status: 200 }, size)
      await measureResponsesPerSecond(
        { url: `${serverUrl}/api/bands/${bandId}/events`, method: 'POST', headers, body, status: 201 },
        size,
      )
    }
    await reportMemory('after 30 s of reads and writes', gaffer)

    const feed = new Links(secretKey, db).signFeed({ subscriberId: one.membershipId, kind: 'full', version: 1 })
    await measureResponsesPerSecond(
      { url: `${serverUrl}/feeds/${feed}.ics`, status: 200 },
      { clients: 4, seconds: 3 * loadSeconds },
    )
    await reportMemory('after feeds of 1,000 events', gaffer)

    const picture = await createPicture()
    for (let time = 0; time < shorterInCheck(3, 1); time += 1) await upload(one, picture)
    await reportMemory('after pictures of 12 megapixels', gaffer)

    await generateNoticeLoad({ url: serverUrl, db, members, pushUrl: push.url, calendarUrl: calendars.exampleUrl })
    if (push.received.size < minPushes) throw new Error(`Only ${push.received.size} devices got a push message`)
    await reportMemory('after answers, notices and calendars', gaffer)
    for (const page of pages) page.abort()
    await db.end()
    await close()
  } finally {
    await stopProductionServer(gaffer)
  }
}

/** @param {string} figure @param {{ child: import('node:child_process').ChildProcess }} gaffer */
async function reportMemory(figure, gaffer) {
  // The last response arrives before the server has freed the memory of its request.
  await sleep(restMs)
  reportMegabytes(figure, (await readResidentMegabytes(gaffer)).now, limits.megabytes)
}

/** @param {{ bandId: string, cookie: string }} member @param {string} avatarUrl */
async function upload({ bandId, cookie }, avatarUrl) {
  const headers = { cookie: `gaffer_session=${cookie}`, 'content-type': 'application/json' }
  const response = await fetch(`${serverUrl}/api/bands/${bandId}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ avatarUrl }),
  })
  if (response.status !== 200) throw new Error(`A picture got ${response.status} ${await response.text()}`)
}

/** @param {{ cookie: string }} member */
async function openPage({ cookie }) {
  const closing = new AbortController()
  const response = await fetch(`${serverUrl}/api/me/live`, {
    headers: { cookie: `gaffer_session=${cookie}` },
    signal: closing.signal,
  })
  if (response.status !== 200) throw new Error(`GET /api/me/live answered ${response.status}`)
  return closing
}

/** Like a photo taken with a phone: 12 megapixels, about 3 MB. */
async function createPicture() {
  const [width, height] = shorterInCheck([4000, 3000], [800, 600])
  const small = { width: width / 8, height: height / 8, channels: /** @type {const} */ (3) }
  const noise = sharp(randomBytes(small.width * small.height * 3), { raw: small })
  const jpeg = await noise.resize(width, height).jpeg({ quality: 90 }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
