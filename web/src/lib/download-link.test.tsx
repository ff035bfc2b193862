import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { readCurrentToast } from '#ui/toast-store.ts'
import { noConnectionText } from './api-error.ts'
import { markConnected, markConnectionLost } from './connection.ts'
import { DownloadLink } from './download-link.tsx'

afterEach(() => markConnected())

it('without a connection, a press on a download link downloads nothing and shows a toast', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  let isFollowed: boolean | null = null
  const stop = new AbortController()
  const onClick = (event: Event) => {
    isFollowed = !event.defaultPrevented
    // The test downloads nothing.
    event.preventDefault()
  }
  addEventListener('click', onClick, { signal: stop.signal })
  render(
    <DownloadLink href="/api/bands/b1/export.zip" notSaved="Not downloaded">
      Download everything
    </DownloadLink>,
  )
  const link = screen.getByRole('link', { name: 'Download everything' })
  fireEvent.click(link)
  expect(isFollowed).toBe(true)
  expect(readCurrentToast()).toBeNull()
  markConnectionLost()
  fireEvent.click(link)
  expect(isFollowed).toBe(false)
  expect(readCurrentToast()).toMatchObject({ title: 'Not downloaded', text: noConnectionText })
  stop.abort()
})
