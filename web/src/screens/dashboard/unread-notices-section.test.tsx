import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aNotice } from '#testing/notice-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { UnreadNoticesSection } from './unread-notices-section.tsx'

let isPhone = false
vi.mock('#ui/use-breakpoint.ts', async (load) => ({ ...(await load<object>()), useIsPhone: () => isPhone }))
afterEach(() => void (isPhone = false))

const key = queryKeyOf('GET /api/me/notices', { query: {} })
const read = '2027-01-01T00:00:00.000Z'
const show = (notices = [aNotice()], unread = notices.length) =>
  renderPage(<UnreadNoticesSection />, { cached: [[key, { notices, unread }]] })

it('the section of unread notices shows the newest five of seven unread notices, no read notice, and a link with the number of all unread notices', async () => {
  const unread = [1, 2, 3, 4, 5, 6, 7].map((place) => aNotice({ title: `Moved ${place}` }))
  await show([aNotice({ title: 'Read', readAt: read }), ...unread], 7)
  const titles = screen.getAllByRole('listitem').map(({ textContent }) => /Moved \d|Read/.exec(textContent)?.[0])
  expect(titles).toEqual(['Moved 1', 'Moved 2', 'Moved 3', 'Moved 4', 'Moved 5'])
  expect(screen.getByRole('link', { name: 'All 7 unread' }).getAttribute('href')).toBe('/notices')
})

it.each([
  [0, 2],
  [1, 1],
  [2, 1],
])('on a phone with fewerOnPhones %i the section of unread notices shows %i of three', async (fewerOnPhones, shown) => {
  isPhone = true
  const notices = [aNotice(), aNotice(), aNotice()]
  await renderPage(<UnreadNoticesSection fewerOnPhones={fewerOnPhones} />, { cached: [[key, { notices, unread: 3 }]] })
  expect(screen.getAllByRole('listitem')).toHaveLength(shown)
})

it('the section of unread notices is not shown if all notices are read', async () => {
  const { container } = await show([aNotice({ readAt: read })], 0)
  expect(container.textContent).toBe('')
})

it('the button "Mark as read" sends the id of the newest notice', async () => {
  const fetch = vi.fn((_address: string, _init: RequestInit) => new Promise<Response>(() => undefined))
  vi.stubGlobal('fetch', fetch)
  const [newest, older] = [aNotice(), aNotice()]
  await show([newest, older])
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  const [address, { body }] = fetch.mock.calls[0] ?? ['', {}]
  expect([address, body]).toEqual(['/api/me/notices/read', JSON.stringify({ upTo: newest.id })])
})
