// Idempotency-Key of the requests that begin uploads.

import { beforeEach, expect, test } from 'vitest'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { pieceHeaders, readOffset, sendPiece, tusHeaders, uploadMetadata } from '#testing/files.ts'
import type { TestClient, TestResponse } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, bandId: string

beforeEach(async () => {
  dee = await server().createUser()
  bandId = (await createTestBand(dee)).id
})

type Begin = { as?: TestClient; path?: string; purpose?: string; key?: string; length?: number; bytes?: Buffer }

function begin({ as = dee, path, purpose = 'chart', key = 'a', length = 1000, bytes }: Begin = {}) {
  return as.send('POST', path ?? `/api/bands/${bandId}/uploads`, bytes, {
    ...(bytes ? pieceHeaders : tusHeaders),
    'upload-length': String(length),
    'upload-metadata': uploadMetadata({ purpose }),
    'idempotency-key': key,
  })
}
const outlineOf = ({ status, headers }: TestResponse) => [status, headers.get('location'), headers.get('upload-offset')]
const readUsedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes

test('a request that begins an upload, repeated with its idempotency key, returns the same upload with the bytes that have arrived', async () => {
  const first = await begin({ bytes: Buffer.alloc(300) })
  const path = first.headers.get('location') as string
  expect(outlineOf(first)).toEqual([201, path, '300'])
  await sendPiece(dee, path, Buffer.alloc(200), 300)
  const repeated = await begin({ bytes: Buffer.alloc(300) })
  expect(outlineOf(repeated)).toEqual([201, path, '500'])
  expect(repeated.headers.get('upload-expires')).toBe(first.headers.get('upload-expires'))
  expect(await readUsedBytes()).toBe(1000)
  expect((await sendPiece(dee, path, Buffer.alloc(500), 500)).status).toBe(204)
})

test('two requests with one idempotency key that begin the upload of a band’s zip return one upload', async () => {
  const zip = { path: '/api/me/uploads', purpose: 'band' }
  const [first, repeated] = [await begin(zip), await begin(zip)]
  expect(outlineOf(repeated)).toEqual([201, first.headers.get('location'), '0'])
})

test('parallel requests with one idempotency key begin one upload', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => begin()))
  expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
  expect(await readUsedBytes()).toBe(1000)
})

test('an idempotency key with another upload length, purpose or path is refused with 422, an empty key with 400, and the same key of another member begins another upload', async () => {
  const first = await begin()
  for (const other of [{ length: 1001 }, { purpose: 'receipt' }, { path: '/api/me/uploads', purpose: 'band' }]) {
    const { status, body } = await begin(other)
    expect([status, body.message]).toEqual([422, messages.idempotencyReused])
  }
  expect((await begin({ key: ' ' })).status).toBe(400)
  const kit = await server().createUser()
  await joinBand(dee, bandId, kit)
  const own = await begin({ as: kit })
  expect(own.status).toBe(201)
  expect(own.headers.get('location')).not.toBe(first.headers.get('location'))
})

test('a repeated request returns an upload whose first piece was refused, and the idempotency key of a refused upload can be used again', async () => {
  const length = limits.uploadPieceBytes + 1
  expect((await begin({ length, bytes: Buffer.alloc(length) })).status).toBe(413)
  const repeated = await begin({ length })
  expect([repeated.status, await readOffset(dee, String(repeated.headers.get('location')))]).toEqual([201, 0])
  expect(await readUsedBytes()).toBe(length)
  expect((await begin({ key: 'b', length: limits.chartBytes + 1 })).status).toBe(413)
  expect((await begin({ key: 'b' })).status).toBe(201)
})

test('a repeated request that begins an upload makes the upload’s missing file again, and gets 404 once the upload is cancelled', async () => {
  const path = (await begin()).headers.get('location') as string
  const file = join(server().services.config.dataDir, 'files', path.split('/').at(-1) as string)
  await Promise.all([file, `${file}.info`].map((name) => rm(name, { force: true })))
  expect(await readOffset(dee, path)).toBeNull()
  const repeated = await begin({ bytes: Buffer.alloc(10) })
  expect(outlineOf(repeated)).toEqual([201, path, '0'])
  expect((await sendPiece(dee, path, Buffer.alloc(10), 0)).status).toBe(204)
  await dee.delete(path, tusHeaders)
  expect((await begin()).status).toBe(404)
})
