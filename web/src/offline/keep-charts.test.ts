import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import { limits } from '@gaffer/domain/shared/limits'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { keepCharts, planKeptCharts } from './keep-charts.ts'
import { listKeptFiles, readKeptContent } from './kept-file-database.ts'
import { switchAccount, type KeptChart } from './stored-query-database.ts'

const thirdOfLimit = limits.keptFileBytes / 3
const aChart = (id: string, bytes = thirdOfLimit): Chart => ({
  id,
  songId: 's',
  name: id,
  part: null,
  kind: 'pdf',
  bytes,
  pages: 1,
  text: null,
  format: null,
  version: 1,
  uploadedBy: null,
  updatedAt: '2026-11-01T00:00:00.000Z',
  url: `/${id}`,
})
const aNeededChart = (id: string, neededOn: string) => ({ chart: aChart(id), bandId: 'b', neededOn })
const aKeptChart = (id: string, neededOn: string): KeptChart => ({
  kind: 'chart',
  id,
  bandId: 'b',
  version: 1,
  bytes: thirdOfLimit,
  neededOn,
})
const planOf = (
  rows: readonly KeptChart[],
  charts: Parameters<typeof planKeptCharts>[1],
  room = limits.keptFileBytes,
) => planKeptCharts(rows, charts, today, room)
const today = '2026-11-27'

test('charts of the nearest gigs are kept up to the limit of the device, and charts of the furthest gigs are listed as missing', () => {
  const plan = planOf(
    [],
    ['01', '02', '03', '04'].map((day) => aNeededChart(day, `2026-12-${day}`)),
  )
  expect(plan.keep.map(({ chart }) => chart.id)).toEqual(['01', '02', '03'])
  expect([...plan.missing]).toEqual([['04', 'no room']])
})

test('if not all charts fit on the device, the chart that was needed longest ago is deleted first', () => {
  const rows = [aKeptChart('newer', '2026-11-25'), aKeptChart('older', '2026-11-20')]
  const plan = planOf(rows, [aNeededChart('01', '2026-12-01'), aNeededChart('02', '2026-12-02')])
  expect(plan.drop).toEqual(['older'])
  expect(plan.keep).toHaveLength(2)
})

test('a kept chart that no longer fits is dropped, and a kept chart that no event has needed for a fortnight is dropped', () => {
  const rows = [aKeptChart('04', '2026-12-04'), aKeptChart('old', '2026-11-12')]
  const plan = planOf(
    rows,
    ['01', '02', '03', '04'].map((day) => aNeededChart(day, `2026-12-${day}`)),
  )
  expect(plan.drop.toSorted()).toEqual(['04', 'old'])
  expect(planOf([aKeptChart('recent', '2026-11-13')], []).drop).toEqual([])
})

test('only charts that fit into the given room are kept, and the others are listed as missing', () => {
  const charts = [aNeededChart('01', '2026-12-01'), aNeededChart('02', '2026-12-02')]
  const plan = planOf([], charts, thirdOfLimit)
  expect([plan.keep.map(({ chart }) => chart.id), [...plan.missing]]).toEqual([['01'], [['02', 'no room']]])
})

test('a newer version of a chart replaces the kept version and the version in the query cache, and an older version does not replace the cached version', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const user = aUser()
  await switchAccount(user.id)
  client.setQueryData(meQueryOptions.queryKey, { user, bands: [] })
  vi.stubGlobal('fetch', async (url: string) => new Response(url))
  const read = async (version: number) => {
    const chart = { ...aChart('c', 3), kind: 'image' as const, version, url: `/c/${version}` }
    const params = { bandId: 'b', setlistId: 's' }
    client.setQueryData(queryKeyOf('GET /api/bands/:bandId/setlists/:setlistId/charts', { params }), [chart])
    await keepCharts(client, [{ ...params, date: today }])
    return client.getQueryData<Chart>(
      queryKeyOf('GET /api/bands/:bandId/charts/:chartId', { params: { bandId: 'b', chartId: 'c' } }),
    )?.version
  }
  expect([await read(1), await read(2)]).toEqual([1, 2])
  expect(await listKeptFiles()).toMatchObject([{ id: 'c', version: 2 }])
  expect(new TextDecoder().decode((await readKeptContent('c', 2)) ?? undefined)).toBe('/c/2')
  expect(await read(1)).toBe(2)
  vi.unstubAllGlobals()
})
