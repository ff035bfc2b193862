import { beforeEach, expect, test } from 'vitest'
import type { DeletedFile } from '@gaffer/domain/files/upload'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import { createFileChart, createPdf, createTextChart } from '#testing/charts.ts'
import { createTestUpload, readOffset } from '#testing/files.ts'
import { createTestRecording } from '#testing/recordings.ts'
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
const readUsedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes

test('an expired upload is 404, retention deletes its row, and the job that follows deletes its bytes', async () => {
  const { id, path } = await createTestUpload(dee, bandId)
  const { services } = server()
  await services.db`update files set expires_at = ${ago({ seconds: 1 })} where id = ${id}`
  expect(await readOffset(dee, path)).toBeNull()
  expect(await isStored(id)).toBe(true)
  await purgeExpired(services)
  expect(await readUsedBytes()).toBe(0)
  await deleteBytesOfDeletedFiles(services)
  expect(await isStored(id)).toBe(false)
})

test.each<[string, () => Promise<unknown>]>([
  ['the member leaves', () => kit.post(`/api/bands/${bandId}/leave`, { keepEventIds: [] })],
  ['the account is erased', () => kit.delete('/api/me')],
])('the bytes of an unused upload are deleted when %s', async (_, go) => {
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

test('the weekly job deletes bytes that no row names, keeps all other bytes, and logs a row without bytes', async () => {
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

test('retention deletes the row that counts a band’s uploads of a day once it is two days old, and keeps the row of yesterday', async () => {
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

test('an owner can list deleted charts and recordings with their sizes and delete each permanently, after which a restore of a chart is 404 and the bytes are deleted', async () => {
  const { services } = server()
  const band = `/api/bands/${bandId}`
  const song = await createTestSong(dee, bandId)
  const other = await createTestSong(dee, bandId, { title: 'Valerie' })
  const songRef = { bandId, songId: song.id }
  const chart = await createFileChart(kit, songRef, { filename: 'Dakota.pdf' })
  const next = createPdf(3)
  const { id: uploadId } = await createTestUpload(kit, bandId, { bytes: next })
  await kit.patch(`${band}/charts/${chart.id}`, { uploadId })
  const text = await createTextChart(kit, songRef)
  const ofSong = await createFileChart(dee, { bandId, songId: other.id }, { filename: 'Of a deleted song.pdf' })
  const kept = await createFileChart(dee, songRef)
  const take = await createTestRecording(kit, bandId, { name: 'Take 3' })
  const fileIds = (await services.db<{ id: string }[]>`select id from files where band_id = ${bandId}`).map(
    ({ id }) => id,
  )
  for (const path of [`charts/${chart.id}`, `charts/${text.id}`, `songs/${other.id}`, `recordings/${take.id}`])
    expect((await dee.delete(`${band}/${path}`)).status).toBeLessThan(300)

  const listed = await dee.get(`${band}/storage/deleted`)
  const sizes = listed.body.map(({ id, kind, name, bytes }: DeletedFile) => ({ id, kind, name, bytes }))
  expect(sizes).toHaveLength(4)
  expect(sizes).toEqual(
    expect.arrayContaining([
      { id: chart.id, kind: 'chart', name: 'Dakota', bytes: chart.bytes + next.length },
      { id: text.id, kind: 'chart', name: 'Words', bytes: text.bytes },
      { id: ofSong.id, kind: 'chart', name: 'Of a deleted song', bytes: ofSong.bytes },
      { id: take.id, kind: 'recording', name: 'Take 3', bytes: take.bytes },
    ]),
  )
  expect((await kit.delete(`${band}/storage/deleted/${chart.id}`)).status).toBe(403)
  for (const { id } of [chart, text, ofSong, take]) {
    expect((await dee.delete(`${band}/storage/deleted/${id}`)).status).toBe(204)
    expect((await dee.delete(`${band}/storage/deleted/${id}`)).status).toBe(404)
  }
  expect((await dee.delete(`${band}/storage/deleted/${kept.id}`)).status).toBe(404)
  expect((await dee.post(`${band}/charts/${chart.id}/restore`)).status).toBe(404)
  expect([await readUsedBytes(), (await dee.get(`${band}/storage/deleted`)).body]).toEqual([kept.bytes, []])
  await deleteBytesOfDeletedFiles(services)
  const stored = await Promise.all(fileIds.map(isStored))
  expect(stored.filter(Boolean)).toHaveLength(1)
})
