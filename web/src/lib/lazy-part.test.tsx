import { act, fireEvent, screen } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { markConnectionLost, markConnected } from './connection.ts'
import { renderPage } from '#testing/render-page.tsx'
import { lazyOverlay, lazyPart } from './lazy-part.tsx'

const chunkError = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  markConnected()
  // React logs each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

it('if the chunk of a part cannot be loaded, the page around it stays with what was typed, and "Try again" loads the part', async () => {
  const load = vi.fn<() => Promise<{ History: () => string }>>(chunkError)
  const Part = lazyPart(load, 'History')
  await renderPage(
    <>
      <input aria-label="Title" />
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  const title = screen.getByLabelText<HTMLInputElement>('Title')
  fireEvent.change(title, { target: { value: 'Half written' } })
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('Gaffer has a problem. Please try again in a moment.')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Half written')
  load.mockImplementation(async () => ({ History: () => 'The history' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('The history')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('after "Try again" has failed too, a lazy part offers to reload the page if the server can be reached', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const Part = lazyPart<{ History: ComponentType }, 'History'>(chunkError, 'History')
  await renderPage(
    <Suspense>
      <Part />
    </Suspense>,
  )
  const retry = await screen.findByRole('button', { name: 'Try again' })
  await act(async () => fireEvent.click(retry))
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
})

it('the error of a lazy part says "Check your signal" only while the server cannot be reached', async () => {
  const Part = lazyPart<{ History: ComponentType }, 'History'>(chunkError, 'History')
  await renderPage(
    <Suspense>
      <Part />
    </Suspense>,
  )
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).not.toContain('signal')
  act(markConnectionLost)
  expect(failure.textContent).toContain('No connection. Check your signal and try again.')
})

it('the error of a lazy dialog can be closed, and is shown again when the dialog is opened again', async () => {
  const onClose = vi.fn<() => void>()
  const Sheet = lazyOverlay<{ Sheet: ComponentType<{ isOpen: boolean; onClose: () => void }> }, 'Sheet'>(
    chunkError,
    'Sheet',
  )
  const sheet = (isOpen: boolean) => (
    <Suspense>
      <Sheet isOpen={isOpen} onClose={onClose} />
    </Suspense>
  )
  const { rerender } = await renderPage(sheet(true))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
  rerender(sheet(false))
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(sheet(true))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
