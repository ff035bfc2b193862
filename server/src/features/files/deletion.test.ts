import { beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { createTestUpload, readOffset } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { compareFilesWithRows, deleteBytesOfDeletedFiles } from './jobs.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string

beforeEach(async () => {
  dee = await server().createUser()
  kit = await server().createUser()
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
})

const isStored = async (id: string) => (await server().services.files.findLength(id)) !== null
const usedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes

test('an upload of 24 hours ago is gone, retention deletes its row, and the job its bytes', async () => {
  const { id, path } = await createTestUpload(dee, bandId)
  const { services } = server()
  await services.db`update files set expires_at = ${ago({ seconds: 1 })} where id = ${id}`
  expect(await readOffset(dee, path)).toBeNull()
  expect(await isStored(id)).toBe(true)
  await purgeExpired(services)
  expect(await usedBytes()).toBe(0)
  await deleteBytesOfDeletedFiles(services)
  expect(await isStored(id)).toBe(false)
})

test.each<[string, () => Promise<unknown>]>([
  ['the member leaves', () => kit.post(`/api/bands/${bandId}/leave`, { keepEventIds: [] })],
  ['the account is erased', () => kit.delete('/api/me')],
])('the bytes of an unfinished upload are deleted when %s', async (_, go) => {
  const { id } = await createTestUpload(kit, bandId)
  await go()
  await deleteBytesOfDeletedFiles(server().services)
  expect(await isStored(id)).toBe(false)
})

test('the bytes of a band are deleted when its only member erases the account', async () => {
  const owner = await server().createUser()
  const { id: alone } = await createTestBand(owner)
  const { id } = await createTestUpload(owner, alone)
  expect((await owner.delete('/api/me')).status).toBe(204)
  await deleteBytesOfDeletedFiles(server().services)
  expect(await isStored(id)).toBe(false)
})

test('the weekly job deletes bytes that no row names, keeps all others, and logs a row without bytes', async () => {
  const { services } = server()
  const [kept, orphan, lost] = [
    await createTestUpload(dee, bandId),
    await createTestUpload(dee, bandId),
    await createTestUpload(dee, bandId),
  ]
  await services.db`delete from files where id = ${orphan.id}`
  await services.db`delete from deleted_files where id = ${orphan.id}`
  await services.db`
    update files set expires_at = null, media_type = 'application/pdf', created_at = ${ago({ days: 2 })} where id = ${lost.id}`
  await services.files.delete(lost.id)
  const logged: unknown[] = []
  const log = { ...services.log, error: (entry: unknown) => void logged.push(entry), warn: () => undefined }
  await compareFilesWithRows({ ...services, log: log as unknown as typeof services.log })
  expect([await isStored(kept.id), await isStored(orphan.id)]).toEqual([true, false])
  expect(logged).toEqual([{ fileId: lost.id }])
})

test('what a band uploaded on a day is deleted two days later', async () => {
  const { db } = server().services
  const { id: other } = await createTestBand(dee)
  for (const [id, days] of [
    [bandId, 1],
    [other, 2],
  ])
    await db`insert into upload_days (band_id, day, bytes) values (${id}, ${testClock.now()}::timestamptz::date - ${days}::int, 1)`
  await purgeExpired(server().services)
  const left = await db<{ id: string }[]>`select band_id as id from upload_days where band_id in (${bandId}, ${other})`
  expect(left.map(({ id }) => id)).toEqual([bandId])
})
