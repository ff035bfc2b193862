// @vitest-environment happy-dom

import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = async (isDirty: boolean) => {
  const onClose = vi.fn<() => void>()
  await renderPage(
    <Dialog isOpen onClose={onClose} isDirty={isDirty} title="New event">
      <input aria-label="Title" />
    </Dialog>,
  )
  act(() => vi.advanceTimersByTime(500))
  return onClose
}

it('a dialog without unsaved changes closes without asking', async () => {
  const onClose = await open(false)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('a dialog with unsaved changes asks before it closes', async () => {
  const onClose = await open(true)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('an opened dialog focuses its heading and no field', async () => {
  await open(false)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New event' }))
})
