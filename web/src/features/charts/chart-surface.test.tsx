import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { act, fireEvent, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aChart, aTextChart } from '#testing/chart-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { ChartSurface, type ChartHandle } from './chart-surface.tsx'
import type { PageView } from './fit-page.ts'

const drawn: number[] = []
const pageOf = (number: number) => ({ number, getViewport: () => ({ width: 600, height: 900 }) })
vi.mock('./pdf.ts', () => ({
  startPdfViewer: async () => undefined,
  openPdf: async () => {
    if (isLocked) throw Object.assign(new Error('No password given'), { name: 'PasswordException' })
    return { numPages: 5, getPage: async (number: number) => pageOf(number), loadingTask: { destroy: () => undefined } }
  },
  drawPdfPage: async ({ number }: { number: number }) => {
    if (drawError) throw drawError
    drawn.push(number)
  },
  emptyCanvas: (canvas: HTMLCanvasElement) => void (canvas.width = 0),
}))
vi.mock('#offline/kept-file-database.ts', () => ({ readKeptContent: async () => kept }))

let box = { width: 390, height: 700 }
let kept: ArrayBuffer | null, isLocked: boolean, drawError: Error | null
let frames: FrameRequestCallback[]

beforeEach(() => {
  drawn.length = 0
  frames = []
  kept = new ArrayBuffer(8)
  isLocked = false
  drawError = null
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, box.width, box.height),
  )
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

let version = 0
async function show(view: PageView = { fit: 'page', zoom: 1 }) {
  const ref = createRef<ChartHandle>()
  // A new version in each test, because open documents are cached by id and version.
  version += 1
  const chart = aChart({ pages: 5, version })
  const { rerender } = await renderPage(<ChartSurface chart={chart} textView={textView} view={view} ref={ref} />)
  await screen.findByRole('figure', { name: 'Dakota in E, page 1 of 5' })
  const turn = (by: 1 | -1) => act(async () => ref.current?.turn(by))
  const setView = (next: PageView) => rerender(<ChartSurface chart={chart} textView={textView} view={next} ref={ref} />)
  return { ref, turn, setView }
}

const textView = { semitones: 0, capo: null, size: 1 }
const shownPages = () =>
  screen.getAllByRole('figure').map((figure) => Number(/page (\d+)/.exec(figure.getAttribute('aria-label') ?? '')?.[1]))
const sizeOf = (page: number) => {
  const { width, height } = screen.getByRole('figure', { name: new RegExp(`page ${page} of`) }).style
  return `${width} × ${height}`
}

test('a chart page fits the width or the whole box, and is drawn again when the fit changes', async () => {
  box = { width: 390, height: 480 }
  const { setView } = await show({ fit: 'width', zoom: 1 })
  expect(sizeOf(1)).toBe('390px × 585px')
  setView({ fit: 'page', zoom: 1 })
  expect(sizeOf(1)).toBe('320px × 480px')
  expect(drawn.filter((page) => page === 1)).toHaveLength(2)
})

test('on a phone, one chart page is shown and the next page is drawn hidden, and a turn past the last page returns false', async () => {
  box = { width: 390, height: 700 }
  const { ref, turn } = await show()
  expect([shownPages(), screen.getByRole('status').textContent]).toEqual([[1], 'Page 1 of 5'])
  await expect.poll(() => drawn.toSorted()).toEqual([1, 2])
  for (const page of [2, 3, 4, 5]) {
    await turn(1)
    await expect.poll(() => shownPages()).toEqual([page])
  }
  expect(ref.current?.turn(1)).toBe(false)
  await turn(-1)
  await expect.poll(() => shownPages()).toEqual([4])
})

