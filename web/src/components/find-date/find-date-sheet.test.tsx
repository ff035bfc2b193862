// @vitest-environment happy-dom

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#api/endpoint-query.ts'
import type { OwnMembership } from '#api/me.ts'
import type { EventFormInitialState } from '#components/event-form/event-form.tsx'
import { renderPage } from '#testing/render-page.tsx'
import { FindDateSheet } from './find-date-sheet.tsx'

const bandId = '0190a000-0000-7000-8000-00000000000b'
const id = (at: number) => `0190a000-0000-7000-8000-0000000000a${at}`
const members = ['Ros', 'Kit', 'Dee'].map((displayName, at) => ({ id: id(at), displayName, status: 'active' }))
const missing = (at: number, reason: string) => ({
  membershipId: id(at),
  displayName: members[at]?.displayName,
  reason,
})
const dates = [
  { date: '2027-03-05', free: [id(0), id(1), id(2)], missing: [] },
  { date: '2027-03-06', free: [id(0), id(2)], missing: [missing(1, 'away')] },
  { date: '2027-04-02', free: [id(0)], missing: [missing(1, 'busy'), missing(2, 'away')] },
]
const asked = vi.fn<(query: Record<string, string>) => void>()
const onChosen = vi.fn<(subject: EventFormInitialState) => void>()

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  asked.mockClear()
  onChosen.mockClear()
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'https://gaffer.example')
    if (!url.pathname.endsWith('/free-dates')) return new Promise(() => undefined)
    asked(Object.fromEntries(url.searchParams))
    return Response.json({ dates })
  })
})

const open = () =>
  renderPage(
    <FindDateSheet
      isOpen
      membership={{ bandId } as OwnMembership}
      today="2027-03-01"
      onClose={() => undefined}
      onChosen={onChosen}
    />,
    { cached: [[queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }), members]] },
  )
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

it('the found dates are listed by month, with the missing members and the reasons', async () => {
  await open()
  const march = await screen.findByRole('region', { name: 'March 2027' })
  expect(within(march).getByRole('button', { name: 'Friday 5 March All free' })).toBeTruthy()
  expect(within(march).getByRole('button', { name: 'Saturday 6 March Kit is away' })).toBeTruthy()
  const april = screen.getByRole('region', { name: 'April 2027' })
  expect(
    within(april).getByRole('button', { name: 'Friday 2 April 2 missing : Kit is busy elsewhere, Dee is away' }),
  ).toBeTruthy()
  expect(screen.getByText('Kit is busy elsewhere · Dee is away').hidden).toBe(true)
  press('Who is missing on Friday 2 April')
  expect(screen.getByText('Kit is busy elsewhere · Dee is away').hidden).toBe(false)
  expect(screen.getByText('1 date suits everybody, 1 misses one.')).toBeTruthy()
  expect(asked).toHaveBeenCalledWith({
    startDate: '2027-03-01',
    endDate: '2027-08-31',
    weekdays: '5,6',
    partOfDay: 'evening',
  })
})

it('without a chosen date the button is off; one date opens a pencilled event, and several open an enquiry', async () => {
  await open()
  await screen.findByRole('region', { name: 'March 2027' })
  expect(screen.getByRole('button', { name: 'Pencil it' })).toHaveProperty('disabled', true)
  press(/^Saturday 6 March/)
  press('Pencil it')
  expect(onChosen).toHaveBeenLastCalledWith({ event: null, date: '2027-03-06', draft: { status: 'tentative' } })
  press(/^Friday 5 March/)
  expect(screen.getByText('2 chosen')).toBeTruthy()
  press('Ask about these 2')
  expect(onChosen).toHaveBeenLastCalledWith({
    event: null,
    date: '2027-03-05',
    dates: ['2027-03-05', '2027-03-06'],
    draft: { asksAnswers: true },
  })
})

it('the request has only the chosen members and weekdays, and without one of either an error is shown', async () => {
  await open()
  await screen.findByRole('region', { name: 'March 2027' })
  press('Kit')
  press('Sunday')
  press('Friday')
  await waitFor(() =>
    expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ weekdays: '6,7', members: `${id(0)},${id(2)}` })),
  )
  press('Saturday')
  press('Sunday')
  expect(await screen.findByText('Choose at least one weekday')).toBeTruthy()
  press('Sunday')
  press('Ros')
  press('Dee')
  expect(await screen.findByText('Choose at least one member')).toBeTruthy()
})
