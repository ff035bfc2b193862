import { useEffect, useRef, useState, type ReactNode } from 'react'
import { drawPdfPage, emptyCanvas, type PdfDocument, type PdfPage } from './pdf.ts'
import { fitPage, type PageView, type Size } from './fit-page.ts'

type PdfProps = {
  document: PdfDocument
  page: number
  box: Size
  view: PageView
  label: string
  /** True for a page that is drawn but not shown, so that the next page turn is instant. */
  isHidden: boolean
  onFailed: (error: unknown) => void
  children?: ((size: Size) => ReactNode) | undefined
}

/** One page of a PDF. The canvas is emptied on unmount, to free memory. */
export function PdfSheet({ document, page: number, box, view, label, isHidden, onFailed, children }: PdfProps) {
  const [page, setPage] = useState<PdfPage | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isCancelled = false
    document.getPage(number).then((read) => !isCancelled && setPage(read), onFailed)
    return () => {
      isCancelled = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `onFailed` must not read the page again
  }, [document, number])
  const size = page && fitPage(readHeightToWidthRatio(page), box, view)
  const { width = 0, height = 0 } = size ?? {}
  useEffect(() => {
    const element = canvas.current
    if (!page || !element || width === 0) return
    const abortController = new AbortController()
    drawPdfPage(page, element, { width, height }, abortController.signal).catch((error: unknown) => {
      if (!abortController.signal.aborted) onFailed(error)
    })
    return () => {
      abortController.abort()
      emptyCanvas(element)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `onFailed` must not draw the page again
  }, [page, width, height])
  if (!size) return null
  return (
    <figure aria-label={label} hidden={isHidden} className="relative shrink-0 bg-[#fff]" style={size}>
      <canvas ref={canvas} className="block size-full" />
      {children?.(size)}
    </figure>
  )
}

function readHeightToWidthRatio(page: PdfPage): number {
  const { width, height } = page.getViewport({ scale: 1 })
  return height / width
}

type PictureProps = {
  picture: Blob
  box: Size
  view: PageView
  label: string
  children?: ((size: Size) => ReactNode) | undefined
}

export function PictureSheet({ picture, box, view, label, children }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(picture)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [picture])
  const size = ratio === null ? null : fitPage(ratio, box, view)
  return (
    <div className="relative shrink-0" style={size ?? { width: 0, height: 0 }}>
      <img
        ref={image}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
        className="block size-full"
      />
      {size && children?.(size)}
    </div>
  )
}
