// A chart to play from, in the viewer and the stage view: pages that are turned, or a text that scrolls.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { isChartHidden, type Chart } from '@gaffer/domain/charts/chart'
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref, useLayoutEffect } from 'react'
import { getErrorMessage, hasErrorCode, NetworkError } from '#lib/api-error.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useChartPdf, useChartPicture } from './chart-file.ts'
import type { ChartView } from './chart-view.ts'
import { downloadChart } from './download-chart.ts'
import { isSpread, type PageView, type Size } from './fit-page.ts'
import { PdfSheet, PictureSheet } from './chart-sheets.tsx'
import { TextChart } from './text-chart.tsx'

/** `turn` scrolls by a screen, or past the end of a page turns the page. It returns false if the chart goes no further in that direction. */
export type ChartHandle = { turn: (by: 1 | -1) => boolean }

type Props = {
  chart: Chart
  view: PageView
  /** Transposition, capo and size of a text chart. */
  textView: ChartView
  ref?: Ref<ChartHandle>
  /** Renders the markup over a page. */
  renderOverlay?: ((page: number, size: Size) => ReactNode) | undefined
  /** The seconds in which a text scrolls from top to bottom; null while automatic scrolling is off. */
  scrollSeconds?: number | null
  /** Called when automatic scrolling reaches the bottom. */
  onScrolled?: () => void
}

export function ChartSurface(props: Props) {
  if (isChartHidden(props.chart)) return <ChartNotice text={chartMessages.hidden} />
  if (props.chart.kind === 'text') return <ScrolledTextChart {...props} />
  return props.chart.kind === 'pdf' ? <PdfChart {...props} /> : <PictureChart {...props} />
}

function PdfChart({ chart, view, ref, renderOverlay }: Props) {
  const { data: document, error, refetch } = useChartPdf(chart)
  const [drawError, setDrawError] = useState<unknown>(null)
  function retry() {
    setDrawError(null)
    void refetch()
  }
  if (error ?? drawError) return <UnreadableChart chart={chart} error={error ?? drawError} onRetry={retry} />
  if (!document) return <LoadingChart />
  return (
    <PagedChart ref={ref} pages={document.numPages}>
      {(page, box, isHidden) => (
        <PdfSheet
          key={page}
          document={document}
          page={page}
          box={box}
          view={view}
          label={chartMessages.pageOf(chart.name, page, document.numPages)}
          isHidden={isHidden}
          onFailed={setDrawError}
        >
          {renderOverlay && ((size) => renderOverlay(page, size))}
        </PdfSheet>
      )}
    </PagedChart>
  )
}

function PictureChart({ chart, view, ref, renderOverlay }: Props) {
  const { data: picture, error, refetch } = useChartPicture(chart)
  if (error) return <UnreadableChart chart={chart} error={error} onRetry={() => void refetch()} />
  if (!picture) return <LoadingChart />
  return (
    <PagedChart ref={ref} pages={1}>
      {(page, box) => (
        <PictureSheet key={page} picture={picture} box={box} view={view} label={chart.name}>
          {renderOverlay && ((size) => renderOverlay(page, size))}
        </PictureSheet>
      )}
    </PagedChart>
  )
}

type PagedProps = {
  pages: number
  ref: Ref<ChartHandle> | undefined
  children: (page: number, box: Size, isHidden: boolean) => ReactNode
}

/** Shows one page, or two side by side, and draws the next page hidden: at most three canvases. */
function PagedChart({ pages, ref, children }: PagedProps) {
  const [first, setFirst] = useState(1)
  const [box, setElement, element] = useElementSize()
  const pagesPerTurn = box && isSpread(box, pages) ? 2 : 1
  const firstShownPage = first - ((first - 1) % pagesPerTurn)
  const shownPages = [firstShownPage, firstShownPage + 1].slice(0, pagesPerTurn).filter((page) => page <= pages)
  const preloadedPage = firstShownPage + pagesPerTurn <= pages ? firstShownPage + pagesPerTurn : null
  useImperativeHandle(ref, () => ({
    turn: (by) => {
      if (element && scrollByPage(element, by)) return true
      const next = firstShownPage + by * pagesPerTurn
      if (next < 1 || next > pages) return false
      setFirst(next)
      element?.scrollTo({ top: 0 })
      return true
    },
  }))
  const pageBox = box && { width: box.width / pagesPerTurn, height: box.height }
  return (
    <section
      ref={setElement}
      aria-label="Chart"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be focusable, so that the keyboard can scroll it
      tabIndex={0}
      className="absolute inset-0 overflow-auto overscroll-contain"
    >
      <div className="flex min-h-full w-max min-w-full items-center justify-center">
        {pageBox && shownPages.map((page) => children(page, pageBox, false))}
        {pageBox && preloadedPage !== null && children(preloadedPage, pageBox, true)}
      </div>
      <output className="sr-only">{pages > 1 && chartMessages.pagesShown(shownPages, pages)}</output>
    </section>
  )
}

