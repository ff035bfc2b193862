import type { Chart } from '@gaffer/domain/charts/chart'
import type * as TanStackRouter from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aChart, aTextChart } from '#testing/chart-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { startOpeningChart, useChartPreload } from './use-chart-preload.ts'

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
  vi.stubGlobal('caches', {
    match: async (_: string, { cacheName }: { cacheName: string }) =>
      keptCaches.some((kept) => cacheName.startsWith(kept)) ? new Response() : undefined,
  }),
)
afterEach(() => vi.clearAllMocks())

async function show(charts: readonly Chart[]) {
  const List = () => {
    useChartPreload(charts)
    return null
  }
  await renderPage(<List />)
}

test('a list with a PDF loads the chunk of the chart page, and starts the PDF viewer if the device has the viewer in a cache', async () => {
  keptCaches = ['gaffer-pdf-']
  await show([aChart()])
  await expect.poll(() => startPdfViewer).toHaveBeenCalledOnce()
  expect(loadRouteChunk).toHaveBeenCalledExactlyOnceWith('chart')
})

test('a list of text charts, and a PDF on a device without the PDF viewer, load only the chunk of the chart page', async () => {
  keptCaches = ['gaffer-pdf-']
  await show([aTextChart('la')])
  keptCaches = []
  await show([aChart()])
  await expect.poll(() => loadRouteChunk).toHaveBeenCalledTimes(2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(startPdfViewer).not.toHaveBeenCalled()
})

test('a song without charts does not load the chunk of the chart page', async () => {
  await show([])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(loadRouteChunk).not.toHaveBeenCalled()
})

test('startOpeningChart opens a PDF, does not reject for a PDF that cannot be read, and does not open a text chart', async () => {
  await startOpeningChart(aChart())
  expect(openChart).toHaveBeenCalledExactlyOnceWith(aChart())
  openChart.mockRejectedValueOnce(new Error('damaged'))
  await startOpeningChart(aChart())
  await startOpeningChart(aTextChart('la'))
  expect(openChart).toHaveBeenCalledTimes(2)
})
