import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { deleteBytesOfDeletedFiles } from '#features/files/jobs.ts'
import { purgeExpired } from '#features/operations/retention.ts'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import { createCompressedPdf, createFileChart, createPdf, createPhoto, createTextChart } from '#testing/charts.ts'
import { beginUpload, createTestUpload } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, songId: string, songRef: { bandId: string; songId: string }
let charts: string

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
  songId = (await createTestSong(dee, bandId)).id
  songRef = { bandId, songId }
  charts = `/api/bands/${bandId}/songs/${songId}/charts`
})

const pathOf = ({ id }: Pick<Chart, 'id'>) => `/api/bands/${bandId}/charts/${id}`
const readUsedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes
const fetchContent = (url: string | null, headers: Record<string, string> = {}, caller = dee) =>
  fetch(server().url + String(url), {
    headers: { cookie: [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })
const bytesOf = async (url: string | null) => Buffer.from(await (await fetchContent(url)).arrayBuffer())

test('a PDF chart is stored byte for byte, with its number of pages and its file name without .pdf, and its upload can be used once', async () => {
  const bytes = createCompressedPdf(7)
  const { id: uploadId } = await createTestUpload(kit, bandId, { bytes, filename: 'Dakota in E.pdf' })
  const { status, body: chart } = await kit.post(charts, { uploadId, part: 'Bass' })
  expect([status, chart]).toMatchObject([
    201,
    { songId, name: 'Dakota in E', part: 'Bass', kind: 'pdf', bytes: bytes.length, pages: 7, text: null, version: 1 },
  ])
  expect((await bytesOf(chart.url)).equals(bytes)).toBe(true)
  expect(await readUsedBytes()).toBe(bytes.length)
  const again = await kit.post(charts, { uploadId })
  expect([again.status, again.body.message]).toEqual([409, fileMessages.uploadGone])
})

test('of two parallel requests to add a chart from one upload one is accepted and the other gets 409', async () => {
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(1) })
  const answers = await Promise.all([dee.post(charts, { uploadId }), dee.post(charts, { uploadId })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('a request for a chart repeated with its idempotency key adds one chart', async () => {
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(1) })
  const key = { 'idempotency-key': 'a chart' }
  const first = await dee.post(charts, { uploadId }, key)
  const second = await dee.post(charts, { uploadId }, key)
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect((await dee.get(charts)).body).toHaveLength(1)
})

test('a photo is stored as WebP of at most 3,000 px without EXIF data, and only the WebP counts towards the storage', async () => {
  const chart = await createFileChart(dee, songRef, { bytes: await createPhoto(4000, 2000), filename: 'IMG_1.jpg' })
  expect(chart).toMatchObject({ kind: 'image', pages: 1, name: 'IMG_1' })
  const stored = await bytesOf(chart.url)
  const { format, width, height, exif } = await sharp(stored).metadata()
  expect([format, width, height, exif]).toEqual(['webp', 3000, 1500, undefined])
  expect(chart.bytes).toBe(stored.length)
  expect(await readUsedBytes()).toBe(stored.length)
})

test.each<[string, () => Buffer, string]>([
  [
    'an HTML page named .pdf',
    () => Buffer.from('<!doctype html><script>planted()</script>'),
    chartMessages.unsupportedFile,
  ],
  [
    'an SVG',
    () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    chartMessages.unsupportedFile,
  ],
  ['a GIF', () => Buffer.from('GIF89a;planted()'), chartMessages.unsupportedFile],
  [
    'a zip archive',
    () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
    chartMessages.unsupportedFile,
  ],
  [
    'a JPEG signature and rubbish',
    () => Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200, 1)]),
    chartMessages.pictureUnreadable,
  ],
  ['an encrypted PDF', () => createPdf(2, { extra: '/Encrypt 5 0 R' }), chartMessages.pdfEncrypted],
  ['a PDF of 501 pages', () => createPdf(501), chartMessages.pdfTooLong],
  ['a PDF signature alone', () => Buffer.from('%PDF-1.7\n'.padEnd(300)), chartMessages.pdfUnreadable],
])('%s is refused as a chart with 422 and an error message, and stores nothing', async (_, make, message) => {
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: make(), filename: 'chart.pdf' })
  const { status, body } = await dee.post(charts, { uploadId })
  expect([status, body]).toEqual([422, { code: 'unsupported_file', message }])
  expect(await readUsedBytes()).toBe(0)
  expect((await dee.get(charts)).body).toEqual([])
})

