import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToastById, readToasts, showToast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

/** The tops of the toast and of the Save button. Both are 48 px high, and have the same width. */
let tops: { toast: number; save: number }

beforeEach(() => {
  tops = { toast: 700, save: 300 }
  // happy-dom has no visualViewport.
  vi.stubGlobal('visualViewport', null)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = this.tagName === 'LI' ? tops.toast : tops.save
    return new DOMRect(0, top, 300, 48)
  })
})
afterEach(() => {
  act(() => readToasts().forEach(({ id }) => dismissToastById(id)))
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const waitForFrames = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)))
const isAtTop = () => screen.getByText('Profile Updated').closest('ol')?.classList.contains('top-0')

const undo = vi.fn<(title: string) => void>()
const deletion = (title: string) => ({
  title,
  action: { label: 'Undo', altText: 'Restore it in the activity', onPress: () => undo(title) },
})
const shownTitles = () =>
  screen.queryAllByRole('listitem').map((toast) => toast.querySelector('.font-semibold')?.textContent)

async function showToastBesideSave() {
  render(
    <>
      <button type="submit">Save Changes</button>
      <Toaster />
    </>,
  )
  act(() => showToast({ title: 'Profile Updated' }))
  await waitForFrames()
}

it('a toast that covers no submit button is at the bottom edge', async () => {
  await showToastBesideSave()
  expect(isAtTop()).toBe(false)
})

it.each([660, 700, 740])('a toast at 700 px moves to the top edge for a Save button at %i px', async (top) => {
  tops.save = top
  await showToastBesideSave()
  expect(isAtTop()).toBe(true)
})

it('a toast moves to the top edge when the page scrolls a Save button beneath it', async () => {
  await showToastBesideSave()
  tops.save = 710
  fireEvent.scroll(document)
  expect(isAtTop()).toBe(true)
})

it('a toast is at the top edge while a soft keyboard covers the bottom of the page', async () => {
  vi.stubGlobal('visualViewport', { height: innerHeight / 2, scale: 1 })
  await showToastBesideSave()
  expect(isAtTop()).toBe(true)
})

it('after two deletions, Undo in the first toast undoes the first deletion, and the toast of the second deletion stays', async () => {
  render(<Toaster />)
  act(() => showToast(deletion('Gig deleted')))
  act(() => showToast(deletion('Practice deleted')))
  await waitForFrames()
  expect(shownTitles()).toEqual(['Gig deleted', 'Practice deleted'])
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await waitForFrames()
  expect(undo.mock.calls).toEqual([['Gig deleted']])
  expect(shownTitles()).toEqual(['Practice deleted'])
})

it('a double tap on Undo undoes once', async () => {
  // Radix keeps a closed toast with an animation of its own until the animation ends.
  const animationOf = (element: Element) => ({
    get animationName() {
      return element.getAttribute('data-state')
    },
  })
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation((element) => animationOf(element) as CSSStyleDeclaration)
  render(<Toaster />)
  act(() => showToast(deletion('Gig deleted')))
  await waitForFrames()
  const undoButton = screen.getByText('Undo')
  undo.mockClear()
  fireEvent.click(undoButton)
  fireEvent.click(undoButton)
  expect(undoButton.isConnected).toBe(true)
  expect(undo.mock.calls).toEqual([['Gig deleted']])
})

it('Escape closes the toast that has the focus, or else the newest toast, and does not reach the key listeners of the document', async () => {
  const onKeyDown = vi.fn()
  document.addEventListener('keydown', onKeyDown)
  render(<Toaster />)
  for (const title of ['1', '2', '3']) act(() => showToast(deletion(title)))
  await waitForFrames()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitForFrames()
  expect(shownTitles()).toEqual(['1', '2'])
  act(() => screen.getAllByRole('button', { name: 'Dismiss' })[0]?.focus())
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  await waitForFrames()
  expect(shownTitles()).toEqual(['2'])
  expect(onKeyDown).not.toHaveBeenCalled()
  document.removeEventListener('keydown', onKeyDown)
})

it('toasts at the top edge stay there while a toast that was moved there is open, even if no toast would cover a Save button any more', async () => {
  tops.save = 700
  await showToastBesideSave()
  act(() => showToast({ title: 'Profile Updated', action: deletion('').action }))
  await waitForFrames()
  tops.save = 300
  act(() => showToast({ title: 'Copied' }))
  await waitForFrames()
  expect(isAtTop()).toBe(true)
})
