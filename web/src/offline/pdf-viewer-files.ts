// The files of the PDF viewer. The build copies them from pdfjs-dist as they are, so that a page loads them with its first PDF only.

/** The version of pdfjs-dist in package.json; the build compares them. */
export const pdfViewerVersion = '6.5.438'
export const pdfViewerFolder = `/assets/pdf-${pdfViewerVersion}/`
export const pdfViewerCache = `gaffer-pdf-${pdfViewerVersion}`

export const pdfViewerScript = 'pdf.min.mjs'
export const pdfViewerWorker = 'pdf.worker.min.mjs'

/** The files that most PDFs need: scripts, the fonts that PDFs need not contain, and the decoders of scanned pages. */
const keptFiles = [
  pdfViewerScript,
  pdfViewerWorker,
  'wasm/jbig2_nowasm_fallback.js',
  'wasm/openjpeg_nowasm_fallback.js',
  ...['Dingbats', 'Fixed', 'FixedBold', 'FixedBoldItalic', 'FixedItalic'].map(foxitFontPath),
  ...['Serif', 'SerifBold', 'SerifBoldItalic', 'SerifItalic', 'Symbol'].map(foxitFontPath),
  ...['Bold', 'BoldItalic', 'Italic', 'Regular'].map((style) => `standard_fonts/LiberationSans-${style}.ttf`),
]

function foxitFontPath(name: string): string {
  return `standard_fonts/Foxit${name}.pfb`
}

/**
 * Stores the PDF viewer on this device, so that it works without a network. Its files never change: those that are kept are not
 * requested again.
 */
export async function keepPdfViewer(): Promise<void> {
  const cache = await caches.open(pdfViewerCache)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(keptFiles.map((file) => pdfViewerFolder + file).filter((path) => !kept.has(path)))
}

/** Whether this device has the viewer, whose files are kept all or none. Without a secure origin nothing is kept. */
export async function isPdfViewerKept(): Promise<boolean> {
  if (!('caches' in globalThis)) return false
  return (await caches.match(pdfViewerFolder + pdfViewerScript, { cacheName: pdfViewerCache })) !== undefined
}
