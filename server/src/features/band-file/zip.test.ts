// The zip export of a band: its entries, and the band that its import creates.

import { createHash, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { deleteBytesOfDeletedFiles } from '#features/files/jobs.ts'
import { createTestBand, createTestPractice, createTestSong, joinBand } from '#testing/builders.ts'
import { createFileChart, createPdf, createPhoto, createTextChart, drawOnChart } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { addEntry, createReceipt } from '#testing/money.ts'
import { createTestNote } from '#testing/notes.ts'
import { createTestRecording, createWav } from '#testing/recordings.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { beginImport, downloadZip, importZip, readBytes, readZip, uploadZip, type TestEntry } from '#testing/zips.ts'
import { endFailedImport, runImport } from './import-zip.ts'

const server = useTestServer()
let dee: TestClient, bandId: string, zip: Buffer, entries: TestEntry[]
const wav = createWav(3)

beforeAll(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  bandId = (await createTestBand(dee)).id
  const song = await createTestSong(dee, bandId, { title: 'Dakota: live?' })
  const songRef = { bandId, songId: song.id }
  const chart = await createFileChart(dee, songRef, { bytes: createPdf(1), filename: 'Bass.pdf', part: 'Bass' })
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(3) })
  await dee.patch(`/api/bands/${bandId}/charts/${chart.id}`, { uploadId })
  await drawOnChart(dee, { bandId, id: chart.id }, { isShared: true, chartVersion: 2 })
  const kit = await server().createUser({ displayName: 'Kit' })
  await joinBand(dee, bandId, kit)
  await drawOnChart(kit, { bandId, id: chart.id }, { isShared: true })
  const photo = await createFileChart(dee, songRef, { bytes: await createPhoto(), filename: 'bass.jpg' })
  await drawOnChart(kit, { bandId, id: photo.id })
  await createTextChart(dee, songRef, { text: '[Am]Hello', name: 'CON' })
  const practice = await createTestPractice(dee, bandId, { date: '2026-01-09' })
  const { id: recordingId } = await createTestRecording(dee, bandId, {
    bytes: wav,
    name: 'Take 3',
    eventId: practice.id,
    marks: [{ songId: song.id, atSeconds: 1.5 }],
  })
  await dee.patch(`/api/bands/${bandId}/recordings/${recordingId}`, { isKept: true })
  await createTestNote(dee, bandId, { kind: 'recording', id: recordingId }, { text: 'Too fast', atSeconds: 2 })
  await dee.post(`/api/bands/${bandId}/setlists`, { name: 'Friday', items: [{ songId: song.id }, { label: 'Break' }] })
  await createReceipt(dee, bandId)
  await addEntry(dee, bandId, { kind: 'expense', pence: 100, note: '=1+1' })
  zip = await downloadZip(dee, bandId)
  entries = await readZip(zip)
})

const entry = (path: string) => entries.find((one) => one.path === path)?.bytes ?? Buffer.from(`no ${path}`)

