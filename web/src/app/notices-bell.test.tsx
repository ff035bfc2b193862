import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { NoticesBell } from './app-layout.tsx'

const key = queryKeyOf('GET /api/me/notices', { query: {} })
const show = (unread: number) => renderPage(<NoticesBell />, { cached: [[key, { notices: [], unread }]] })

afterEach(() => vi.unstubAllGlobals())

it.each([
  [0, 'Notices', ''],
  [1, 'Notices, 1 unread', '1'],
  [9, 'Notices, 9 unread', '9'],
  [10, 'Notices, 9+ unread', '9+'],
])('with %i unread notices the bell is called "%s" and its badge shows "%s"', async (unread, name, badge) => {
  await show(unread)
  const bell = screen.getByRole('link', { name })
  expect([bell.textContent, bell.getAttribute('href')]).toEqual([badge, '/notices'])
})

it('the bell sets the badge of the installed app to the number of unread notices', async () => {
  const setAppBadge = vi.fn(() => Promise.reject(new DOMException('Not installed', 'NotAllowedError')))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { setAppBadge }))
  await show(12)
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(12)
})
