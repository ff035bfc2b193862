// Wraps PDF.js, which is loaded before the first PDF is shown. Scripts and XFA forms of a PDF are not run.

import type * as pdfjs from 'pdfjs-dist'
import { importAgain } from '#ui/import-again.ts'
import { pdfViewerFolder, pdfViewerScript, pdfViewerWorker } from '#offline/pdf-viewer-files.ts'

export type PdfDocument = pdfjs.PDFDocumentProxy
export type PdfPage = pdfjs.PDFPageProxy

type Viewer = { getDocument: typeof pdfjs.getDocument; worker: pdfjs.PDFWorker }

let viewerPromise: Promise<Viewer> | undefined

/** Loads PDF.js, and starts the one worker that parses all documents. After a failure, the next call tries again. */
export function startPdfViewer(): Promise<Viewer> {
  viewerPromise ??= loadViewer().catch((error: unknown) => {
    viewerPromise = undefined
    throw error
  })
  return viewerPromise
}

async function loadViewer(): Promise<Viewer> {
  const pdfModule: typeof pdfjs = await importAgain(() => import(/* @vite-ignore */ pdfViewerFolder + pdfViewerScript))
  const { getDocument, GlobalWorkerOptions, PDFWorker } = pdfModule
  GlobalWorkerOptions.workerSrc = pdfViewerFolder + pdfViewerWorker
  const worker = new PDFWorker()
  await worker.promise
  return { getDocument, worker }
}

/** Rejects if the PDF is damaged or has a password. Transfers `bytes` to the worker: the caller cannot use them afterwards. */
export async function openPdf(bytes: ArrayBuffer): Promise<PdfDocument> {
  const { getDocument, worker } = await startPdfViewer()
  const folder = location.origin + pdfViewerFolder
  return getDocument({
    data: bytes,
    worker,
    // The content security policy allows no WebAssembly: PDF.js then loads its JavaScript decoders from `wasmUrl`.
    useWasm: false,
    wasmUrl: `${folder}wasm/`,
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    // Uses PDF.js's own fonts, so that a PDF looks the same on every device.
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 40_000_000,
  }).promise
}

const maxCanvasPixels = 8_000_000
const maxPixelRatio = 2

type Size = { width: number; height: number }

let lastDrawing: Promise<unknown> = Promise.resolve()

/** Draws pages one after another, so that the hidden next page does not slow down the page on screen. */
export function drawPdfPage(page: PdfPage, canvas: HTMLCanvasElement, size: Size, signal: AbortSignal): Promise<void> {
  const drawingPromise = lastDrawing.then(() => (signal.aborted ? undefined : drawPage(page, canvas, size, signal)))
  // The caller shows the failure; the next page is drawn regardless.
  lastDrawing = drawingPromise.catch(() => undefined)
  return drawingPromise
}

/** Draws the page at `size`, in CSS pixels. The canvas has at most two pixels per CSS pixel, and eight million pixels in all. */
async function drawPage(page: PdfPage, canvas: HTMLCanvasElement, { width, height }: Size, signal: AbortSignal) {
  const ratio = Math.min(devicePixelRatio || 1, maxPixelRatio, Math.sqrt(maxCanvasPixels / (width * height)))
  const viewport = page.getViewport({ scale: (width / page.getViewport({ scale: 1 }).width) * ratio })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const renderTask = page.render({ canvas, viewport, intent: 'display' })
  signal.addEventListener('abort', () => renderTask.cancel())
  await renderTask.promise
}

/** Frees the memory of a canvas, because phones kill a page with many large canvases. */
export function emptyCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