test("a chart from an unfinished upload, another member's upload or an upload for another purpose is refused with 409", async () => {
  const begun = String((await beginUpload(dee, bandId, { length: 500 })).headers.get('location'))
    .split('/')
    .at(-1)
  const kits = (await createTestUpload(kit, bandId, { bytes: createPdf(1) })).id
  const receipt = (await createTestUpload(dee, bandId, { bytes: createPdf(1), purpose: 'receipt' })).id
  const refused = await Promise.all([begun, kits, receipt].map((uploadId) => dee.post(charts, { uploadId })))
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
    [409, fileMessages.uploadUnfinished],
    [409, fileMessages.uploadGone],
    [409, fileMessages.uploadGone],
  ])
})

test('a text chart keeps its spaces and blank lines, a text of 100 kB is stored, and a longer text is refused with 400', async () => {
  const text = '   C        G\nHello,   you\n\n\n[Am]Bye'
  expect(await createTextChart(dee, songRef, { text })).toMatchObject({ text, kind: 'text', pages: null, url: null })
  const most = `${'é'.repeat(limits.chartTextBytes / 2 - 1)}\nx`
  expect((await createTextChart(dee, songRef, { text: most.slice(0, -1) + 'x' })).bytes).toBe(limits.chartTextBytes)
  const { status } = await dee.post(charts, { text: `${most}yz`, format: 'plain', name: 'Long' })
  expect(status).toBe(400)
})

test('the list of charts has first the charts for the caller’s part, then the charts without a part in natural name order, then the charts for other parts', async () => {
  const owner = await dee.get(`/api/bands/${bandId}/members`)
  const card = owner.body.find(({ userId }: { userId: string }) => userId === kit.user.id)
  await kit.patch(`/api/bands/${bandId}/members/${card.id}`, { role: 'Bass guitar' })
  for (const [name, part] of [
    ['Drums', 'Drums'],
    ['Page 10', null],
    ['Page 2', null],
    ['Low', 'BASS'],
  ])
    await createTextChart(dee, songRef, { name, part })
  const names = async (caller: TestClient) => (await caller.get(charts)).body.map(({ name }: Chart) => name)
  expect(await names(kit)).toEqual(['Low', 'Page 2', 'Page 10', 'Drums'])
  expect(await names(dee)).toEqual(['Drums', 'Page 2', 'Page 10', 'Low'])
})

test('the charts of a set list are the charts of its songs, each once and in set list order, and after their deletion the set list’s charts and a single chart are 404', async () => {
  const other = await createTestSong(dee, bandId, { title: 'Other' })
  const absent = await createTestSong(dee, bandId, { title: 'Absent' })
  const [first, second] = [
    await createTextChart(dee, songRef, { name: 'B' }),
    await createFileChart(dee, { bandId, songId: other.id }),
  ]
  await createTextChart(dee, { bandId, songId: absent.id })
  const items = [{ songId: other.id }, { label: 'Break' }, { songId }, { songId }]
  const setlist = `/api/bands/${bandId}/setlists`
  const { id } = (await dee.post(setlist, { name: 'Friday', items })).body
  expect((await kit.get(`${setlist}/${id}/charts`)).body).toEqual([first, second])
  expect((await kit.get(pathOf(first))).body).toEqual(first)
  await dee.delete(pathOf(first))
  await dee.delete(`${setlist}/${id}`)
  expect([(await kit.get(`${setlist}/${id}/charts`)).status, (await kit.get(pathOf(first))).status]).toEqual([404, 404])
})

