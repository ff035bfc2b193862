// The server that tools/bench/files.mjs measures: twenty bands of one member each, a recording that is downloaded, and the same bytes behind
// @fastify/static. Ends when its parent process disconnects.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { startServer } from './benchmark-server.mjs'

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')
const { hashSecret, newSecret } = await importServerModule('platform/keys.ts')

const memberCount = 20
const downloadBytes = 25 * 1024 * 1024

const dataDir = createTemporaryFolder('gaffer-bench-')
const { gaffer, stop } = await startServer({ DATA_DIR: dataDir })
const { db } = gaffer.services
/** @type {{ bandId: string, cookie: string }[]} */
const uploaders = []
for (let number = 0; number < memberCount; number += 1) uploaders.push(await addMember(number))
const { bandId, cookie } = uploaders[0] ?? { bandId: '', cookie: '' }

const [recordingId, bytes] = [randomUUID(), randomBytes(downloadBytes)]
await gaffer.services.files.write(recordingId, bytes)
await db`
  insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
  values (${bandId}, ${recordingId}, 'recording', 'Take.m4a', ${downloadBytes}, 'audio/mp4', now())`
await db`
  insert into recordings (band_id, id, file_id, name, bytes, recorded_at, created_at, updated_at)
  values (${bandId}, ${recordingId}, ${recordingId}, 'Take', ${downloadBytes}, now(), now(), now())`
const folder = join(dataDir, 'static')
mkdirSync(folder)
writeFileSync(join(folder, 'take.m4a'), bytes)

const bare = Fastify()
await bare.register(fastifyStatic, { root: folder })
process.send?.({
  url: await gaffer.app.listen({ port: 0, host: '127.0.0.1' }),
  content: `/api/bands/${bandId}/recordings/${recordingId}/content`,
  plain: `${await bare.listen({ port: 0, host: '127.0.0.1' })}/take.m4a`,
  reads: `/api/bands/${bandId}/songs`,
  cookie,
  uploaders,
})
process.once('disconnect', async () => {
  await bare.close()
  await stop()
  process.exit(0)
})

/** @param {number} number */
async function addMember(number) {
  const [userId, bandId, cookie] = [randomUUID(), randomUUID(), newSecret()]
  await db`insert into users (id, phone, first_name, last_name, display_name)
    values (${userId}, ${`+447700900${String(number).padStart(3, '0')}`}, 'Dee', 'Marsh', 'Dee')`
  await db`insert into sessions (id, token_hash, user_id, expires_at)
    values (${randomUUID()}, ${hashSecret(cookie)}, ${userId}, now() + interval '1 day')`
  await db`insert into bands (id, name) values (${bandId}, ${`Band ${number}`})`
  await db`insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
    values (${bandId}, ${randomUUID()}, ${userId}, 'Drums', 'owner', 'active', '#aa3344', 'drum', now())`
  return { bandId, cookie }
}
