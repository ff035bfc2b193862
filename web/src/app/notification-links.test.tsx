import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOverlayShown } from '#features/recordings/overlay-state.ts'
import { renderPage } from '#testing/render-page.tsx'
import { NotificationLinks } from './notification-links.tsx'

let serviceWorker: EventTarget
const requestLock = vi.fn<(name: string) => Promise<void>>(() => new Promise(() => undefined))

beforeEach(() => {
  serviceWorker = new EventTarget()
  requestLock.mockClear()
  vi.stubGlobal('navigator', { serviceWorker, locks: { request: requestLock } })
})
afterEach(() => {
  act(() => setOverlayShown('recorder', false))
  vi.unstubAllGlobals()
})

const Address = () => <p>{useLocation().href}</p>

async function openPageWithLink(link: string) {
  await renderPage([<NotificationLinks key="links" />, <Address key="address" />])
  act(() => void serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data: { open: link } })))
}

it('a link from the service worker is opened at once if no recording runs', async () => {
  await openPageWithLink('/notices')
  expect(await screen.findByText('/notices')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('while a recording runs, a link from the service worker is opened only after "Open the notice"', async () => {
  setOverlayShown('recorder', true)
  await openPageWithLink('/notices')
  expect(await screen.findByText('A recording is running. It goes on while you read the notice.')).toBeTruthy()
  expect(screen.getByText('/')).toBeTruthy()
  // The dialog ignores presses for its first 500 ms.
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Open the notice' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
  expect(await screen.findByText('/notices')).toBeTruthy()
})

it('while a recording runs, "Stay here" closes the question about a link from the service worker, and the page stays open', async () => {
  setOverlayShown('recorder', true)
  await openPageWithLink('/notices')
  const stay = await screen.findByRole('button', { name: 'Stay here' })
  await waitFor(() => {
    fireEvent.click(stay)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
  expect(screen.getByText('/')).toBeTruthy()
})

it.each([
  ['the installed app requests', true, [['gaffer-installed-window']]],
  ['a browser tab does not request', false, []],
])('a page in %s the lock of installed windows', async (_, matches, locks) => {
  vi.stubGlobal('matchMedia', () => ({ matches }))
  await renderPage(<NotificationLinks />)
  expect(requestLock.mock.calls.map(([name]) => [name])).toEqual(locks)
})
