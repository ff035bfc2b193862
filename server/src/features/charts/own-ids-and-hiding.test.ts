import { randomUUIDv7 } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import { createFileChart, createPdf, createTextChart } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, songRef: { bandId: string; songId: string }, charts: string
const words = { text: '[C]Hello', format: 'chordpro', name: 'Words' }

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
  songRef = { bandId, songId: (await createTestSong(dee, bandId)).id }
  charts = `/api/bands/${bandId}/songs/${songRef.songId}/charts`
})

const namesOf = async (caller: TestClient) => (await caller.get(charts)).body.map(({ name }: Chart) => name)

test('a repeated request that adds a chart with an id made by the client stores one chart and returns its present state', async () => {
  const id = randomUUIDv7()
  expect((await kit.post(charts, { ...words, id })).body).toMatchObject({ id, version: 1 })
  await kit.patch(`/api/bands/${bandId}/charts/${id}`, { name: 'Words of all verses' })
  const again = await kit.post(charts, { ...words, id })
  expect([again.status, again.body]).toMatchObject([201, { id, name: 'Words of all verses' }])
  expect(await namesOf(dee)).toEqual(['Words of all verses'])
})

test('a repeated request that adds a chart with an id made by the client returns that chart although its upload is already used', async () => {
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(1) })
  const input = { id: randomUUIDv7(), uploadId }
  const [first, second] = [await dee.post(charts, input), await dee.post(charts, input)]
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
})

test('adding a chart with the id of another member’s chart, another song’s chart or a deleted chart of the band is refused with 409, and is accepted in another band', async () => {
  const { id } = await createTextChart(dee, songRef)
  const other = await createTestSong(dee, bandId, { title: 'Valerie' })
  const refused = [
    await kit.post(charts, { ...words, id }),
    await dee.post(`/api/bands/${bandId}/songs/${other.id}/charts`, { ...words, id }),
  ]
  await dee.delete(`/api/bands/${bandId}/charts/${id}`)
  refused.push(await dee.post(charts, { ...words, id }))
  for (const { status, body } of refused) expect([status, body.message]).toEqual([409, chartMessages.chartIdTaken])
  const stranger = await server().createUser()
  const own = await createTestBand(stranger)
  const song = await createTestSong(stranger, own.id)
  expect((await stranger.post(`/api/bands/${own.id}/songs/${song.id}/charts`, { ...words, id })).status).toBe(201)
})

test('charts are ordered by the caller’s part, or by the caller’s role if no part is set, and a member gets 403 for setting another member’s part', async () => {
  for (const part of ['Drums', 'Bass']) await createTextChart(dee, songRef, { name: part, part })
  const card = (await dee.get('/api/me')).body.bands[0]
  expect([card.part, card.role]).toEqual([null, expect.any(String)])
  const mine = `/api/bands/${bandId}/members/${card.id}`
  expect((await dee.patch(mine, { role: 'Drums' })).body).toMatchObject({ role: 'Drums', part: null })
  expect(await namesOf(dee)).toEqual(['Drums', 'Bass'])
  expect((await dee.patch(mine, { part: 'Bass guitar' })).body).toMatchObject({ role: 'Drums', part: 'Bass guitar' })
  expect(await namesOf(dee)).toEqual(['Bass', 'Drums'])
  expect((await kit.patch(mine, { part: 'Kazoo' })).status).toBe(403)
  expect((await dee.patch(mine, { part: '' })).body.part).toBeNull()
})

test('chartCount of a song and of a set list item is the number of charts of the song, without deleted charts', async () => {
  const [first] = [await createTextChart(dee, songRef), await createFileChart(dee, songRef)]
  const items = [{ songId: songRef.songId }, { label: 'Break' }, { songId: songRef.songId }]
  const { body: setlist } = await dee.post(`/api/bands/${bandId}/setlists`, { name: 'Friday', items })
  expect(setlist.items.map(({ chartCount }: { chartCount: number }) => chartCount)).toEqual([2, 0, 2])
  const counts = async () => [
    (await dee.get(`/api/bands/${bandId}/songs`)).body[0].chartCount,
    (await dee.get(`/api/bands/${bandId}/setlists`)).body[0].items[0].chartCount,
    (await dee.patch(`/api/bands/${bandId}/songs/${songRef.songId}`, { note: 'Loud' })).body.chartCount,
  ]
  expect(await counts()).toEqual([2, 2, 2])
  await dee.delete(`/api/bands/${bandId}/charts/${first.id}`)
  expect(await counts()).toEqual([1, 1, 1])
  const unchanged = await dee.patch(`/api/bands/${bandId}/setlists/${setlist.id}`, { items: setlist.items })
  expect([unchanged.status, unchanged.body.version]).toEqual([200, 1])
})

test('a hidden chart is listed without its name and content, requests for its content, edits and restores get 410, and its deletion is accepted', async () => {
  const [file, text] = [await createFileChart(dee, songRef), await createTextChart(dee, songRef)]
  await server().services.db`update charts set hidden_at = ${testClock.now()} where band_id = ${bandId}`
  const listed = (await dee.get(charts)).body as Chart[]
  expect(listed).toHaveLength(2)
  for (const chart of listed) expect(chart).toMatchObject({ name: chartMessages.hidden, text: null, url: null })
  const path = `/api/bands/${bandId}/charts/${text.id}`
  const refused = [
    await dee.get(`/api/bands/${bandId}/charts/${file.id}/content`),
    await dee.patch(path, { text: 'x' }),
    await dee.post(`${path}/versions/1/restore`),
  ]
  const hidden = { code: 'hidden', message: chartMessages.hidden }
  for (const { status, body } of refused) expect([status, body]).toEqual([410, hidden])
  expect((await dee.get(`${path}/versions`)).body[0]).toMatchObject({ text: null, url: null })
  expect((await dee.delete(path)).status).toBe(204)
})
