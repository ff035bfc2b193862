import type { Chart } from '@gaffer/domain/charts/chart'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { waitForIdle } from '#lib/after-paint.ts'
import { isPdfViewerKept } from '#offline/pdf-viewer-files.ts'

/**
 * Once the page that lists the charts is idle, loads what shows them: their page, and for a PDF the viewer, if it is on the device. On a slow phone
 * the viewer alone takes longer than the first page of a chart may take.
 */
export function useChartPreload(charts: readonly Chart[] | undefined) {
  const router = useRouter()
  const hasCharts = charts !== undefined && charts.length > 0
  const hasPdf = charts?.some(({ kind }) => kind === 'pdf') ?? false
  useEffect(() => {
    async function preload() {
      await waitForIdle()
      await router.loadRouteChunk(router.routesById['/cached/signed-in/bands/$bandId/charts/$chartId'])
      if (!hasPdf || !(await isPdfViewerKept())) return
      const { startPdfViewer } = await import('./pdf.ts')
      await waitForIdle()
      await startPdfViewer()
    }
    // A failed preload is ignored: the chart's page loads the files again and reports a failure.
    if (hasCharts) void preload().catch(() => undefined)
  }, [router, hasCharts, hasPdf])
}

/** Opens the PDF of a followed link while the chart's page is rendered. */
export async function openBeforehand(chart: Chart): Promise<void> {
  if (chart.kind !== 'pdf') return
  const { openChart } = await import('./chart-file.ts')
  // The chart's page reports a failure.
  await openChart(chart).catch(() => undefined)
}
