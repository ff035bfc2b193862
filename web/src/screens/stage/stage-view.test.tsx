import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { Setlist } from '#features/set-lists/queries.ts'
import { aTextChart } from '#testing/chart-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSong } from '#testing/song-fixture.ts'
import { useStageChoice } from './stage-controls.tsx'
import { StageView } from './stage-view.tsx'

const songs = [
  aSong({ id: 's1', title: 'Dakota', key: 'E', tempo: 149 }),
  aSong({ id: 's2', title: 'Valerie', note: 'Horns in verse 2' }),
]
const plain = { label: null, note: null, durationSeconds: null, chartCount: 0 }
const setlist: Setlist = {
  id: 'l1',
  bandId: 'b1',
  name: 'Friday',
  items: [
    { ...plain, id: 'i1', songId: 's1' },
    { ...plain, id: 'i2', songId: null, label: 'Break' },
    { ...plain, id: 'i3', songId: 's2', note: 'Capo 2' },
  ],
  version: 1,
  updatedAt: '2026-11-01T00:00:00.000Z',
  noteCount: 0,
  hasUnreadNotes: false,
}

const release = vi.fn<() => Promise<void>>()
const request = vi.fn<(type: string) => Promise<{ release: typeof release }>>()

beforeEach(() => {
  release.mockReset().mockResolvedValue()
  request.mockReset().mockResolvedValue({ release })
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'))

const onLeave = vi.fn<() => void>()
async function open(charts: Chart[] = []) {
  onLeave.mockReset()
  return renderPage(
    <StageView
      setlist={setlist}
      songs={songs}
      charts={charts}
      membership={{ bandId: 'b1', id: 'm1' }}
      onLeave={onLeave}
    />,
  )
}
const title = () => screen.getByRole('status').firstElementChild?.textContent
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(window, { key, ...init })
const show = (state: 'visible' | 'hidden') =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })

test.each(['ArrowRight', 'ArrowDown', 'PageDown', ' '])(
  'the pedal key "%s" turns to the next entry, up to the last',
  async (key) => {
    await open()
    expect(title()).toBe('Dakota')
    press(key)
    expect(title()).toBe('Break')
    for (const _ of [1, 2, 3]) press(key)
    expect(title()).toBe('Valerie')
  },
)

test.each(['ArrowLeft', 'ArrowUp', 'PageUp'])('the pedal key "%s" turns back, down to the first entry', async (key) => {
  await open()
  press('PageDown')
  for (const _ of [1, 2]) press(key)
  expect(title()).toBe('Dakota')
})

test('a pedal key that is held down turns once, and Escape calls onLeave', async () => {
  await open()
  press('PageDown')
  for (const _ of [1, 2]) press('PageDown', { repeat: true })
  expect(title()).toBe('Break')
  press('Escape')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a swipe to the left on the zone Next turns to the next entry once, although it ends with a click, and taps on the zones Next and Previous turn one entry each', async () => {
  await open()
  const zone = screen.getByRole('button', { name: 'Next' })
  fireEvent.pointerDown(zone, { clientX: 300, clientY: 400 })
  fireEvent.pointerUp(zone, { clientX: 200, clientY: 410 })
  fireEvent.click(zone)
  expect(title()).toBe('Break')
  fireEvent.pointerDown(zone, { clientX: 300, clientY: 400 })
  fireEvent.pointerUp(zone, { clientX: 302, clientY: 400 })
  fireEvent.click(zone)
  expect(title()).toBe('Valerie')
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(title()).toBe('Break')
})

test('the stage view of a song shows its key, tempo and notes, and the titles of the next entry and the next song', async () => {
  const { container } = await open()
  expect(container.textContent).toContain('E · 149 bpm')
  expect(container.textContent).toContain('1 of 2 · Next: Break, then Valerie')
  press('PageDown')
  press('PageDown')
  for (const note of ['Capo 2', 'Horns in verse 2']) expect(screen.getByText(note)).toBeTruthy()
})

test('the stage view shows no number for a break, and does not count a break as a song', async () => {
  const { container } = await open()
  press('PageDown')
  expect(title()).toBe('Break')
  expect(container.textContent).not.toMatch(/\d of \d/)
  press('PageDown')
  expect(container.textContent).toContain('2 of 2')
  expect(container.textContent).not.toContain('Next:')
})

test('the view "Whole list" marks the current entry, and after a pedal key the next entry', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Whole list' }))
  const current = () => screen.getByRole('list').querySelector('[aria-current]')?.textContent
  expect(current()).toBe('DakotaE')
  press('PageDown')
  expect(current()).toBe('Break')
  fireEvent.click(screen.getByRole('button', { name: 'Valerie' }))
  fireEvent.click(screen.getByRole('button', { name: 'One song' }))
  expect(title()).toBe('Valerie')
})

test('the stage view requests the wake lock when it opens and when the page becomes visible again, and releases it when it closes', async () => {
  const { rerender } = await open()
  expect(request.mock.calls).toEqual([['screen']])
  await show('hidden')
  expect(request).toHaveBeenCalledTimes(1)
  await show('visible')
  expect(request).toHaveBeenCalledTimes(2)
  rerender(<p>elsewhere</p>)
  expect(release).toHaveBeenCalled()
  await show('visible')
  expect(request).toHaveBeenCalledTimes(2)
})

test('without a wake lock the stage view says that the screen may turn off', async () => {
  request.mockRejectedValue(new Error('low battery'))
  await open()
  expect(await screen.findByText('This device may turn its screen off')).toBeTruthy()
})

const charts = [
  aTextChart('[E]Take a look', { id: 'c1', songId: 's1' }),
  aTextChart('[G]Stereo bass', { id: 'c2', songId: 's1', name: 'Bass' }),
  aTextChart('[Eb]Sometimes', { id: 'c3', songId: 's2' }),
]

test('a song with charts shows its first chart, the next turn shows the next entry, and a break shows its label', async () => {
  await open(charts)
  expect(await screen.findByText('Take')).toBeTruthy()
  press('PageDown')
  expect(title()).toBe('Break')
  press('PageDown')
  expect(await screen.findByText('Sometimes')).toBeTruthy()
})

test('the view that a member chooses for a song is stored, and the last choice also applies to songs without a choice of their own', () => {
  localStorage.clear()
  const [words = null, bass = null] = charts
  const renderChoice = () => renderHook(() => useStageChoice(charts)).result
  const first = renderChoice()
  expect(first.current.chartFor('s1')).toBe(words)
  act(() => first.current.choose('s1', bass))
  expect(renderChoice().current.chartFor('s1')).toBe(bass)
  act(() => first.current.choose('s1', null))
  const later = renderChoice()
  expect([later.current.chartFor('s1'), later.current.chartFor('s2'), later.current.chartFor(null)]).toEqual([
    null,
    null,
    null,
  ])
  act(() => later.current.choose('s2', charts[2] ?? null))
  expect([renderChoice().current.chartFor('s1'), renderChoice().current.chartFor('s2')]).toEqual([null, charts[2]])
  localStorage.clear()
})

test('a text chart stops scrolling by itself when another song is shown', async () => {
  await open(charts)
  await screen.findByText('Take')
  fireEvent.click(screen.getByRole('button', { name: 'Scroll by itself' }))
  expect(screen.getByRole('button', { name: 'Stop scrolling' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Whole list' }))
  fireEvent.click(screen.getByRole('button', { name: /^Valerie/ }))
  fireEvent.click(screen.getByRole('button', { name: 'One song' }))
  await screen.findByText('Sometimes')
  expect(screen.getByRole('button', { name: 'Scroll by itself' })).toBeTruthy()
})