function ScrolledTextChart({ chart, textView, ref, scrollSeconds = null, onScrolled }: Props) {
  const element = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({ turn: (by) => element.current !== null && scrollByPage(element.current, by) }))
  useEffect(() => {
    const scroller = element.current
    if (!scroller || scrollSeconds === null) return
    const pixelsPerMs = (scroller.scrollHeight - scroller.clientHeight) / (scrollSeconds * 1000)
    let [scrollTop, lastFrameMs, frame] = [scroller.scrollTop, performance.now(), 0]
    const scrollFrame = (now: number) => {
      // If the user has scrolled by hand, continues from the new position.
      if (Math.abs(scroller.scrollTop - scrollTop) > 2) scrollTop = scroller.scrollTop
      scrollTop += pixelsPerMs * (now - lastFrameMs)
      lastFrameMs = now
      scroller.scrollTop = scrollTop
      if (scrollTop >= scroller.scrollHeight - scroller.clientHeight) return onScrolled?.()
      frame = requestAnimationFrame(scrollFrame)
    }
    frame = requestAnimationFrame(scrollFrame)
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `onScrolled` must not restart the scrolling
  }, [scrollSeconds])
  return (
    <section
      ref={element}
      aria-label="Chart"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be focusable, so that the keyboard can scroll it
      tabIndex={0}
      className="absolute inset-0 overflow-y-auto overscroll-contain px-4 pt-[var(--text-chart-top,1rem)] pb-24"
    >
      <div className="mx-auto max-w-3xl">
        <TextChart text={chart.text ?? ''} format={chart.format ?? 'plain'} {...textView} />
      </div>
    </section>
  )
}

/** Scrolls by at most 85 % of the visible height. Returns false, without scrolling, at the top or bottom. */
function scrollByPage(element: HTMLElement, by: 1 | -1): boolean {
  const remainingPx = by === 1 ? element.scrollHeight - element.clientHeight - element.scrollTop : element.scrollTop
  if (remainingPx < 4) return false
  element.scrollBy({ top: by * Math.min(remainingPx, element.clientHeight * 0.85) })
  return true
}

function LoadingChart() {
  return (
    <div className="absolute inset-0 grid place-content-center">
      <Spinner className="size-8 text-accent" />
      <span className="sr-only">{chartMessages.chartOpening}</span>
    </div>
  )
}

type UnreadableProps = { chart: Chart; error: unknown; onRetry: () => void }

/** Shows why the chart cannot be shown, and a link to its file unless the network has failed or the chart is hidden. */
function UnreadableChart({ chart, error, onRetry }: UnreadableProps) {
  const retryButton = <Button onClick={onRetry}>Try again</Button>
  if (error instanceof NetworkError)
    return <ChartNotice text={chartMessages.chartNotOnDevice}>{retryButton}</ChartNotice>
  // The operator hid the chart after this page had read the list of charts.
  if (hasErrorCode(error as Error, 'hidden')) return <ChartNotice text={chartMessages.hidden} />
  const isEncrypted = (error as { name?: string }).name === 'PasswordException'
  const text = isEncrypted ? chartMessages.pdfEncrypted : getErrorMessage(error as Error, chartMessages.chartNotShown)
  return (
    <ChartNotice text={text}>
      {!isEncrypted && retryButton}
      {chart.url !== null && (
        <a
          href={chart.url}
          download
          onClick={(event) => {
            event.preventDefault()
            void downloadChart(chart)
          }}
          className={buttonClassNameFor({ variant: 'secondary' })}
        >
          Download it
        </a>
      )}
    </ChartNotice>
  )
}

function ChartNotice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="max-w-sm text-lg">{text}</p>
      {children}
    </div>
  )
}

/** Measures an element. Returns its size (null before the first measurement), the ref callback to set on it, and the element. */
function useElementSize(): [Size | null, (element: HTMLElement | null) => void, HTMLElement | null] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [size, setElement, element]
}
