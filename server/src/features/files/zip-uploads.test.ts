// Uploads of a user that belong to no band: zips of whole bands.

import { beforeEach, expect, test } from 'vitest'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand } from '#testing/builders.ts'
import { beginUpload, readOffset, sendPiece, tusHeaders, uploadMetadata } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { beginZipUpload, uploadZip } from '#testing/zips.ts'
import { compareFilesWithRows, deleteBytesOfDeletedFiles } from './jobs.ts'

const server = useTestServer({ BAND_STORAGE_MB: '40' })
const { megabyte } = limits
let dee: TestClient

beforeEach(async () => {
  dee = await server().createUser()
})

const isStored = async (id: string) => (await server().services.files.findLength(id)) !== null
const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

test('a user without a band can upload a zip in two pieces, the first reply has the time when the upload expires, and the bytes stay until the upload is deleted', async () => {
  const options = await dee.send('OPTIONS', '/api/me/uploads', undefined, {})
  expect([options.status, options.headers.get('tus-extension')]).toEqual([
    204,
    'creation,creation-with-upload,termination,expiration',
  ])
  const { status, headers } = await beginZipUpload(dee, { length: 20 })
  expect([status, Date.parse(String(headers.get('upload-expires'))) > testClock.now().getTime()]).toEqual([201, true])
  const path = String(headers.get('location'))
  expect(path).toMatch(/^\/api\/me\/uploads\/[0-9a-f-]{36}$/)
  expect((await sendPiece(dee, path, Buffer.alloc(12, 'a'), 0)).status).toBe(204)
  expect(await readOffset(dee, path)).toBe(12)
  expect((await sendPiece(dee, path, Buffer.alloc(8, 'b'), 12)).status).toBe(204)
  expect(await readOffset(dee, path)).toBe(20)
  await compareFilesWithRows(server().services)
  expect(await isStored(idOf(path))).toBe(true)
  expect((await dee.delete(path, tusHeaders)).status).toBe(204)
  await deleteBytesOfDeletedFiles(server().services)
  expect(await isStored(idOf(path))).toBe(false)
})

test('another user gets 404 for an uploaded zip, and the owner gets 404 once the zip has expired', async () => {
  const path = `/api/me/uploads/${await uploadZip(dee, Buffer.from('zip'))}`
  const kit = await server().createUser()
  const answers = [
    await kit.send('HEAD', path, undefined, tusHeaders),
    await sendPiece(kit, path, Buffer.alloc(1), 0),
    await kit.delete(path, tusHeaders),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  await server().services.db`update zip_uploads set expires_at = ${ago({ seconds: 1 })} where id = ${idOf(path)}`
  expect(await readOffset(dee, path)).toBeNull()
})

test('a zip upload must have the purpose "band", and an upload to a band with that purpose is refused with 400', async () => {
  const metadata = uploadMetadata({ purpose: 'chart' })
  const headers = { ...tusHeaders, 'upload-length': '5', 'upload-metadata': metadata }
  const { status, body } = await dee.send('POST', '/api/me/uploads', undefined, headers)
  expect([status, body.message]).toEqual([400, fileMessages.purposeNotBand])
  const { id } = await createTestBand(dee)
  expect((await beginUpload(dee, id, { purpose: 'band' })).status).toBe(400)
})

test('a zip may be 64 MB larger than the storage of a band, and one byte more is refused with 413', async () => {
  const most = (40 + 64) * megabyte
  expect((await beginZipUpload(dee, { length: most })).status).toBe(201)
  const { status, body } = await beginZipUpload(dee, { length: most + 1 })
  expect([status, body.message]).toEqual([413, fileMessages.uploadTooLarge(most)])
})

test('the eleventh unfinished zip upload of a user, and a zip upload over 5 GB a day, are refused with 429', async () => {
  for (let at = 0; at < 10; at += 1) expect((await beginZipUpload(dee)).status).toBe(201)
  const eleventh = await beginZipUpload(dee)
  expect([eleventh.status, eleventh.body.message]).toEqual([429, fileMessages.uploadsTooMany])
  const kit = await server().createUser()
  await beginZipUpload(kit)
  await server().services.db`
    update zip_upload_days set bytes = ${limits.uploadBytesPerBandAndDay} where user_id = ${kit.user.id}`
  const { status, body, headers } = await beginZipUpload(kit)
  expect([status, body.message]).toEqual([429, fileMessages.uploadedTooMuchToday])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an account erasure deletes the account’s zip and the files that its import stored', async () => {
  const id = await uploadZip(dee, Buffer.from('zip'))
  const { services } = server()
  const [left] = [crypto.randomUUID()]
  await services.files.write(left, Buffer.from('of an import'))
  await services.db`
    insert into band_imports (user_id, id, upload_id, state, file_ids, created_at)
    values (${dee.user.id}, gen_random_uuid(), ${id}, 'running', ${[left]}, ${ago({ seconds: 1 })})`
  expect((await dee.delete('/api/me')).status).toBe(204)
  await deleteBytesOfDeletedFiles(services)
  expect([await isStored(id), await isStored(left)]).toEqual([false, false])
})

test('retention deletes the row that counts a user’s zip uploads of a day once it is two days old, and keeps the row of yesterday', async () => {
  const { db } = server().services
  const kit = await server().createUser()
  for (const [id, days] of [
    [dee.user.id, 1],
    [kit.user.id, 2],
  ])
    await db`insert into zip_upload_days (user_id, day, bytes) values (${id}, ${testClock.now()}::timestamptz::date - ${days}::int, 1)`
  await purgeExpired(server().services)
  const left = await db<{ id: string }[]>`
    select user_id as id from zip_upload_days where user_id in (${dee.user.id}, ${kit.user.id})`
  expect(left.map(({ id }) => id)).toEqual([dee.user.id])
})
