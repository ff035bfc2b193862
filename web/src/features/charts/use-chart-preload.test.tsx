// @vitest-environment happy-dom
import type { Chart } from '@gaffer/domain/charts/chart'
import type * as TanStackRouter from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aChart, aTextChart } from '#testing/chart-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { openBeforehand, useChartPreload } from './use-chart-preload.ts'

const { loadRouteChunk, openChart, startPdfViewer } = vi.hoisted(() => ({
  openChart: vi.fn<(chart: Chart) => Promise<void>>(async () => undefined),
  loadRouteChunk: vi.fn<(route: string) => Promise<void>>(async () => undefined),
  startPdfViewer: vi.fn<() => Promise<void>>(async () => undefined),
}))
const chartRoute = '/cached/signed-in/bands/$bandId/charts/$chartId'
const router = { loadRouteChunk, routesById: { [chartRoute]: 'chart' } }

vi.mock('./pdf.ts', () => ({ startPdfViewer }))
vi.mock('./chart-file.ts', () => ({ openChart }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof TanStackRouter>()),
  useRouter: () => router,
}))

let keptCaches: string[] = []
beforeEach(() =>
  vi.stubGlobal('caches', { has: async (name: string) => keptCaches.some((kept) => name.startsWith(kept)) }),
)
afterEach(() => vi.clearAllMocks())

async function show(charts: readonly Chart[]) {
  const List = () => {
    useChartPreload(charts)
    return null
  }
  await renderPage(<List />)
}

test('a list with a PDF starts the viewer that the device keeps', async () => {
  keptCaches = ['gaffer-pdf-']
  await show([aChart()])
  await vi.waitFor(() => expect(startPdfViewer).toHaveBeenCalledOnce())
  expect(loadRouteChunk).toHaveBeenCalledExactlyOnceWith('chart')
})

test('a list of texts, or on a device without the viewer, loads only the page of a chart', async () => {
  keptCaches = ['gaffer-pdf-']
  await show([aTextChart('la')])
  keptCaches = []
  await show([aChart()])
  await vi.waitFor(() => expect(loadRouteChunk).toHaveBeenCalledTimes(2))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(startPdfViewer).not.toHaveBeenCalled()
})

test('a song without charts loads nothing', async () => {
  await show([])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(loadRouteChunk).not.toHaveBeenCalled()
})

test('the PDF of a followed link is opened at once, and one that cannot be read fails only on its page', async () => {
  await openBeforehand(aChart())
  expect(openChart).toHaveBeenCalledExactlyOnceWith(aChart())
  openChart.mockRejectedValueOnce(new Error('damaged'))
  await openBeforehand(aChart())
  await openBeforehand(aTextChart('la'))
  expect(openChart).toHaveBeenCalledTimes(2)
})
