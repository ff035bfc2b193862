// Resident memory of a server after photos, and during and after 120 bodies of 7 MB that are held open for six seconds.
//
//   npm run bench large-bodies
//
// Uploads 15 photos as the page sends them (150 kB) and 15 of nearly 5 MB. Then 120 connections of 60 members send all but the last
// bytes of a body, wait, and end it; a minute later the memory is read. Once with the allocator settings of the image, once
// with the defaults of the system, as `npm start` has. Linux only: it reads /proc.

import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { addTimeDefaults, databaseUrlOf, isCheck, shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { fillWithBands } from './many-bands.mjs'
import {
  productionMallocEnvironment,
  readResidentMegabytes,
  reportMegabytes,
  startProductionServer,
  stopProductionServer,
  serverUrl,
} from './production-server.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

/** Megabytes: peak while the bodies are held open, a minute later, and growth by the photos. */
const limits = { held: 300, minuteLater: 170, morePhotos: 10 }
const connectionCount = shorterInCheck(120, 4)
const bodyBytes = 7_000_000
const holdMs = shorterInCheck(6000, 10)
const photoCount = shorterInCheck(15, 1)
const warmUpPhotos = shorterInCheck(3, 1)
const settleMs = shorterInCheck(1000, 0)
const laterMs = shorterInCheck(60_000, 0)

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { startFakes } = await importServerModule('dev/fakes.ts')
const { createFakeProviderEnvironment } = await importServerModule('testing/fake-environment.ts')
const { openMaintenancePool } = await importServerModule('platform/db/connection.ts')
const { openCliDatabase } = await importServerModule('platform/db/cli-database.ts')

const dataDir = createTemporaryFolder('gaffer-bench-')
const database = isCheck ? await startDatabase() : null
const databaseUrl = database && databaseUrlOf(database.address)
const fakes = await startFakes({ sms: true, mail: true })
const environment = {
  NODE_COMPILE_CACHE: (isCheck && process.env['NODE_COMPILE_CACHE']) || join(dataDir, 'compiled'),
  SECRET_KEY: 'only for measuring, and long enough for it',
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...createFakeProviderEnvironment(fakes),
}
/** @type {import('./many-bands.mjs').FilledMember[]} */
let members = []
/** Users who have uploaded: a user may upload 50 pictures a day, which is less than both measurements need. */
const uploaders = new Set()
try {
  await measureWithAllocator('image allocator', productionMallocEnvironment)
  // Left out in a check: the second run differs in the allocator only.
  if (!isCheck) await measureWithAllocator('system allocator', {})
} finally {
  await fakes.close()
}

/** @param {string} settings @param {Record<string, string>} malloc */
async function measureWithAllocator(settings, malloc) {
  const gaffer = await startProductionServer({ ...environment, ...malloc })
  try {
    if (members.length === 0) members = await addBandsAndSampleMembers()
    const uploader = /** @type {(typeof members)[0]} */ (members.find(({ userId }) => !uploaders.has(userId)))
    uploaders.add(uploader.userId)
    // Warm-up: compiles the code, and starts the image worker.
    for (let index = 0; index < warmUpPhotos; index += 1) await upload(uploader, await createPhoto(1024, 70))
    await sleep(settleMs)
    const { now: before } = await readResidentMegabytes(gaffer)
    console.log(`${settings}: ${before} MB before`)

    for (const [what, side, quality] of /** @type {const} */ ([
      ['as the page sends them', 1024, 70],
      ['of 12 megapixels', shorterInCheck(4000, 800), 90],
    ])) {
      const start = (await readResidentMegabytes(gaffer)).now
      let bytes = 0
      for (let index = 0; index < photoCount; index += 1)
        bytes = await upload(uploader, await createPhoto(side, quality))
      await sleep(settleMs)
      const { now } = await readResidentMegabytes(gaffer)
      const each = `${Math.round(bytes / 1000)} kB each`
      reportMegabytes(`${settings}: growth by ${photoCount} photos ${what}, ${each}`, now - start, limits.morePhotos)
    }

    const statuses = await holdOpen()
    const held = await readResidentMegabytes(gaffer)
    const count = (/** @type {number} */ status) => statuses.filter((one) => one === status).length
    const figure = `${settings}: peak with ${connectionCount} bodies of 7 MB (${count(429)} × 429)`
    reportMegabytes(figure, held.peak, limits.held)
    await sleep(laterMs)
    const later = await readResidentMegabytes(gaffer)
    reportMegabytes(`${settings}: a minute later`, later.now, limits.minuteLater)
  } finally {
    await stopProductionServer(gaffer)
  }
}

async function addBandsAndSampleMembers() {
  const { address, close } = await openCliDatabase({ databaseUrl, dataDir })
  const db = openMaintenancePool(address)
  await addTimeDefaults(db)
  const added = await fillWithBands(db, 120, 60)
  await db.end()
  await close()
  return added
}

/** @returns {Promise<number[]>} the status of each connection, 0 if the server closed it */
async function holdOpen() {
  const [head, tail] = ['{"avatarUrl":"data:image/jpeg;base64,', '"}']
  const text = Buffer.alloc(bodyBytes, 'A')
  return Promise.all(
    Array.from({ length: connectionCount }, (_, at) => {
      const { bandId, cookie } = /** @type {(typeof members)[0]} */ (members[at % members.length])
      return new Promise((/** @type {(status: number) => void} */ resolve) => {
        const outgoing = request(`${serverUrl}/api/bands/${bandId}`, {
          method: 'PATCH',
          headers: {
            cookie: `gaffer_session=${cookie}`,
            'content-type': 'application/json',
            'content-length': head.length + text.length + tail.length,
          },
        })
        outgoing.once('response', (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        // The server may close the connection of a rejected body.
        outgoing.once('error', () => resolve(0))
        outgoing.write(head)
        outgoing.write(text)
        setTimeout(() => outgoing.end(tail), holdMs)
      })
    }),
  )
}

/** @param {{ bandId: string, cookie: string }} uploader @param {string} avatarUrl @returns {Promise<number>} bytes of the body */
async function upload({ bandId, cookie }, avatarUrl) {
  const body = JSON.stringify({ avatarUrl })
  const headers = { cookie: `gaffer_session=${cookie}`, 'content-type': 'application/json' }
  const response = await fetch(`${serverUrl}/api/bands/${bandId}`, { method: 'PATCH', headers, body })
  if (response.status !== 200) throw new Error(`A photo got ${response.status} ${await response.text()}`)
  return body.length
}

/** @param {number} width @param {number} quality */
async function createPhoto(width, quality) {
  const height = (width * 3) / 4
  const small = { width: width / 8, height: height / 8, channels: /** @type {const} */ (3) }
  const noise = sharp(randomBytes(small.width * small.height * 3), { raw: small })
  const jpeg = await noise.resize(width, height).jpeg({ quality }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