test('a new file makes the next version of a chart, only the last five versions are kept, and restoring an earlier version makes a next version that shares the stored file', async () => {
  const first = createPdf(1)
  const chart = await createFileChart(dee, songRef, { bytes: first })
  for (let pages = 2; pages <= 6; pages += 1) {
    const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(pages) })
    const changed = await dee.patch(pathOf(chart), { uploadId }, { 'if-match': `"${pages - 1}"` })
    expect([changed.status, changed.body.pages, changed.body.version]).toEqual([200, pages, pages])
  }
  const versions = async () => (await kit.get(`${pathOf(chart)}/versions`)).body
  expect((await versions()).map(({ version }: { version: number }) => version)).toEqual([6, 5, 4, 3, 2])
  expect((await dee.post(`${pathOf(chart)}/versions/1/restore`)).status).toBe(404)
  const before = await readUsedBytes()
  const restored = await dee.post(`${pathOf(chart)}/versions/3/restore`)
  expect([restored.status, restored.body.version, restored.body.pages]).toEqual([200, 7, 3])
  expect((await bytesOf(restored.body.url)).equals(createPdf(3))).toBe(true)
  // Version 2 was deleted, and version 7 shares the file of version 3.
  expect(await readUsedBytes()).toBe(before - createPdf(2).length)
  const [{ count }] = await server().services.db`select count(*)::int as count from files where band_id = ${bandId}`
  expect(count).toBe(4)
})

test('renaming a chart keeps its version, an edit or deletion with an outdated If-Match is refused with 412, and a file cannot replace the text of a text chart', async () => {
  const chart = await createTextChart(dee, songRef)
  const renamed = await dee.patch(pathOf(chart), { name: 'In G', part: 'Horns' }, { 'if-match': '"1"' })
  expect(renamed.body).toMatchObject({ name: 'In G', part: 'Horns', version: 1, text: chart.text })
  const edited = await dee.patch(pathOf(chart), { text: 'New words' }, { 'if-match': '"1"' })
  expect(edited.body).toMatchObject({ text: 'New words', version: 2, format: 'chordpro' })
  expect((await dee.patch(pathOf(chart), { text: 'Others' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await dee.delete(pathOf(chart), { 'if-match': '"1"' })).status).toBe(412)
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(1) })
  const mixed = await dee.patch(pathOf(chart), { uploadId })
  expect([mixed.status, mixed.body.message]).toEqual([409, chartMessages.chartKindStays])
})

test('members can change, delete and restore only charts that they added, and owners can change and delete any chart', async () => {
  const [dees, kits] = [await createTextChart(dee, songRef), await createTextChart(kit, songRef)]
  const answers = [
    await kit.patch(pathOf(dees), { name: 'Mine' }),
    await kit.delete(pathOf(dees)),
    await kit.post(`${pathOf(dees)}/versions/1/restore`),
    await kit.patch(pathOf(kits), { name: 'Mine' }),
    await dee.patch(pathOf(kits), { name: 'Ours' }),
    await dee.delete(pathOf(kits)),
    await kit.post(`${pathOf(kits)}/restore`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200, 204, 200])
  expect(answers[0]?.body.message).toBe(chartMessages.chartNotYours)
})

test('a deleted chart counts towards the storage, can be restored for 30 days, and then loses its bytes', async () => {
  const { services } = server()
  const chart = await createFileChart(dee, songRef)
  const [{ id }] = await services.db`select id from files where band_id = ${bandId}`
  expect((await dee.delete(pathOf(chart))).status).toBe(204)
  expect([(await dee.get(charts)).body, (await fetchContent(chart.url)).status, await readUsedBytes()]).toEqual([
    [],
    404,
    chart.bytes,
  ])
  expect((await dee.post(`${pathOf(chart)}/restore`)).body).toEqual(chart)
  expect((await dee.post(`${pathOf(chart)}/restore`)).body).toEqual(chart)
  await dee.delete(pathOf(chart))
  await services.db`update charts set deleted_at = ${ago({ days: 30, minutes: 1 })} where id = ${chart.id}`
  expect((await dee.post(`${pathOf(chart)}/restore`)).status).toBe(404)
  await purgeExpired(services)
  await deleteBytesOfDeletedFiles(services)
  expect([await readUsedBytes(), await services.files.findLength(id)]).toEqual([0, null])
})