test('the zip export of a band has the band file, the files under readable names, the ledger without formulas, the set lists, and a manifest with the hash of each file', async () => {
  expect(entries.map(({ path }) => path)).toEqual([
    'band.json',
    'charts/Dakota live/_CON.cho',
    'charts/Dakota live/Bass (marks).json',
    'set-lists/Friday.txt',
    'ledger.csv',
    'charts/Dakota live/Bass.pdf',
    'charts/Dakota live/Bass (version 1).pdf',
    'charts/Dakota live/bass.webp',
    expect.stringMatching(/^recordings\/\d{4}-\d\d-\d\d Take 3\.wav$/),
    expect.stringMatching(/^receipts\/\d{4}-\d\d-\d\d Strings\.pdf$/),
    'manifest.json',
  ])
  const manifest = JSON.parse(String(entry('manifest.json')))
  const hashed = entries.slice(0, -1).map(({ path, bytes }) => ({
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  expect(manifest.entries).toMatchObject(hashed)
  expect(String(entry('ledger.csv'))).toContain(`"'=1+1"`.replaceAll('"', ''))
  expect(String(entry('set-lists/Friday.txt'))).toMatch(/^Friday\n\n1\. Dakota: live\?, .+\nBreak\n$/)
  const { body } = await dee.get(`/api/bands/${bandId}/export`)
  expect({ ...JSON.parse(String(entry('band.json'))), exportedAt: body.exportedAt }).toEqual(body)
})

/** The charts, recording, notes, ledger and storage of a band, without ids. */
async function contentsOf(client: TestClient, id: string): Promise<object> {
  const to = (path: string) => `/api/bands/${id}/${path}`
  const [song] = (await client.get(to('songs'))).body
  const charts = (await client.get(to(`songs/${song.id}/charts`))).body
  const files = []
  for (const chart of charts) {
    const versions = (await client.get(to(`charts/${chart.id}/versions`))).body
    for (const { url, text, bytes, version } of versions)
      files.push([chart.name, chart.part, chart.pages, version, bytes, text, url && (await hashOf(client, url))])
  }
  const [recording] = (await client.get(to('recordings'))).body
  const { name, bytes, seconds, mime, isKept, recordedAt, noteCount, marks, eventId, url } = recording
  const notes = (await client.get(to(`notes?about=recording:${recording.id}`))).body.notes
  const ledger = (await client.get(to('ledger'))).body
  const line = ledger.entries.find(({ receiptUrl }: { receiptUrl: string | null }) => receiptUrl)
  return {
    files,
    recording: { name, bytes, seconds, mime, isKept, recordedAt, noteCount, isOfEvent: eventId !== null },
    marks: marks.map(({ atSeconds, songId }: { atSeconds: number; songId: string }) => [atSeconds, songId === song.id]),
    sound: await hashOf(client, url),
    notes: notes.map(({ text, atSeconds }: { text: string; atSeconds: number }) => [text, atSeconds]),
    potPence: ledger.potPence,
    receipt: await hashOf(client, line.receiptUrl),
    storage: (await client.get(to('storage'))).body,
  }
}

async function hashOf(client: TestClient, url: string): Promise<string> {
  return createHash('sha256')
    .update(await readBytes(client, url))
    .digest('hex')
}

test('an imported zip makes a band with the same charts, versions, recordings, marks, notes, receipts and storage, and leaves no stored file without a row', async () => {
  const mags = await server().createUser()
  const { state, percent, bandId: loaded, message } = await importZip(mags, zip)
  expect([state, percent, message]).toEqual(['done', 100, null])
  expect(await contentsOf(mags, String(loaded))).toEqual(await contentsOf(dee, bandId))
  const { services } = server()
  await deleteBytesOfDeletedFiles(services)
  const stored = new Set<string>()
  for await (const id of services.files.list()) stored.add(id)
  const rows = await services.db<{ id: string }[]>`select id from files`
  expect([...stored].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test('shared chart marks of an imported band belong to the imported members, also after a user joins as one of those members, and private chart marks are not imported', async () => {
  const mags = await server().createUser()
  const loaded = `/api/bands/${(await importZip(mags, zip)).bandId}`
  const [song] = (await mags.get(`${loaded}/songs`)).body
  const charts = (await mags.get(`${loaded}/songs/${song.id}/charts`)).body
  const markupOf = async (name: string) => {
    const { id } = charts.find((chart: { name: string }) => chart.name === name)
    return (await mags.get(`${loaded}/charts/${id}/markup`)).body
  }
  const cards = (await mags.get(`${loaded}/members`)).body
  const kits = cards.find(({ displayName }: { displayName: string }) => displayName === 'Kit')
  const [dees, kitsMarks] = await markupOf('Bass')
  expect([dees, kitsMarks]).toMatchObject([
    { displayName: 'Dee', isShared: true, chartVersion: 2, pages: [{ page: 1, strokes: [{ tool: 'pen' }] }] },
    { displayName: 'Kit', membershipId: kits.id, chartVersion: 1 },
  ])
  expect(await markupOf('bass')).toEqual([])
  const { id: membershipId, displayName, role } = kits
  const invite = (email: string) => mags.post(`${loaded}/members/invite`, { membershipId, displayName, role, email })
  await invite('kits-old-address@example.org')
  const [{ id: inviteId }] = (await mags.get(`${loaded}/invites`)).body
  expect((await mags.delete(`${loaded}/invites/${inviteId}`)).status).toBe(204)
  await invite('kit@example.org')
  const joins = await server().createUser({ displayName: 'Kit B' })
  const token = invitationTokenIn((await waitForMailTo(mags, 'kit@example.org')).text)
  expect((await joins.post(`/api/invites/${token}/accept`)).status).toBe(200)
  expect((await joins.get('/api/me/export')).body.chartMarkup).toHaveLength(1)
  expect(await markupOf('Bass')).toEqual([dees, kitsMarks])
})

test('an uploaded zip can be imported once and only by its uploader, and the status of the import is 404 for another user', async () => {
  const mags = await server().createUser()
  const uploadId = await uploadZip(mags, zip)
  const stranger = await server().createUser()
  expect((await stranger.post('/api/bands/import', { uploadId })).status).toBe(409)
  const importId = await beginImport(mags, uploadId)
  expect((await mags.post('/api/bands/import', { uploadId })).status).toBe(409)
  expect((await stranger.get(`/api/me/imports/${importId}`)).status).toBe(404)
  expect((await mags.get(`/api/me/imports/${importId}`)).status).toBe(200)
})

/** Creates a running import without a job, whose first attempt stored the file `left`. */
async function createInterruptedImport(mags: TestClient & { user: { id: string } }) {
  const { services } = server()
  const userId = mags.user.id
  const uploadId = await uploadZip(mags, zip)
  const [importId, left] = [randomUUIDv7(), randomUUIDv7()]
  await services.files.write(left, Buffer.from('of the first attempt'))
  await services.db`update zip_uploads set used_at = ${testClock.now()} where id = ${uploadId}`
  await services.db`
    insert into band_imports (user_id, id, upload_id, state, percent, file_ids, created_at)
    values (${userId}, ${importId}, ${uploadId}, 'running', 40, ${[left]}, ${testClock.now()})`
  return { services, userId, importId, left, uploadId }
}

test('an import is "running" with a message while the file store is down, "done" after a retry once the store is back, and "failed" after the last retry', async () => {
  const mags = await server().createUser()
  const { services, userId, importId, uploadId } = await createInterruptedImport(mags)
  const down = () => Promise.reject(new AppError('unavailable', fileMessages.storeDown))
  const withoutStore = { ...services, files: new Proxy(services.files, { get: () => down }) }
  const state = async (id: string) => {
    const { state, message } = (await mags.get(`/api/me/imports/${id}`)).body
    return [state, message]
  }
  await expect(runImport(withoutStore, { userId, importId })).rejects.toThrow()
  expect(await state(importId)).toEqual(['running', bandFileMessages.zipWaits])
  await runImport(services, { userId, importId })
  expect(await state(importId)).toEqual(['done', null])

  const second = await createInterruptedImport(mags)
  await endFailedImport(services, { userId, importId: second.importId })
  expect(await state(second.importId)).toEqual(['failed', bandFileMessages.zipNotLoaded])
  await deleteBytesOfDeletedFiles(services)
  for (const id of [uploadId, second.uploadId, second.left]) expect(await services.files.findLength(id)).toBeNull()
})

test('a second attempt completes an unfinished import, and the file that the first attempt stored is deleted', async () => {
  const mags = await server().createUser()
  const { services, userId, importId, left } = await createInterruptedImport(mags)
  await runImport(services, { userId, importId })
  expect((await mags.get(`/api/me/imports/${importId}`)).body.state).toBe('done')
  await deleteBytesOfDeletedFiles(services)
  expect(await services.files.findLength(left)).toBeNull()
})

test('a member and an admin get 403 for the zip export of their band', async () => {
  const mags = await server().createUser()
  const { id } = await joinBand(dee, bandId, mags)
  for (const access of ['member', 'admin']) {
    await dee.patch(`/api/bands/${bandId}/members/${id}`, { access })
    expect([access, (await mags.get(`/api/bands/${bandId}/export.zip`)).status]).toEqual([access, 403])
  }
})
