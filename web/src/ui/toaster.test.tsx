// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dismissToast, showToast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

/** Tops of the toast and of the Save button. Both are 48 px high and as wide as each other. */
let tops: { toast: number; save: number }

beforeEach(() => {
  tops = { toast: 700, save: 300 }
  // happy-dom has none.
  vi.stubGlobal('visualViewport', null)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = this.tagName === 'LI' ? tops.toast : tops.save
    return new DOMRect(0, top, 300, 48)
  })
})
afterEach(() => {
  act(dismissToast)
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const frames = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)))
const isAtTop = () => screen.getByText('Profile Updated').closest('ol')?.classList.contains('top-0')

async function showToastBesideSave() {
  render(
    <>
      <button type="submit">Save Changes</button>
      <Toaster />
    </>,
  )
  act(() => showToast({ title: 'Profile Updated' }))
  await frames()
}

it('a toast is at the bottom edge where it covers no submit button', async () => {
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

it('a toast is at the top edge while a soft keyboard covers the foot of the page', async () => {
  vi.stubGlobal('visualViewport', { height: innerHeight / 2, scale: 1 })
  await showToastBesideSave()
  expect(isAtTop()).toBe(true)
})
