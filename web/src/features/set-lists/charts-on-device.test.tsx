import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { keepCharts } from '#offline/keep-charts.ts'
import type { KeptFile } from '#offline/stored-query-database.ts'
import { aChart } from '#testing/chart-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { ChartsOnDevice } from './charts-on-device.tsx'

/** The files that the fake browser has stored. It has room for the first chart only. */
const kept: KeptFile[] = []
vi.mock('#offline/kept-file-database.ts', () => ({
  listKeptFiles: async () => kept,
  deleteKeptFiles: async () => undefined,
  updateKeptFiles: async () => undefined,
  storeKeptFile: async (_: string, row: KeptFile) => {
    if (kept.length > 0) throw new DOMException('Full', 'QuotaExceededError')
    return kept.push(row) > 0
  },
}))

/** Disables the automatic storing of charts, because the test decides which set lists are stored. */
vi.mock('#offline/store-fortnight.ts', () => ({ keepChartsOfFortnight: async () => undefined }))

const params = { bandId: 'b1', setlistId: 'l1' }
const picture = (id: string, songId: string, bytes = 1000) =>
  aChart({ id, songId, name: `Chart ${id}`, kind: 'image', pages: 1, bytes, url: `/${id}` })
const titles = new Map([
  ['s1', 'Dakota'],
  ['s2', 'Valerie'],
  ['s3', 'Ruby'],
])

test('the charts that are missing on the device are named by reason: full browser storage, the limit per device, a lost connection', async () => {
  const charts = [picture('c1', 's1'), picture('c2', 's2'), picture('c3', 's3', 301 * 1024 * 1024), picture('c4', 's1')]
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/c4' ? Promise.reject(new TypeError('Failed to fetch')) : new Response('bytes'),
  )
  const { client } = await renderPage(<ChartsOnDevice {...params} isPlayedSoon titleOf={(id) => titles.get(id)} />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/setlists/:setlistId/charts', { params }), charts],
      [meQueryOptions.queryKey, { user: aUser(), bands: [anOwnMembership()] }],
    ],
  })
  await act(() => keepCharts(client, [{ ...params, date: addDays(todayInLondon(new Date()), 3) }]))
  expect(screen.getByText(chartMessages.chartsOnDevice(1, 4))).toBeTruthy()
  const { 'browser full': full, 'no room': room, 'not read': unread } = chartMessages.chartsMissing
  for (const sentence of [`${full} Valerie: Chart c2`, `${room} Ruby: Chart c3`, `${unread} Dakota: Chart c4`])
    expect(screen.getByText(sentence)).toBeTruthy()
})

test.each([
  ['played soon', true, chartMessages.chartsOnDevice(0, 1)],
  ['not played soon', false, chartMessages.chartsKeptLater],
])('a set list that is %s and has no chart on the device yet (%s) says: %s', async (_, isPlayedSoon, sentence) => {
  kept.length = 0
  await renderPage(<ChartsOnDevice {...params} isPlayedSoon={isPlayedSoon} titleOf={(id) => titles.get(id)} />, {
    cached: [
      [queryKeyOf('GET /api/bands/:bandId/setlists/:setlistId/charts', { params }), [picture('c9', 's1')]],
      [meQueryOptions.queryKey, { user: aUser(), bands: [anOwnMembership()] }],
    ],
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
})
