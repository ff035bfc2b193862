import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { OwnMembership } from '#lib/me.ts'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
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
const everybody = [id(0), id(1), id(2)]
const wedding = { id: id(9), type: 'gig', title: 'Wedding', status: 'tentative' }
const dates = [
  { date: '2027-03-05', free: [id(0)], missing: [missing(1, 'busy'), missing(2, 'away')] },
  { date: '2027-03-06', free: [id(0), id(2)], missing: [missing(1, 'away')] },
  { date: '2027-03-12', free: everybody, missing: [], unsaid: [id(1)] },
  { date: '2027-03-13', free: everybody, missing: [] },
  {
    date: '2027-04-02',
    free: [],
    missing: [missing(0, 'event'), missing(1, 'event'), missing(2, 'event')],
    bandEvents: [wedding],
  },
  { date: '2027-04-03', free: everybody, missing: [] },
]
const onRequest = vi.fn<(query: Record<string, string>) => void>()
const onChosen = vi.fn<(subject: EventFormInitialState) => void>()

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  onRequest.mockClear()
  onChosen.mockClear()
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'https://gaffer.example')
    if (!url.pathname.endsWith('/free-dates')) return new Promise(() => undefined)
    onRequest(Object.fromEntries(url.searchParams))
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

it('Find a date lists dates on which everybody is free first, then dates with answers missing, dates that miss one member, dates that miss more, and dates with an event of the band', async () => {
  await open()
  await screen.findByRole('region', { name: 'Everybody is free' })
  const rows = screen.getAllByRole('region').map((group) => [
    group.getAttribute('aria-label'),
    ...within(group)
      .getAllByRole('button', { name: /^(Friday|Saturday)/ })
      .map((row) => row.textContent),
  ])
  expect(rows).toEqual([
    ['Everybody is free', 'Saturday 13 MarchAll three are free', 'Saturday 3 AprilAll three are free'],
    ['Not heard from everybody', "Friday 12 March2 are free, Kit hasn't answered"],
    ['One is missing', 'Saturday 6 MarchKit is away'],
    ['Two or more are missing', 'Friday 5 March2 missing: Kit is busy elsewhere, Dee is away'],
    ['Something is on already', 'Friday 2 AprilPencilled here: Wedding'],
  ])
  expect(screen.getByText('Kit is busy elsewhere · Dee is away').hidden).toBe(true)
  press('Who is missing on Friday 5 March')
  expect(screen.getByText('Kit is busy elsewhere · Dee is away').hidden).toBe(false)
  expect(screen.getByText('2 dates suit everybody, 1 might, 1 misses one.')).toBeTruthy()
  expect(onRequest).toHaveBeenCalledWith({
    startDate: '2027-03-01',
    endDate: '2027-08-31',
    weekdays: '5,6',
    partOfDay: 'evening',
  })
})

it('in Find a date the button is disabled without a chosen date; it opens a pencilled event for one date, and an enquiry for several dates', async () => {
  await open()
  await screen.findByRole('region', { name: 'Everybody is free' })
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

it('the request of Find a date has only the chosen members and weekdays, and an error is shown if no weekday or no member is chosen', async () => {
  await open()
  await screen.findByRole('region', { name: 'Everybody is free' })
  press('Kit')
  press('Sunday')
  press('Friday')
  await waitFor(() =>
    expect(onRequest).toHaveBeenLastCalledWith(
      expect.objectContaining({ weekdays: '6,7', members: `${id(0)},${id(2)}` }),
    ),
  )
  press('Saturday')
  press('Sunday')
  expect(await screen.findByText('Choose at least one weekday')).toBeTruthy()
  press('Sunday')
  press('Ros')
  press('Dee')
  expect(await screen.findByText('Choose at least one member')).toBeTruthy()
})
