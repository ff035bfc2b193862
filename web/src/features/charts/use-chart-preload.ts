import type { Chart } from '@gaffer/domain/charts/chart'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { waitForIdle } from '#lib/after-paint.ts'
import { isPdfViewerKept } from '#offline/pdf-viewer-files.ts'

/**
 * Preloads the chart page once the page with the list is idle, and for a PDF also the viewer, if it is stored on the device. On a slow phone,
 * starting the viewer alone takes longer than the first page of a chart is allowed to take.
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
    // A failed preload is ignored, because the chart page loads the files again and shows a failure.
    if (hasCharts) void preload().catch(() => undefined)
  }, [router, hasCharts, hasPdf])
}

/** Starts opening a chart's PDF when its link is followed, while the chart page renders. */
export async function startOpeningChart(chart: Chart): Promise<void> {
  if (chart.kind !== 'pdf') return
  const { openChart } = await import('./chart-file.ts')
  // The chart page opens the chart again and shows a failure.
  await openChart(chart).catch(() => undefined)
}
