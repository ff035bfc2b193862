// Two server processes with one database and one S3 store.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFakeS3, type FakeS3 } from '@gaffer/fakes/s3'
import { limits } from '@gaffer/domain/shared/limits'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { beginUpload, pieceHeaders, readOffset, sendPiece } from '#testing/files.ts'
import { insertUserWithSession } from '#testing/insert-session.ts'
import { endAllProcesses, launchServer, waitUntilServerReady, type LaunchedProcess } from '#testing/launch-program.ts'
import { TestClient } from '#testing/test-client.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'

const { megabyte } = limits
const folders: string[] = []
let database: Awaited<ReturnType<typeof cloneDatabase>>, proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let s3: FakeS3, processes: LaunchedProcess[], dee: TestClient[], bandId: string

async function launch(): Promise<LaunchedProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-servers-'))
  folders.push(dataDir)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3
  const store = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  return launchServer({ DATABASE_URL: proxy.address, DATA_DIR: dataDir, ...testKeyEnvironment, ...store })
}

beforeAll(async () => {
  database = await cloneDatabase(inject('database'))
  proxy = await startDatabaseProxy(database.address, () => true)
  s3 = await startFakeS3()
  processes = await Promise.all([launch(), launch()])
  await Promise.all(processes.map(waitUntilServerReady))
  const cookies = await insertUserWithSession(database.address, '+447700900123')
  dee = processes.map(({ url }) => new TestClient(url, cookies))
  await dee[0]!.put('/api/me', { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' })
  bandId = (await createTestBand(dee[0]!)).id
}, 120_000)
afterAll(async () => {
  await endAllProcesses()
  proxy.close()
  await s3.close()
  await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function begin(bytes: Buffer): Promise<string> {
  return String((await beginUpload(dee[0]!, bandId, { length: bytes.length })).headers.get('location'))
}

const readStored = (path: string) => s3.object(path.split('/').at(-1) as string)

test('an upload piece sent to two server processes at once is written once at every offset, and the file has the bytes of the upload', async () => {
  const bytes = randomBytes(7 * megabyte)
  const path = await begin(bytes)
  for (let offset = 0; offset < bytes.length;) {
    const piece = bytes.subarray(offset, offset + 2 * megabyte)
    const answers = await Promise.all(dee.map((there) => sendPiece(there, path, piece, offset)))
    // On a busy machine neither may succeed: the request that waits may end the other request before its whole piece has arrived.
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1)
    const next = (await readOffset(dee[1]!, path)) as number
    expect(next).toBeGreaterThan(offset)
    expect(next).toBeLessThanOrEqual(offset + piece.length)
    offset = next
  }
  expect(readStored(path)?.equals(bytes)).toBe(true)
}, 60_000)

test('an upload whose server process is killed in the middle of a piece is finished on the other process, from the last acknowledged byte', async () => {
  const bytes = randomBytes(6 * megabyte)
  const path = await begin(bytes)
  expect((await sendPiece(dee[0]!, path, bytes.subarray(0, megabyte), 0)).status).toBe(204)
  const headers = { ...pieceHeaders, 'upload-offset': String(megabyte), 'content-length': String(4 * megabyte) }
  const hanging = httpRequest(processes[0]!.url + path, {
    method: 'PATCH',
    headers: { ...headers, cookie: `gaffer_session=${dee[0]!.cookies.get('gaffer_session')}` },
  })
  hanging.on('error', () => undefined).write(bytes.subarray(megabyte, 2 * megabyte))
  await sleep(300)
  processes[0]!.child.kill('SIGKILL')
  await processes[0]!.ended
  let offset = (await readOffset(dee[1]!, path)) as number
  expect(offset).toBe(megabyte)
  for (; offset < bytes.length; offset += 4 * megabyte)
    expect((await sendPiece(dee[1]!, path, bytes.subarray(offset, offset + 4 * megabyte), offset)).status).toBe(204)
  expect(readStored(path)?.equals(bytes)).toBe(true)
}, 60_000)
