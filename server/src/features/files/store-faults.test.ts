// Faults of the file store: a full disk, and an S3 store that is down.

import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeS3, type FakeS3 } from '@gaffer/fakes/s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { createFileChart, createPdf, createPhoto } from '#testing/charts.ts'
import { beginUpload, createTestUpload, readOffset, sendPiece } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { compareFilesWithRows, deleteBytesOfDeletedFiles } from './jobs.ts'

let s3: FakeS3, server: TestServer, dee: TestClient, bandId: string, songId: string, charts: string

function useServer(environment: () => Record<string, string>): void {
  beforeAll(async () => {
    server = await startTestServer(environment())
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    dee = await server.createUser()
    bandId = (await createTestBand(dee)).id
    songId = (await createTestSong(dee, bandId)).id
    charts = `/api/bands/${bandId}/songs/${songId}/charts`
  })
}

const readUsedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes
const pathOf = ({ headers }: { headers: Headers }) => String(headers.get('location'))

describe('a full disk', () => {
  useServer(() => ({}))
  afterEach(() => vi.restoreAllMocks())

  /** Makes file writes fail after `room` bytes, as on a full disk. */
  async function fillDiskAfter(room: number): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'gaffer-room-'))
    const file = await open(join(folder, 'any'), 'w')
    const prototype = Object.getPrototypeOf(file) as typeof file
    await file.close()
    await rm(folder, { recursive: true })
    const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const { write } = prototype
    let written = 0
    vi.spyOn(prototype, 'write').mockImplementation(function (this: typeof file, bytes: Buffer, ...rest: number[]) {
      written += bytes.length
      return written > room ? full() : (write as (...all: unknown[]) => Promise<never>).call(this, bytes, ...rest)
    } as unknown as typeof write)
  }

  const full = { code: 'storage_full', message: fileMessages.diskFull }

  test('an upload piece that does not fit on the disk gets 507, and the upload continues from the stored offset once there is space', async () => {
    const bytes = randomBytes(2 * limits.megabyte)
    const path = pathOf(await beginUpload(dee, bandId, { length: bytes.length }))
    await fillDiskAfter(limits.megabyte)
    const { status, body } = await sendPiece(dee, path, bytes, 0)
    expect([status, body]).toEqual([507, full])
    vi.restoreAllMocks()
    const offset = (await readOffset(dee, path)) as number
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(limits.megabyte)
    expect((await sendPiece(dee, path, bytes.subarray(offset), offset)).status).toBe(204)
    expect(await readOffset(dee, path)).toBe(bytes.length)
  })

  test('a chart whose picture cannot be stored gets 507 and takes no storage beyond its upload, and a second request adds the chart once there is space', async () => {
    const bytes = await createPhoto()
    const { id: uploadId } = await createTestUpload(dee, bandId, { bytes, filename: 'a.jpg' })
    vi.spyOn(server.services.files, 'write').mockRejectedValue(new AppError('storage_full', fileMessages.diskFull))
    const { status, body } = await dee.post(charts, { uploadId })
    expect([status, body, await readUsedBytes()]).toEqual([507, full, bytes.length])
    vi.restoreAllMocks()
    expect((await dee.post(charts, { uploadId })).status).toBe(201)
  })
})

describe('a file that is lost', () => {
  const lines: { level: number; msg: string; err?: { code: string } }[] = []
  beforeAll(async () => {
    server = await startTestServer({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  })
  afterAll(() => server.stop())

  test('a request for a chart whose file is lost gets 503, and the log has one warning that names the file store', async () => {
    dee = await server.createUser()
    bandId = (await createTestBand(dee)).id
    songId = (await createTestSong(dee, bandId)).id
    const chart = await createFileChart(dee, { bandId, songId })
    for await (const id of server.services.files.list()) await server.services.files.delete(id)
    const { status, body, headers } = await dee.get(String(chart.url))
    const down = { code: 'unavailable', message: fileMessages.storeDown }
    expect([status, body, headers.get('retry-after')]).toEqual([503, down, '5'])
    expect(lines).toMatchObject([{ level: 40, msg: fileMessages.storeDown, err: { code: 'ENOENT' } }])
  })
})

describe('an S3 store that is down', () => {
  beforeAll(async () => {
    s3 = await startFakeS3()
  })
  useServer(() => ({
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }))
  afterEach(() => s3.fail(null))
  afterAll(() => s3.close())

  const down = { code: 'unavailable', message: fileMessages.storeDown }

  test('while the S3 store is down, uploads and files get 503 and charts are still listed; afterwards the uploads continue', async () => {
    const bytes = createPdf(3)
    const chart = await createFileChart(dee, { bandId, songId })
    const before = await readUsedBytes()
    const begun = pathOf(await beginUpload(dee, bandId, { length: bytes.length, filename: 'Dakota.pdf' }))
    const { id: finished } = await createTestUpload(dee, bandId, { bytes, filename: 'Valerie.pdf' })
    s3.fail({ status: 503 })
    const answers = [
      await beginUpload(dee, bandId, { length: 10 }),
      await sendPiece(dee, begun, bytes, 0),
      await dee.post(charts, { uploadId: finished }),
      await dee.get(String(chart.url)),
    ]
    for (const { status, body, headers } of answers)
      expect([status, body, headers.get('retry-after')]).toEqual([503, down, '5'])
    expect(await readOffset(dee, begun)).toBeNull()
    expect((await dee.get(charts)).body).toEqual([chart])
    expect(await readUsedBytes()).toBe(before + 2 * bytes.length)
    s3.fail(null)
    expect((await sendPiece(dee, begun, bytes, 0)).status).toBe(204)
    for (const uploadId of [finished, String(begun.split('/').at(-1))])
      expect((await dee.post(charts, { uploadId })).status).toBe(201)
  })

  test('bytes whose deletion fails are deleted by a later run, and the weekly job deletes bytes without a row', async () => {
    const { services } = server
    const deleted = await createTestUpload(dee, bandId)
    const [kept, orphan] = [await createTestUpload(dee, bandId), await createTestUpload(dee, bandId)]
    const isStored = ({ id }: { id: string }) => s3.keys().includes(id)
    expect((await dee.delete(deleted.path, { 'tus-resumable': '1.0.0' })).status).toBe(204)
    s3.fail({ status: 500 })
    await expect(deleteBytesOfDeletedFiles(services)).rejects.toMatchObject({ code: 'unavailable' })
    s3.fail(null)
    expect(isStored(deleted)).toBe(true)
    await deleteBytesOfDeletedFiles(services)
    expect(isStored(deleted)).toBe(false)
    await services.db`delete from files where id = ${orphan.id}`
    await services.db`delete from deleted_files where id = ${orphan.id}`
    await compareFilesWithRows(services)
    expect([isStored(kept), isStored(orphan)]).toEqual([true, false])
  })
})
