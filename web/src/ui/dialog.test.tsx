import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { Dialog } from './dialog.tsx'
import { listDirtyForms } from './open-forms.ts'
import { useUnsavedEntries } from './use-unsaved-entries.ts'

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

it('the focus returns to the opener of a dialog whose unsaved changes are discarded', async () => {
  const Page = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <main>
        <h1>Calendar</h1>
        <button onClick={() => setOpen(true)}>Add event</button>
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} isDirty title="New event">
          <input aria-label="Title" />
        </Dialog>
      </main>
    )
  }
  await renderPage(<Page />)
  const opener = screen.getByRole('button', { name: 'Add event' })
  opener.focus()
  fireEvent.click(opener)
  act(() => vi.advanceTimersByTime(500))
  screen.getByLabelText('Title').focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  act(() => vi.advanceTimersByTime(500))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

it('a dialog with entries is a dirty form while it is open, until its entries are discarded', async () => {
  const Form = ({ isOpen }: { isOpen: boolean }) => (
    <Dialog isOpen={isOpen} onClose={() => undefined} isDirty title="New event">
      Fields
    </Dialog>
  )
  const { rerender } = await renderPage(<Form isOpen={false} />)
  expect(listDirtyForms()).toHaveLength(0)
  rerender(<Form isOpen />)
  expect(listDirtyForms()).toHaveLength(1)
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(listDirtyForms()).toHaveLength(0)
  rerender(<Form isOpen={false} />)
  rerender(<Form isOpen />)
  expect(listDirtyForms()).toHaveLength(1)
  rerender(<Form isOpen={false} />)
  expect(listDirtyForms()).toHaveLength(0)
})

it('a dialog asks before it discards the unsaved entries of a form inside it', async () => {
  const Comment = () => {
    const [text, setText] = useState('')
    useUnsavedEntries({ isDirty: text !== '' })
    return <input aria-label="Comment" value={text} onChange={({ target }) => setText(target.value)} />
  }
  const onClose = vi.fn<() => void>()
  await renderPage(
    <Dialog isOpen onClose={onClose} title="Details">
      <Comment />
    </Dialog>,
  )
  act(() => vi.advanceTimersByTime(500))
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: 'On my way' } })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.getByRole('alertdialog').textContent).toContain('Discard your changes?')
  expect(onClose).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(500))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})
