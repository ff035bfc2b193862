// A server process that is killed while it receives uploads.

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '@gaffer/fakes/free-port'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand } from '#testing/builders.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { beginUpload, pieceHeaders, readOffset, sendPiece } from '#testing/files.ts'
import { insertUserWithSession } from '#testing/insert-session.ts'
import { endAllProcesses, launchServer, waitUntilServerReady, type LaunchedProcess } from '#testing/launch-program.ts'
import { TestClient } from '#testing/test-client.ts'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dataDir: string, database: Awaited<ReturnType<typeof startDatabaseProxy>>, settings: Record<string, string>
let serverProcess: LaunchedProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-killed-'))
  database = await startDatabaseProxy(server().database)
  settings = {
    ...testKeyEnvironment,
    DATABASE_URL: String(database.address),
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
  }
  await launch()
}, 60_000)
afterAll(async () => {
  await endAllProcesses()
  database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function launch(): Promise<void> {
  serverProcess = await launchServer(settings)
  await waitUntilServerReady(serverProcess)
}

async function killAndLaunch(): Promise<void> {
  serverProcess.child.kill('SIGKILL')
  await serverProcess.ended
  await launch()
}

type Part = { path: string; bytes: Buffer; offset: number }

/** Sends half of a piece to the URL, then calls `cut` and ends the request. */
async function cutInPiece(url: string, { path, bytes, offset }: Part, cut: () => Promise<void> | void): Promise<void> {
  const piece = bytes.subarray(offset, offset + limits.uploadPieceBytes)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { ...pieceHeaders, 'upload-offset': String(offset), 'content-length': String(piece.length), cookie }
  const sending = httpRequest(url + path, { method: 'PATCH', headers })
  const ended = new Promise((resolve) => sending.once('error', resolve).once('close', resolve))
  await new Promise((resolve) => sending.write(piece.subarray(0, piece.length / 2), resolve))
  await expect.poll(() => readStored(path).then(({ length }) => length), { timeout: 10_000 }).toBeGreaterThan(offset)
  await cut()
  sending.destroy()
  await ended
}

let client: TestClient
const readStored = (path: string) => readFile(join(dataDir, 'files', String(path.split('/').at(-1))))

/** A TCP proxy in front of the server, and a function that ends its connections. */
async function startCuttingProxy() {
  const sockets = new Set<{ destroy(): unknown }>()
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(settings['PORT']), 'localhost')
    for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => undefined))
    incoming.pipe(outgoing).pipe(incoming)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const cut = () => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `http://localhost:${port}`, cut }
}

test('a chart of 25 MB that is cut five times, by the client, by a proxy and by kill -9 of the server, loses no acknowledged byte and arrives byte for byte', async () => {
  client = new TestClient(serverProcess.url, await insertUserWithSession(server().database, '+447700900123'))
  await client.put('/api/me', { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' })
  const { id: bandId } = await createTestBand(client)
  const bytes = randomBytes(limits.chartBytes)
  const path = String((await beginUpload(client, bandId, { length: bytes.length })).headers.get('location'))
  let acknowledged = 0
  const continueUpload = async () => {
    acknowledged = (await readOffset(client, path)) ?? -1
    const piece = bytes.subarray(acknowledged, acknowledged + 2 * limits.megabyte)
    expect((await sendPiece(client, path, piece, acknowledged)).status).toBe(204)
    acknowledged += piece.length
  }
  const proxy = await startCuttingProxy()
  const cuts: ((part: Part) => Promise<void>)[] = [
    (part) => cutInPiece(serverProcess.url, part, () => undefined),
    (part) => cutInPiece(serverProcess.url, part, killAndLaunch),
    (part) => cutInPiece(proxy.url, part, proxy.cut),
    killAndLaunch,
    (part) => cutInPiece(serverProcess.url, part, killAndLaunch),
  ]
  for (const cut of cuts) {
    await continueUpload()
    await cut({ path, bytes, offset: acknowledged })
    expect(await readOffset(client, path)).toBeGreaterThanOrEqual(acknowledged)
  }
  while (((await readOffset(client, path)) ?? 0) < bytes.length) await continueUpload()
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  expect(digest(await readStored(path))).toBe(digest(bytes))
  // One row is left, and two files: the bytes of the upload, and its announced length.
  const { db } = server().services
  expect(await db`select finished_at is not null as "isFinished" from files where band_id = ${bandId}`).toEqual([
    { isFinished: true },
  ])
  expect(await readdir(join(dataDir, 'files'))).toHaveLength(2)
}, 120_000)