test('on a tablet in landscape, two chart pages stand side by side and are turned together, and three canvases are rendered', async () => {
  box = { width: 1180, height: 820 }
  const { ref, turn } = await show()
  await expect.poll(() => shownPages()).toEqual([1, 2])
  expect(screen.getByRole('status').textContent).toBe('Pages 1 and 2 of 5')
  expect(document.querySelectorAll('canvas')).toHaveLength(3)
  for (const pages of [[3, 4], [5]]) {
    await turn(1)
    await expect.poll(() => shownPages()).toEqual(pages)
  }
  expect(ref.current?.turn(1)).toBe(false)
})

test('a text chart scrolls automatically in the given time, continues from where the member scrolled to, and calls onScrolled at the end', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1000)
  const onScrolled = vi.fn<() => void>()
  const textChart = aTextChart('[G]Hello')
  const shown = (scrollSeconds: number | null) => (
    <ChartSurface chart={textChart} {...{ textView, scrollSeconds, onScrolled }} view={{ fit: 'page', zoom: 1 }} />
  )
  const { rerender } = await renderPage(shown(null))
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((step) => frames.push(step))
  const began = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(began)
  rerender(shown(100))
  const scroller = screen.getByRole('region', { name: 'Chart' })
  const passTo = (seconds: number) => frames.splice(0).forEach((step) => step(began + seconds * 1000))
  passTo(50)
  expect(Math.round(scroller.scrollTop)).toBe(500)
  scroller.scrollTop = 700
  passTo(60)
  expect([Math.round(scroller.scrollTop), onScrolled.mock.calls]).toEqual([800, []])
  passTo(81)
  expect([onScrolled.mock.calls.length, frames]).toEqual([1, []])
})

test('a text chart is a region with the name "Chart" that takes the focus', async () => {
  await renderPage(<ChartSurface chart={aTextChart('[G]Hello')} textView={textView} view={{ fit: 'page', zoom: 1 }} />)
  const chart = screen.getByRole('region', { name: 'Chart' })
  chart.focus()
  expect(document.activeElement).toBe(chart)
})

const showFile = () => {
  version += 1
  return renderPage(<ChartSurface chart={aChart({ version })} textView={textView} view={{ fit: 'page', zoom: 1 }} />)
}

test('without a network, a chart that is not stored on the device shows an alert that it is not on the device', async () => {
  kept = null
  const read = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await showFile()
  expect((await screen.findByRole('alert')).textContent).toContain(chartMessages.chartNotOnDevice)
  expect(read).toHaveBeenCalled()
})

test('a chart whose file could not be read is read again by "Try again"', async () => {
  kept = null
  const read = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await showFile()
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  read.mockResolvedValue(new Response(new ArrayBuffer(8)))
  fireEvent.click(tryAgain)
  expect(await screen.findByRole('figure', { name: 'Dakota in E, page 1 of 5' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a chart page that could not be drawn is drawn again by "Try again"', async () => {
  drawError = new Error('The worker has ended')
  await showFile()
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  drawError = null
  fireEvent.click(tryAgain)
  await screen.findByRole('figure', { name: 'Dakota in E, page 1 of 5' })
  await expect.poll(() => drawn).toContain(1)
})

test('a PDF chart with a password shows an alert about the password, and offers the file as a download', async () => {
  isLocked = true
  await showFile()
  expect((await screen.findByRole('alert')).textContent).toContain(chartMessages.pdfEncrypted)
  expect(screen.getByRole('link', { name: 'Download it' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['before the list of charts was read', { url: null }],
  ['after the list of charts was read', {}],
])('a chart that the operator hid %s shows an alert that it is hidden, and offers no file', async (_, fields) => {
  kept = null
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({ code: 'hidden', message: chartMessages.hidden }, { status: 410 }),
  )
  version += 1
  const chart = aChart({ version, ...fields })
  await renderPage(<ChartSurface chart={chart} textView={textView} view={{ fit: 'page', zoom: 1 }} />)
  expect((await screen.findByRole('alert')).textContent).toBe(chartMessages.hidden)
  expect(screen.queryByRole('link')).toBeNull()
})
