// The size of chart pages on the screen.

export type PageView = { fit: 'width' | 'page'; zoom: number }
export type Size = { width: number; height: number }

export const zoomSteps = [1, 1.25, 1.5, 2, 2.5, 3] as const
const minSpreadWidthPx = 900

/** Whether two pages are shown side by side: in landscape, from a width of 900 px. */
export function isSpread({ width, height }: Size, pages: number): boolean {
  return pages > 1 && width >= minSpreadWidthPx && width > height
}

/** The size of a page in its box. `ratio` is the page's height divided by its width. */
export function fitPage(ratio: number, box: Size, { fit, zoom }: PageView): Size {
  const width = (fit === 'width' ? box.width : Math.min(box.width, box.height / ratio)) * zoom
  return { width: Math.floor(width), height: Math.floor(width * ratio) }
}

export function nextZoom(zoom: number, by: 1 | -1): number {
  const at = zoomSteps.findIndex((step) => step >= zoom)
  return zoomSteps[Math.max(0, Math.min(zoomSteps.length - 1, at + by))] ?? 1
}
