import { beforeEach, expect, test } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import { createTestBand, createTestGig, createTestSong } from '#testing/builders.ts'
import { createFileChart, createTextChart } from '#testing/charts.ts'
import { askDeps, createTestDep, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)
let ros: TestClient, anybody: TestClient, band: string, path: string, link: string
let first: string, second: string, bass: Chart

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  anybody = server().newClient()
  band = (await createTestBand(ros)).id
  const gig = await createTestGig(ros, band)
  path = `/api/bands/${band}/events/${gig.id}`
  first = (await createTestSong(ros, band, { title: 'Valerie' })).id
  second = (await createTestSong(ros, band, { title: 'Dakota' })).id
  await createTextChart(ros, { bandId: band, songId: second }, { name: 'Words' })
  await createTextChart(ros, { bandId: band, songId: first }, { name: 'Drums', part: 'Drums' })
  bass = await createFileChart(ros, { bandId: band, songId: second }, { part: 'Bass' })
  const items = [{ songId: first }, { songId: second }, { songId: first }]
  const { id: setlistId } = (await ros.post(`/api/bands/${band}/setlists`, { name: 'Friday', items })).body
  await ros.patch(path, { setlistId })
  const dep = await createTestDep(ros, band)
  await askDeps(ros, path, [dep], { instrument: 'bass' })
  link = await waitForDepLinkPath(ros, dep)
})

const listCharts = async () =>
  ((await anybody.get(`${link}/charts`)).body as Chart[]).map(({ songId, name }) => [songId, name])
const fetchContent = (url: string | null) => fetch(server().url + String(url))

test('the link of a dep (a stand-in musician) who has not said Yes lists no charts, and a chart’s file is 404', async () => {
  expect((await anybody.get(`${link}/charts`)).body).toEqual([])
  expect((await fetchContent(`${link}/charts/${bass.id}/content`)).status).toBe(404)
})

test('a dep who said Yes gets the charts for their instrument and the charts for everybody in set list order, and all charts of a song without a chart for that instrument', async () => {
  await anybody.post(link, { answer: 'yes' })
  expect(await listCharts()).toEqual([
    [first, 'Drums'],
    [second, 'Dakota'],
    [second, 'Words'],
  ])
  await createTextChart(ros, { bandId: band, songId: first }, { name: 'Low', part: 'Bass guitar' })
  expect(await listCharts()).toEqual([
    [first, 'Low'],
    [second, 'Dakota'],
    [second, 'Words'],
  ])
})

test('a dep whose request was withdrawn after a Yes gets no charts any more', async () => {
  await anybody.post(link, { answer: 'yes' })
  const [request] = (await ros.get(`${path}/dep-requests`)).body
  expect((await ros.delete(`${path}/dep-requests/${request.id}`)).status).toBe(204)
  expect(await listCharts()).toEqual([])
  expect((await fetchContent(`${link}/charts/${bass.id}/content`)).status).toBe(404)
})

test('a dep’s link serves the file of a chart, whole or as a range, until the set list is removed from the gig', async () => {
  await anybody.post(link, { answer: 'yes' })
  const charts = (await anybody.get(`${link}/charts`)).body as Chart[]
  const chart = charts.find(({ id }) => id === bass.id)
  expect(chart).toMatchObject({ kind: 'pdf', uploadedBy: null, url: `${link}/charts/${bass.id}/content?v=1` })
  const whole = await fetchContent(String(chart?.url))
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const part = await fetch(server().url + chart?.url, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF'])
  expect((await fetchContent(bass.url)).status).toBe(401)
  const drums = charts.find(({ name }) => name === 'Drums')
  expect((await fetchContent(`${link}/charts/${drums?.id}/content`)).status).toBe(404)
  await ros.patch(path, { setlistId: null })
  expect((await fetchContent(String(chart?.url))).status).toBe(404)
  expect(await listCharts()).toEqual([])
})
