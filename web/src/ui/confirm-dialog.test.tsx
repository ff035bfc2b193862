import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const onConfirm = vi.fn<() => void>()
const onCancel = vi.fn<() => void>()
const dialog = (isOpen: boolean) => (
  <>
    <button type="button">Delete gig</button>
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete the gig?"
      confirmLabel="Delete"
      cancelLabel="Keep"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  </>
)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  onConfirm.mockClear()
  onCancel.mockClear()
})

it('a confirm dialog ignores presses during its first 500 ms and accepts them afterwards', async () => {
  await renderPage(dialog(true))
  const confirm = screen.getByRole('button', { name: 'Delete' })
  pass(499)
  fireEvent.click(confirm)
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onCancel).not.toHaveBeenCalled()
  pass(1)
  fireEvent.click(confirm)
  expect(onConfirm).toHaveBeenCalledOnce()
})

it('a confirm dialog that opens again ignores presses for another 500 ms', async () => {
  const page = await renderPage(dialog(true))
  pass(500)
  page.rerender(dialog(false))
  pass(1000)
  page.rerender(dialog(true))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).not.toHaveBeenCalled()
})

it('a confirm dialog focuses its cancel button', async () => {
  await renderPage(dialog(true))
  pass(0)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }))
})

it('a closed confirm dialog returns the focus to its opener', async () => {
  const page = await renderPage(dialog(false))
  const opener = screen.getByRole('button', { name: 'Delete gig' })
  opener.focus()
  page.rerender(dialog(true))
  pass(0)
  expect(document.activeElement).not.toBe(opener)
  page.rerender(dialog(false))
  pass(1000)
  expect(document.activeElement).toBe(opener)
})

it('while saving is disabled a confirm dialog confirms nothing and shows the reason', async () => {
  await renderPage(dialog(true), { savingDisabled: 'No connection' })
  pass(500)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.getByRole('alertdialog').textContent).toContain('No connection')
})
