// The same tests for both stores: a folder, and an S3 store. The S3 store is a fake, unless TEST_S3_URL has the address of another store:
// http://ACCESS_KEY_ID:SECRET_ACCESS_KEY@HOST/BUCKET.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { startFakeS3, type FakeS3 } from '@gaffer/fakes/s3'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

const megabyte = 1024 * 1024
let s3: FakeS3, dataDir: string
beforeAll(async () => {
  s3 = await startFakeS3()
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-files-'))
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const openFake = () => openFileStore({ s3 }, dataDir)
const openStores = {
  'a folder': () => openFileStore({ s3: null }, dataDir),
  'an S3 store': () => openFileStore({ s3: givenStore() ?? s3 }, dataDir),
}

function givenStore() {
  const given = process.env['TEST_S3_URL']
  if (!given) return null
  const { origin, pathname, username, password } = new URL(given)
  const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  return { endpoint: origin, bucket: pathname.slice(1), region: 'us-east-1', ...keys }
}

async function listIds(store: FileStore): Promise<string[]> {
  const ids = new Set<string>()
  for await (const id of store.list()) ids.add(id)
  return [...ids].toSorted()
}

async function beginUpload(store: FileStore, size: number): Promise<string> {
  const id = randomUUID()
  await store.uploads.create(new Upload({ id, size, offset: 0 }))
  return id
}

const send = ({ uploads }: FileStore, id: string, bytes: Buffer, offset: number) =>
  uploads.write(Readable.from([bytes]), id, offset)

function* cutAfter(bytes: Buffer) {
  yield bytes
  throw new Error('cut')
}

describe.each(Object.entries(openStores))('%s', (_, open) => {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  test('an upload in pieces of 4 MB becomes a file of the same bytes, and the store reports the offset after each piece', async () => {
    const bytes = randomBytes(13 * megabyte)
    const id = await beginUpload(store, bytes.length)
    for (let offset = 0; offset < bytes.length; offset += 4 * megabyte) {
      expect((await store.uploads.getUpload(id)).offset).toBe(offset)
      expect(await store.findLength(id)).toBeNull()
      const piece = bytes.subarray(offset, offset + 4 * megabyte)
      expect(await send(store, id, piece, offset)).toBe(offset + piece.length)
    }
    expect(await store.uploads.getUpload(id)).toMatchObject({ offset: bytes.length, size: bytes.length })
    expect(await store.findLength(id)).toBe(bytes.length)
    expect((await buffer(await store.read(id))).equals(bytes)).toBe(true)
  })

  test('another server that opens the same store can continue an upload', async () => {
    const bytes = randomBytes(6 * megabyte)
    const id = await beginUpload(store, bytes.length)
    await send(store, id, bytes.subarray(0, megabyte), 0)
    const other = await open()
    expect((await other.uploads.getUpload(id)).offset).toBe(megabyte)
    await send(other, id, bytes.subarray(megabyte), megabyte)
    expect(await store.findLength(id)).toBe(bytes.length)
    expect((await buffer(await store.read(id))).equals(bytes)).toBe(true)
    other.close()
  })

  test('after a cut connection an upload keeps the bytes of the piece that had arrived, and all earlier pieces', async () => {
    const bytes = randomBytes(3 * megabyte)
    const id = await beginUpload(store, bytes.length)
    await send(store, id, bytes.subarray(0, megabyte), 0)
    for (const from of [1, 1.5]) {
      const arriving = bytes.subarray(from * megabyte, (from + 0.5) * megabyte)
      await expect(store.uploads.write(Readable.from(cutAfter(arriving)), id, from * megabyte)).rejects.toThrow('cut')
    }
    expect((await store.uploads.getUpload(id)).offset).toBe(2 * megabyte)
    await send(store, id, bytes.subarray(2 * megabyte), 2 * megabyte)
    expect((await buffer(await store.read(id))).equals(bytes)).toBe(true)
  })

  test('a written file is read as a whole and by ranges', async () => {
    const [id, bytes] = [randomUUID(), randomBytes(1000)]
    await store.write(id, bytes)
    expect(await store.findLength(id)).toBe(1000)
    expect((await buffer(await store.read(id))).equals(bytes)).toBe(true)
    expect((await buffer(await store.read(id, { start: 10, end: 19 }))).equals(bytes.subarray(10, 20))).toBe(true)
  })

  test('a store lists and deletes files, unfinished and finished uploads, a second deletion does not fail, and a deleted file cannot be read', async () => {
    const written = randomUUID()
    await store.write(written, Buffer.from('a file'))
    const begun = await beginUpload(store, 100)
    await send(store, begun, Buffer.alloc(10), 0)
    const finished = await beginUpload(store, 10)
    await send(store, finished, Buffer.alloc(10), 0)
    expect(await listIds(store)).toEqual(expect.arrayContaining([written, begun, finished]))
    for (const id of [written, begun, finished, begun, randomUUID()]) await store.delete(id)
    const left = await listIds(store)
    expect(left.filter((id) => [written, begun, finished].includes(id))).toEqual([])
    expect(await store.findLength(written)).toBeNull()
    await expect(store.read(written)).rejects.toMatchObject({ code: 'unavailable', message: fileMessages.storeDown })
    await expect(store.uploads.getUpload(begun)).rejects.toMatchObject({ status_code: 404 })
  })

  test('a store leaves no temporary file after completed and interrupted uploads', async () => {
    const left = await readdir(join(dataDir, 'tmp')).catch(() => [])
    expect(left).toEqual([])
  })
})

test('temporary files of an earlier process are deleted when the store is opened', async () => {
  const own = await mkdtemp(join(tmpdir(), 'gaffer-files-'))
  const first = await openFileStore({ s3: null }, own)
  await first.write(randomUUID(), Buffer.from('a file'))
  await writeFile(join(own, 'tmp', 'left over'), 'bytes')
  await openFileStore({ s3: null }, own)
  expect(await readdir(own)).toEqual(['files'])
  await rm(own, { recursive: true })
})

test('deleting an unfinished upload aborts its multipart upload in the S3 store', async () => {
  const store = await openFake()
  const before = s3.openUploads()
  const id = await beginUpload(store, 100)
  expect(s3.openUploads()).toHaveLength(before.length + 1)
  await store.delete(id)
  expect(s3.openUploads()).toEqual(before)
  expect(s3.keys().filter((key) => key.startsWith(id))).toEqual([])
  store.close()
})

test.each([500, 503])('an S3 store that answers %d fails as "unavailable" and has its files later', async (status) => {
  const store = await openFake()
  const id = randomUUID()
  await store.write(id, Buffer.from('a file'))
  const begun = await beginUpload(store, 100)
  s3.fail({ status })
  const refusal = { code: 'unavailable', retryAfterSeconds: 5 }
  await expect(store.findLength(id)).rejects.toMatchObject(refusal)
  await expect(store.read(id)).rejects.toMatchObject(refusal)
  await expect(store.write(randomUUID(), Buffer.from('x'))).rejects.toMatchObject(refusal)
  // A server that does not know the upload yet.
  await expect((await openFake()).uploads.getUpload(begun)).rejects.toMatchObject(refusal)
  s3.fail(null)
  expect(await store.uploads.getUpload(begun)).toMatchObject({ offset: 0, size: 100 })
  expect(await store.findLength(id)).toBe(6)
  store.close()
})

test('an upload whose completion failed in the store is completed by the next server that reads its offset', async () => {
  const [store, other] = [await openFake(), await openFake()]
  const bytes = randomBytes(6 * megabyte)
  const id = await beginUpload(store, bytes.length)
  await send(store, id, bytes.subarray(0, megabyte), 0)
  s3.fail({ status: 503, method: 'POST' })
  await expect(send(store, id, bytes.subarray(megabyte), megabyte)).rejects.toMatchObject({ code: 'unavailable' })
  s3.fail(null)
  expect(await other.findLength(id)).toBeNull()
  expect((await other.uploads.getUpload(id)).offset).toBe(bytes.length)
  expect((await buffer(await other.read(id))).equals(bytes)).toBe(true)
  expect(s3.keys().filter((key) => key.startsWith(id))).toEqual([id, `${id}.info`])
  for (const one of [store, other]) one.close()
})

test('a request to an S3 store that refuses connections fails as "unavailable"', async () => {
  const store = await openFileStore({ s3: { ...s3, endpoint: 'http://127.0.0.1:1' } }, dataDir)
  await expect(store.findLength(randomUUID())).rejects.toMatchObject({ code: 'unavailable' })
  store.close()
})
