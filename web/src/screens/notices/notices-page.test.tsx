import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice } from '@gaffer/domain/notices/notice'
import { limits } from '@gaffer/domain/shared/limits'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aNotice } from '#testing/notice-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { NoticesPage } from './notices-page.tsx'
// Imported ahead: on a busy machine, loading it with the first response takes longer than `waitFor` waits.
import '#lib/check-response.ts'

const key = queryKeyOf('GET /api/me/notices', { query: {} })

/** The notices that the fake server has stored, newest first. */
let stored: Notice[] = []
let isBroken = false
const sent: unknown[] = []

beforeEach(() => {
  stored = []
  isBroken = false
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (isBroken) return errorResponse(500, 'failed')
    if (address === '/api/me/notices/read') {
      const { upTo } = JSON.parse(String(body)) as { upTo: string }
      sent.push(upTo)
      stored = stored.map((notice) => ({ ...notice, readAt: notice.readAt ?? notice.createdAt }))
      return new Response(null, { status: 204 })
    }
    const before = new URL(address, location.origin).searchParams.get('before')
    const from = before === null ? 0 : stored.findIndex(({ id }) => id === before) + 1
    const unread = stored.filter(({ readAt }) => readAt === null).length
    return Response.json({ notices: stored.slice(from, from + limits.noticesShown), unread })
  })
})
afterEach(() => vi.unstubAllGlobals())

const makeNotices = (count: number) => Array.from({ length: count }, () => aNotice()).toReversed()

it('a notice links to its address, and still says "Unread" after the notices page has marked the notice as read on the server', async () => {
  stored = [aNotice(), aNotice({ title: 'Kit joined the band', readAt: '2027-01-01T00:00:00.000Z' })]
  const [unread] = stored
  await renderPage(<NoticesPage />)
  const row = await screen.findByRole('link', { name: /Practice moved.*Unread/ })
  expect(row.getAttribute('href')).toBe(unread?.url)
  expect(screen.getByRole('link', { name: /Kit joined/ }).textContent).not.toContain('Unread')
  await waitFor(() => expect(sent).toEqual([unread?.id]))
  // The row still says "Unread" after the server has stored `readAt`.
  await waitFor(() => expect(stored[0]?.readAt).not.toBeNull())
  expect(screen.getByRole('link', { name: /Practice moved.*Unread/ })).toBeTruthy()
})

it('the notices page first shows the notices that the bell has cached', async () => {
  const notices = [aNotice({ readAt: '2027-01-01T00:00:00.000Z' })]
  await renderPage(<NoticesPage />, { cached: [[key, { notices, unread: 0 }]] })
  expect(screen.getByRole('link', { name: /Practice moved/ })).toBeTruthy()
})

it('the notices page marks nothing as read until an unread notice comes', async () => {
  stored = [aNotice({ readAt: '2027-01-01T00:00:00.000Z' })]
  const { client } = await renderPage(<NoticesPage />)
  await screen.findByRole('link', { name: /Practice moved/ })
  stored = [aNotice({ title: 'Kit joined the band' }), ...stored]
  const [unread] = stored
  await client.invalidateQueries()
  await screen.findByRole('link', { name: /Kit joined/ })
  await waitFor(() => expect(sent).toEqual([unread?.id]))
})

it('without a connection the notices page marks nothing as read', async () => {
  stored = [aNotice()]
  await renderPage(<NoticesPage />, { savingDisabled: 'No connection' })
  await screen.findByRole('link', { name: /Practice moved/ })
  // Waits for the time in which the page would have sent the request.
  await act(() => sleep(30))
  expect(sent).toEqual([])
})

it('"Show older notices" adds the next page of notices', async () => {
  stored = makeNotices(limits.noticesShown + 2)
  await renderPage(<NoticesPage />)
  const rows = () => screen.getAllByRole('link', { name: /Practice moved/ })
  fireEvent.click(await screen.findByRole('button', { name: 'Show older notices' }))
  await waitFor(() => expect(rows()).toHaveLength(limits.noticesShown + 2))
  expect(screen.queryByRole('button', { name: 'Show older notices' })).toBeNull()
})

it('without notices the notices page says "No notices yet" and links to the notice settings', async () => {
  await renderPage(<NoticesPage />)
  expect(await screen.findByText('No notices yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose how you are told' }).getAttribute('href')).toBe('/profile/notices')
})

it('after a failed read of the notices, the button "Try again" reads the notices again', async () => {
  isBroken = true
  await renderPage(<NoticesPage />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  stored = [aNotice()]
  fireEvent.click(retry)
  expect(await screen.findByRole('link', { name: /Practice moved/ })).toBeTruthy()
})
