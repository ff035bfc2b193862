import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { deleteBytesOfDeletedFiles } from '#features/files/jobs.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import { createPdf } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import {
  createFlac,
  createM4a,
  createMatroska,
  createMp3,
  createOgg,
  createTestRecording,
  createWav,
  createWebm,
} from '#testing/recordings.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, eventId: string, recordings: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
  eventId = (await createTestPractice(dee, bandId)).id
  recordings = `/api/bands/${bandId}/recordings`
})

const pathOf = ({ id }: Pick<Recording, 'id'>) => `${recordings}/${id}`
const upload = async (bytes: Uint8Array, filename = 'Take 3.wav', client = dee) =>
  (await createTestUpload(client, bandId, { bytes, filename, purpose: 'recording' })).id
const fetchFile = (url: string, headers: Record<string, string> = {}) =>
  fetch(server().url + url, {
    headers: { cookie: [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })
const countRecordings = async () => (await dee.get(`/api/bands/${bandId}/events/${eventId}`)).body.recordingCount

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['wav', () => createWav(2), 'audio/wav'],
  ['mp3', () => createMp3(80), 'audio/mpeg'],
  ['flac', createFlac, 'audio/flac'],
  ['m4a', createM4a, 'audio/mp4'],
  ['webm', createWebm, 'audio/webm'],
  ['ogg', createOgg, 'audio/ogg'],
])('a %s recording is stored byte for byte, with the type and length of its bytes', async (ending, create, mime) => {
  const bytes = await create()
  const recording = await createTestRecording(kit, bandId, { bytes, filename: `Take 3.${ending}`, eventId })
  expect(recording).toMatchObject({
    eventId,
    name: 'Take 3',
    mime,
    bytes: bytes.length,
    isKept: false,
    marks: [],
    version: 1,
  })
  expect(recording.seconds).toBeCloseTo(2, 0)
  const answer = await fetchFile(recording.url)
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': mime,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Take 3.${ending}"; filename*=UTF-8''Take%203.${ending}`,
  })
  const part = await fetchFile(recording.url, { range: 'bytes=4-9' })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(4, 10)])
})

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['a film as mp4', () => createM4a({ isFilm: true }), recordingMessages.filmRefused],
  ['a film as webm', () => createWebm({ isFilm: true }), recordingMessages.filmRefused],
  ['a Matroska file', createMatroska, recordingMessages.unsupportedFile],
  ['a PDF named .mp3', () => createPdf(1), recordingMessages.unsupportedFile],
  ['an HTML page', () => Buffer.from('<!doctype html><script>planted()</script>'), recordingMessages.unsupportedFile],
  ['the head of a wav', () => createWav().subarray(0, 20), recordingMessages.unsupportedFile],
])('%s is refused as a recording, and its upload is deleted', async (_, create, message) => {
  const uploadId = await upload(await create(), 'Take.mp3')
  const { status, body } = await dee.post(recordings, { uploadId, agreed: true })
  expect([status, body.code, body.message]).toEqual([422, 'unsupported_file', message])
  expect((await dee.post(recordings, { uploadId, agreed: true })).body.message).toBe(fileMessages.uploadGone)
  expect((await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes).toBe(0)
})

test('the first recording of a band is refused with 400 without the agreement, its upload can still be used with the agreement, and a later recording needs no agreement', async () => {
  const uploadId = await upload(createWav())
  const refused = await dee.post(recordings, { uploadId })
  expect([refused.status, refused.body.message]).toEqual([400, recordingMessages.agreementNeeded])
  const denied = await dee.post(recordings, { uploadId, agreed: false })
  expect([denied.status, denied.body.message]).toEqual([400, recordingMessages.agreementNeeded])
  expect((await dee.post(recordings, { uploadId, agreed: true })).status).toBe(201)
  expect((await kit.post(recordings, { uploadId: await upload(createWav(), 'b.wav', kit) })).status).toBe(201)
})

test('an upload for a chart and the upload of another member are refused as a recording with 409', async () => {
  const { id } = await createTestUpload(dee, bandId, { bytes: createWav(), purpose: 'chart' })
  expect((await dee.post(recordings, { uploadId: id, agreed: true })).status).toBe(409)
  expect((await kit.post(recordings, { uploadId: await upload(createWav()), agreed: true })).status).toBe(409)
})

test('recordings are listed newest first in pages, and can be filtered by event or by marked song', async () => {
  const song = await createTestSong(dee, bandId)
  const older = await createTestRecording(dee, bandId, { recordedAt: '2026-01-02T20:00:00Z', eventId })
  const newer = await createTestRecording(dee, bandId, {
    recordedAt: '2026-01-09T20:00:00Z',
    marks: [
      { songId: song.id, atSeconds: 1.5 },
      { songId: song.id, atSeconds: 0 },
    ],
  })
  const ids = async (query: string) => (await kit.get(`${recordings}${query}`)).body.map(({ id }: Recording) => id)
  expect(await ids('')).toEqual([newer.id, older.id])
  expect(await ids(`?eventId=${eventId}`)).toEqual([older.id])
  expect(await ids(`?songId=${song.id}`)).toEqual([newer.id])
  expect(await ids(`?before=${newer.id}`)).toEqual([older.id])
  expect(newer.marks.map(({ atSeconds }) => atSeconds)).toEqual([0, 1.5])
  await dee.delete(`/api/bands/${bandId}/songs/${song.id}`)
  expect((await dee.get(pathOf(newer))).body.marks).toEqual([])
})

test('a recording with an event of another band, or a mark with a song of another band, is refused', async () => {
  const other = await createTestBand(kit)
  const event = await createTestPractice(kit, other.id)
  const song = await createTestSong(kit, other.id)
  const uploadId = await upload(createWav())
  const add = (input: object) => dee.post(recordings, { uploadId, agreed: true, ...input })
  expect((await add({ eventId: event.id })).body.message).toBe(recordingMessages.eventUnknown)
  expect((await add({ marks: [{ songId: song.id, atSeconds: 1 }] })).body.message).toBe(recordingMessages.songUnknown)
  const recording = await createTestRecording(dee, bandId)
  const marked = await dee.post(`${pathOf(recording)}/marks`, { songId: song.id, atSeconds: 1 })
  expect([marked.status, marked.body.message]).toEqual([400, recordingMessages.songUnknown])
  expect((await kit.get(`/api/bands/${other.id}/recordings/${recording.id}`)).status).toBe(404)
})

test('a new recording with a deleted event is refused, and an existing recording whose event is deleted stays with eventId null', async () => {
  const recording = await createTestRecording(dee, bandId, { eventId })
  expect((await dee.delete(`/api/bands/${bandId}/events/${eventId}`)).status).toBe(204)
  const refused = await dee.post(recordings, { uploadId: await upload(createWav()), eventId })
  expect([refused.status, refused.body.message]).toEqual([400, recordingMessages.eventUnknown])
  expect((await dee.get(pathOf(recording))).body).toEqual({ ...recording, eventId: null })
})

test('any member can rename a recording and mark it as kept, and a rename with an older version is refused with 412', async () => {
  const recording = await createTestRecording(dee, bandId)
  const kept = await kit.patch(pathOf(recording), { name: 'Slow take', isKept: true })
  expect(kept.body).toMatchObject({ name: 'Slow take', isKept: true, expiresAt: null, version: 2 })
  const stale = await kit.patch(pathOf(recording), { name: 'x' }, { 'if-match': '"1"' })
  expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"2"'])
  const again = await kit.patch(pathOf(recording), { isKept: false })
  expect(again.body).toMatchObject({ isKept: false, expiresAt: recording.expiresAt, version: 3 })
})

test('a recording that is marked as kept is still marked as kept after it is deleted and restored', async () => {
  const recording = await createTestRecording(dee, bandId)
  const kept = await dee.patch(pathOf(recording), { isKept: true })
  await dee.delete(pathOf(recording))
  expect((await dee.post(`${pathOf(recording)}/restore`)).body).toEqual(kept.body)
})

test('a repeated mark id returns the stored mark, ten marks that two members add at once are stored, and a mark can be moved and deleted', async () => {
  const recording = await createTestRecording(dee, bandId)
  const songId = (await createTestSong(dee, bandId)).id
  const marks = `${pathOf(recording)}/marks`
  const id = randomUUIDv7()
  const first = await dee.post(marks, { id, songId, atSeconds: 12.5 })
  const again = await kit.post(marks, { id, songId, atSeconds: 99 })
  expect([first.status, again.status, again.body]).toEqual([201, 201, { id, songId, atSeconds: 12.5 }])
  const parallel = Array.from({ length: 10 }, (_, at) => (at % 2 ? dee : kit).post(marks, { songId, atSeconds: at }))
  expect((await Promise.all(parallel)).map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect((await dee.get(pathOf(recording))).body.marks).toHaveLength(11)
  expect((await kit.patch(`${marks}/${id}`, { atSeconds: 13 })).body).toEqual({ id, songId, atSeconds: 13 })
  expect((await kit.delete(`${marks}/${id}`)).status).toBe(204)
  expect((await kit.delete(`${marks}/${id}`)).status).toBe(404)
  expect((await kit.patch(`${marks}/${id}`, { atSeconds: 1 })).status).toBe(404)
})

test('the 201st mark of a recording is refused with 409', async () => {
  const songId = (await createTestSong(dee, bandId)).id
  const marks = Array.from({ length: 200 }, (_, at) => ({ songId, atSeconds: at }))
  const recording = await createTestRecording(dee, bandId, { marks })
  const refused = await dee.post(`${pathOf(recording)}/marks`, { songId, atSeconds: 201 })
  expect([refused.status, refused.body.message]).toEqual([409, recordingMessages.marksFull])
})

test('a band with 500 recordings gets 409 for a new recording and for restoring a deleted recording', async () => {
  const recording = await createTestRecording(dee, bandId)
  const deleted = await createTestRecording(dee, bandId)
  await dee.delete(pathOf(deleted))
  await server().services.db`
    insert into recordings (band_id, id, file_id, name, bytes, recorded_at, created_at, updated_at)
    select band_id, gen_random_uuid(), file_id, name, bytes, recorded_at, created_at, updated_at
    from recordings, generate_series(1, 499) where id = ${recording.id}`
  const refused = await dee.post(recordings, { uploadId: await upload(createWav()) })
  expect([refused.status, refused.body.message]).toEqual([409, recordingMessages.recordingsFull])
  expect((await dee.post(`${pathOf(deleted)}/restore`)).status).toBe(409)
})

test('the uploader, and no other member, can delete a recording and restore it for 30 days; then its bytes are deleted', async () => {
  const recording = await createTestRecording(dee, bandId, { eventId })
  expect(await countRecordings()).toBe(1)
  const refused = await kit.delete(pathOf(recording))
  expect([refused.status, refused.body.message]).toEqual([403, recordingMessages.notYours])
  expect((await dee.delete(pathOf(recording))).status).toBe(204)
  expect([(await dee.get(pathOf(recording))).status, await countRecordings()]).toEqual([404, 0])
  expect((await kit.post(`${pathOf(recording)}/restore`)).status).toBe(403)
  expect((await dee.post(`${pathOf(recording)}/restore`)).body).toEqual(recording)
  expect((await dee.post(`${pathOf(recording)}/restore`)).body).toEqual(recording)
  expect(await countRecordings()).toBe(1)
  await dee.delete(pathOf(recording))
  await server().services.db`update recordings set deleted_at = ${ago({ days: 31 })} where id = ${recording.id}`
  await purgeExpired(server().services)
  await deleteBytesOfDeletedFiles(server().services)
  expect((await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes).toBe(0)
  expect((await dee.post(`${pathOf(recording)}/restore`)).status).toBe(404)
})

const hide = ({ id }: Recording) =>
  server().services.db`update recordings set hidden_at = ${testClock.now()} where id = ${id}`

test('a hidden recording keeps its place in the list without its name, marks and file, and requests for the recording get 410', async () => {
  const { id: songId } = await createTestSong(dee, bandId)
  const recording = await createTestRecording(dee, bandId, { eventId, marks: [{ songId, atSeconds: 1 }] })
  await hide(recording)
  const shown = { id: recording.id, name: recordingMessages.hidden, url: null, marks: [] }
  expect((await dee.get(`${recordings}?eventId=${eventId}`)).body).toMatchObject([shown])
  expect((await dee.get(`${recordings}?songId=${songId}`)).body).toEqual([])
  const refused = [
    await dee.get(pathOf(recording)),
    await dee.patch(pathOf(recording), { isKept: true }),
    await dee.post(`${pathOf(recording)}/marks`, { songId, atSeconds: 2 }),
  ]
  const hidden = { code: 'hidden', message: recordingMessages.hidden }
  for (const { status, body } of refused) expect([status, body]).toEqual([410, hidden])
  expect([(await fetchFile(recording.url)).status, await countRecordings()]).toEqual([410, 0])
})

test('the uploader and an owner can delete a hidden recording, and another member gets 403; the uploader can restore it, and an owner can delete it for good', async () => {
  const recording = await createTestRecording(kit, bandId)
  const ann = await server().createUser()
  await joinBand(dee, bandId, ann)
  await hide(recording)
  expect((await ann.delete(pathOf(recording))).status).toBe(403)
  expect((await kit.delete(pathOf(recording))).status).toBe(204)
  expect((await dee.get(recordings)).body).toEqual([])
  const restored = await kit.post(`${pathOf(recording)}/restore`)
  expect([restored.status, restored.body.name, restored.body.url]).toEqual([200, recordingMessages.hidden, null])
  expect((await dee.delete(pathOf(recording))).status).toBe(204)
  expect((await dee.delete(`/api/bands/${bandId}/storage/deleted/${recording.id}`)).status).toBe(204)
  expect((await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes).toBe(0)
})