test('a chart is deleted and restored with its song, and its bytes are deleted after the row of the song is deleted', async () => {
  const { services } = server()
  const chart = await createFileChart(dee, songRef)
  const song = `/api/bands/${bandId}/songs/${songId}`
  await dee.delete(song)
  expect([(await dee.get(charts)).status, (await fetchContent(chart.url)).status]).toEqual([404, 404])
  await dee.post(`${song}/restore`)
  expect((await dee.get(charts)).body).toEqual([chart])
  const [{ id }] = await services.db`select id from files where band_id = ${bandId}`
  await services.db`delete from songs where id = ${songId}`
  await deleteBytesOfDeletedFiles(services)
  expect(await services.files.findLength(id)).toBeNull()
})

test('a chart stays after the member who added it leaves the band, and its uploadedBy becomes null', async () => {
  const chart = await createFileChart(kit, songRef)
  await kit.post(`/api/bands/${bandId}/leave`, { keepEventIds: [] })
  expect((await dee.get(charts)).body).toMatchObject([{ id: chart.id, uploadedBy: null, version: 1 }])
  expect((await fetchContent(chart.url)).status).toBe(200)
  expect((await fetchContent(chart.url, {}, kit)).status).toBe(404)
})

test('a song with room for two more charts accepts two of four parallel charts, and a deleted chart of a full song can be restored only after another chart is deleted', async () => {
  for (let at = 0; at < limits.chartsPerSong - 2; at += 1) await createTextChart(dee, songRef)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => kit.post(charts, { text: 'x', format: 'plain', name: 'One' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  const [first, second] = (await dee.get(charts)).body as [Chart, Chart]
  await dee.delete(pathOf(first))
  await createTextChart(dee, songRef)
  expect((await dee.post(`${pathOf(first)}/restore`)).body.message).toBe(chartMessages.chartsFull)
  await dee.delete(pathOf(second))
  expect((await dee.post(`${pathOf(first)}/restore`)).status).toBe(200)
})

test('all versions of a text chart count towards the storage of the band, and a text that exceeds the storage is refused with 507 and not stored', async () => {
  const chart = await createTextChart(dee, songRef, { text: 'x'.repeat(1000) })
  await dee.patch(pathOf(chart), { text: 'y'.repeat(2000) })
  expect(await readUsedBytes()).toBe(3000)
  const { bandStorageBytes } = server().services.config
  await server().services.db`
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
    values (${bandId}, gen_random_uuid(), 'receipt', 'a', ${bandStorageBytes - 3500}::bigint, 'application/pdf', ${ago({ days: 1 })})`
  const refused = [
    await dee.post(charts, { text: 'z'.repeat(501), format: 'plain', name: 'Third verse' }),
    await dee.patch(pathOf(chart), { text: 'z'.repeat(501) }),
    await dee.post(`${pathOf(chart)}/versions/1/restore`),
  ]
  const full = { code: 'storage_full', message: fileMessages.storageFull(bandStorageBytes) }
  for (const { status, body } of refused) expect([status, body]).toEqual([507, full])
  expect((await dee.get(charts)).body).toMatchObject([{ id: chart.id, text: 'y'.repeat(2000), version: 2 }])
  expect((await dee.patch(pathOf(chart), { text: 'z'.repeat(500) })).status).toBe(200)
})

test('a repeated restore of a chart version with the same idempotency key stores one version', async () => {
  const chart = await createTextChart(dee, songRef)
  await dee.patch(pathOf(chart), { text: 'Second' })
  const restore = () => dee.post(`${pathOf(chart)}/versions/1/restore`, undefined, { 'idempotency-key': 'restore-1' })
  const [first, again] = [await restore(), await restore()]
  expect([first.status, first.body.version, again.body]).toEqual([200, 3, first.body])
  expect((await dee.get(`${pathOf(chart)}/versions`)).body).toHaveLength(3)
})
