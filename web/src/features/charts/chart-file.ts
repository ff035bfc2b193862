// Reads the file of a chart: from the device if this version is stored there, otherwise from the server.

import type { Chart } from '@gaffer/domain/charts/chart'
import { useQuery } from '@tanstack/react-query'
import { fetchOrThrow } from '#lib/request.ts'
import { readKeptContent } from '#offline/kept-file-database.ts'
import { openPdf, startPdfViewer, type PdfDocument } from './pdf.ts'

type ChartFileKey = Pick<Chart, 'id' | 'version' | 'url'>

async function readChartFile({ id, version, url }: ChartFileKey): Promise<ArrayBuffer> {
  // If IndexedDB fails, the file is read from the server.
  const keptContent = await readKeptContent(id, version).catch(() => null)
  if (keptContent) return keptContent
  if (url === null) throw new Error('A text has no file')
  return (await fetchOrThrow(url)).arrayBuffer()
}

/** LRU cache of open PDF documents, the most recently used last. Three are enough for the previous, the current and the next song. */
const openDocuments = new Map<string, Promise<PdfDocument>>()
const maxOpenDocuments = 3

function readAndOpen(chart: ChartFileKey): Promise<PdfDocument> {
  // Starts the viewer while the file is read. A failure is ignored here, because `openPdf` then rejects.
  void startPdfViewer().catch(() => undefined)
  return readChartFile(chart).then(openPdf)
}

/** Opens a chart's PDF. All components that show it share one document. */
export function openChart(chart: ChartFileKey): Promise<PdfDocument> {
  const key = `${chart.id} ${chart.version}`
  const documentPromise = openDocuments.get(key) ?? readAndOpen(chart)
  openDocuments.delete(key)
  openDocuments.set(key, documentPromise)
  documentPromise.catch(() => openDocuments.delete(key))
  const [leastRecentlyUsed] = openDocuments
  if (leastRecentlyUsed && openDocuments.size > maxOpenDocuments) {
    openDocuments.delete(leastRecentlyUsed[0])
    void leastRecentlyUsed[1].then(
      (document) => document.loadingTask.destroy(),
      // The document failed to open, so there is nothing to close.
      () => undefined,
    )
  }
  return documentPromise
}

const uncachedOptions = { staleTime: 0, gcTime: 0, retry: false, structuralSharing: false } as const

export function useChartPdf(chart: ChartFileKey) {
  return useQuery({
    ...uncachedOptions,
    queryKey: ['chart pdf', chart.id, chart.version],
    queryFn: () => openChart(chart),
  })
}

export function useChartPicture(chart: ChartFileKey) {
  return useQuery({
    ...uncachedOptions,
    queryKey: ['chart picture', chart.id, chart.version],
    queryFn: async () => new Blob([await readChartFile(chart)], { type: 'image/webp' }),
  })
}
