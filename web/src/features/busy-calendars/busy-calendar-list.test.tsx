import { limits } from '@gaffer/domain/shared/limits'
import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { BusyCalendarList } from './busy-calendar-list.tsx'

const work = {
  id: '0190a000-0000-7000-8000-0000000000c1',
  name: 'Work',
  host: 'calendar.google.com',
  lastReadAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  failingSince: null,
  problem: null,
  countAllDay: false,
  busyCount: 12,
  skippedCount: 0,
}
type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
let responses: Record<string, { status: number; body: unknown }>

beforeEach(() => {
  sent = []
  responses = { 'GET /api/me/calendars': { status: 200, body: [work] } }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null })
    const response = responses[`${method} ${path}`] ?? {
      status: 404,
      body: { code: 'not_found', message: 'Not found' },
    }
    const hasBody = response.status !== 204
    return new Response(hasBody ? JSON.stringify(response.body) : null, {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    })
  })
})

const show = () =>
  renderPage(<BusyCalendarList />, { cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [] }]] })
const writes = () => sent.filter(({ method }) => method !== 'GET')
const one = `/api/me/calendars/${work.id}`

it('a connected calendar shows its host, when it was read and how many busy times it has', async () => {
  const { container } = await show()
  // A long timeout, because the first response imports the schemas that check it.
  await screen.findByRole('button', { name: 'Refresh Work' }, { timeout: 8000 })
  expect(container.textContent).toContain('calendar.google.com · Read 5 minutes ago, 12 busy times')
  expect((screen.getByRole('switch') as HTMLInputElement).checked).toBe(false)
})

it.each([
  [0, 'no text about them'],
  [1, '1 entry could not be read. Your bands do not see when it makes you busy.'],
  [2, '2 entries could not be read. Your bands do not see when they make you busy.'],
])('a calendar with %i unreadable entries shows: %s', async (skippedCount, sentence) => {
  responses['GET /api/me/calendars'] = { status: 200, body: [{ ...work, skippedCount }] }
  await renderPage(<BusyCalendarList />)
  await screen.findByRole('button', { name: 'Refresh Work' })
  expect(screen.queryByText(/could not be read/)?.textContent ?? 'no text about them').toBe(sentence)
})

it('a connected calendar that cannot be read shows the problem, when the problem began, and that the earlier busy times stay visible', async () => {
  const failingSince = new Date(Date.now() - 2 * 86_400_000).toISOString()
  responses['GET /api/me/calendars'] = {
    status: 200,
    body: [{ ...work, failingSince, problem: busyCalendarMessages.calendarProblems.gone }],
  }
  await show()
  expect((await screen.findByText(/stopped working/)).textContent).toBe(
    `${busyCalendarMessages.calendarProblems.gone} It stopped working 2 days ago; your bands still see the busy times from before.`,
  )
})

it('the switch "Count all-day entries" sends its value at once', async () => {
  responses[`PATCH ${one}`] = { status: 200, body: { ...work, countAllDay: true } }
  await show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Count all-day entries' }))
  await waitFor(() => expect(writes()).toEqual([{ method: 'PATCH', path: one, body: { countAllDay: true } }]))
})

it('a calendar is removed only after the confirmation', async () => {
  responses[`DELETE ${one}`] = { status: 204, body: null }
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Work' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Remove Work?')
  expect(writes()).toEqual([])
  await waitFor(() => {
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    expect(writes()).toEqual([{ method: 'DELETE', path: one, body: null }])
  })
})

it('a calendar address that the server cannot read shows the message of the server at its field', async () => {
  const message = busyCalendarMessages.calendarProblems.not_a_calendar
  responses['POST /api/me/calendars'] = {
    status: 422,
    body: { code: 'unreadable_calendar', message, issues: [{ path: 'url', message }] },
  }
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a calendar' }))
  const dialog = within(await screen.findByRole('dialog'))
  const address = dialog.getByLabelText('Secret iCal address') as HTMLInputElement
  expect(address.maxLength).toBe(limits.calendarAddressLength)
  fireEvent.change(address, { target: { value: 'webcal://calendars.example/kit.ics' } })
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Work' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  expect((await dialog.findByText(message)).id).toBe(address.getAttribute('aria-describedby')?.split(' ')[0])
  expect(writes()).toMatchObject([
    { path: '/api/me/calendars', body: { url: 'https://calendars.example/kit.ics', name: 'Work', countAllDay: false } },
  ])
})

it('a calendar address that is no URL and an empty name show errors, and nothing is sent', async () => {
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a calendar' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Secret iCal address'), { target: { value: 'work.ics' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  expect(await dialog.findByText(busyCalendarMessages.calendarAddressInvalid)).toBeDefined()
  expect(await dialog.findByText(busyCalendarMessages.calendarNameRequired)).toBeDefined()
  expect(writes()).toEqual([])
})

it('"Close" asks before a typed calendar address is discarded, also while the calendar is being connected', async () => {
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Connect a calendar' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Secret iCal address'), { target: { value: 'https://calendars.example/kit' } })
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Work' } })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  fireEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Connect' }).getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
})
