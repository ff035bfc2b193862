import { beforeEach, expect, test } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import { createFileChart, createPdf, drawOnChart, penStroke } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, chart: Chart, path: string
let chartRef: { bandId: string; id: string }, kitsMembershipId: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  kit = await server().createUser({ displayName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  kitsMembershipId = (await joinBand(dee, bandId, kit)).id
  chart = await createFileChart(dee, { bandId, songId: (await createTestSong(dee, bandId)).id })
  chartRef = { bandId, id: chart.id }
  path = `/api/bands/${bandId}/charts/${chart.id}/markup`
})

const pages = [{ page: 1, strokes: [penStroke] }]
const readLayers = async (caller: TestClient) => (await caller.get(path)).body

test('the list of a chart’s markup has the member’s own layer first, then the layers that other members share', async () => {
  await drawOnChart(dee, chartRef, { isShared: true })
  const own = await drawOnChart(kit, chartRef)
  expect(own).toEqual({
    membershipId: kitsMembershipId,
    displayName: 'Kit',
    isShared: false,
    chartVersion: 1,
    pages,
    version: 1,
  })
  expect(await readLayers(kit)).toMatchObject([{ displayName: 'Kit' }, { displayName: 'Dee', isShared: true }])
  expect(await readLayers(dee)).toMatchObject([{ displayName: 'Dee' }])
})

test('of two parallel first saves of a markup layer with If-Match "0" one is stored, and a later save with another version in If-Match than the stored version gets 412', async () => {
  const save = (seen: string, isShared = true) =>
    kit.put(path, { isShared, chartVersion: 1, pages }, { 'if-match': `"${seen}"` })
  const answers = await Promise.all([save('0'), save('0')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect((await save('1', false)).body.version).toBe(2)
  expect((await save('1')).status).toBe(412)
  expect((await save('7')).status).toBe(412)
})

test('markup keeps the chart version that it was drawn on, and markup with an unknown chart version is refused with 400', async () => {
  await drawOnChart(kit, chartRef)
  const { id: uploadId } = await createTestUpload(dee, bandId, { bytes: createPdf(3) })
  await dee.patch(`/api/bands/${bandId}/charts/${chart.id}`, { uploadId })
  expect(await readLayers(kit)).toMatchObject([{ chartVersion: 1 }])
  expect(await drawOnChart(kit, chartRef, { chartVersion: 2 })).toMatchObject({ chartVersion: 2, version: 2 })
  const refused = await kit.put(path, { isShared: false, chartVersion: 3, pages })
  expect([refused.status, refused.body.message]).toEqual([400, chartMessages.chartVersionUnknown])
})

test('a markup layer of 200 kB is stored, and a larger layer is refused with 413', async () => {
  const points = Array.from({ length: 18_000 }, () => [0.25, 0.5])
  const body = JSON.stringify({
    isShared: false,
    chartVersion: 1,
    pages: [{ page: 1, strokes: [{ ...penStroke, points }] }],
  })
  expect(body.length).toBeLessThanOrEqual(limits.markupBytes)
  const put = (text: string) => kit.send('PUT', path, text, { 'content-type': 'application/json' })
  expect((await put(body.padEnd(limits.markupBytes))).status).toBe(200)
  const refused = await put(body.padEnd(limits.markupBytes + 1))
  expect([refused.status, refused.body.message]).toEqual([413, chartMessages.markupTooLarge])
})

test('shared markup of a member who leaves keeps their name until their account is erased, and their private markup is deleted', async () => {
  const other = await createFileChart(dee, { bandId, songId: chart.songId })
  await drawOnChart(kit, chartRef, { isShared: true })
  await drawOnChart(kit, { bandId, id: other.id })
  await kit.post(`/api/bands/${bandId}/leave`, { keepEventIds: [] })
  expect(await readLayers(dee)).toMatchObject([{ membershipId: null, displayName: 'Kit', pages }])
  const [{ count }] = await server().services
    .db`select count(*)::int as count from chart_markup where band_id = ${bandId}`
  expect(count).toBe(1)
  expect((await kit.delete('/api/me')).status).toBe(204)
  expect(await readLayers(dee)).toMatchObject([{ membershipId: null, displayName: 'Former member', pages }])
})

test('the markup of a deleted chart is 404, and is unchanged after the chart is restored', async () => {
  const own = await drawOnChart(dee, chartRef)
  await dee.delete(`/api/bands/${bandId}/charts/${chart.id}`)
  expect([
    (await dee.get(path)).status,
    (await dee.put(path, { isShared: true, chartVersion: 1, pages })).status,
  ]).toEqual([404, 404])
  await dee.post(`/api/bands/${bandId}/charts/${chart.id}/restore`)
  expect(await readLayers(dee)).toEqual([own])
})
