import type { Enquiry } from '@gaffer/domain/public-page/enquiry'
import { addDays, dayInWords, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast } from '#ui/toast-store.ts'
import { EnquiryList } from './enquiry-list.tsx'

const bandId = '01890000-0000-7000-8000-000000000001'
const date = addDays(todayInLondon(new Date()), 30)
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const anEnquiry = (number: number, fields: Partial<Enquiry> = {}): Enquiry => ({
  id: idOf(number),
  name: 'Bea',
  email: 'bea@example.org',
  occasion: `Occasion ${number}`,
  dates: [date],
  place: null,
  text: 'Two sets, please.',
  status: 'new',
  receivedAt: '2026-11-01T12:00:00.000Z',
  eventIds: [],
  version: 3,
  ...fields,
})
const conflicts = {
  bandEventConflicts: [],
  unavailabilityConflicts: [],
  affectedBandEvents: [],
  busyElsewhere: [],
  free: [{ membershipId: idOf(901), displayName: 'Kit' }],
  unsaid: [{ membershipId: idOf(902), displayName: 'Dee' }],
}

let stored: Enquiry[]
let sent: { method: string; path: string; body: unknown; version: string | null }[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    if (path.includes('conflict')) return Response.json(conflicts)
    if (path.includes('/members')) return Response.json([])
    if (method === 'GET') {
      const before = new URL(path, 'http://localhost').searchParams.get('before')
      const from = before === null ? 0 : stored.findIndex(({ id }) => id === before) + 1
      return Response.json(stored.slice(from, from + limits.enquiriesShown))
    }
    const version = new Headers(headers).get('if-match')
    sent.push({ method, path, body: body ? JSON.parse(body as string) : null, version })
    return Response.json(path.endsWith('/pencil') ? { events: [] } : { ...stored[0], status: 'declined' })
  })
})
afterEach(() => dismissToast())

const show = () => renderPage(<EnquiryList bandId={bandId} bandName="The Night Buses" />)
const card = (occasion: string) => screen.findByRole('region', { name: occasion })

it('an enquiry shows its date, a member who has not answered for it and a mail link, and "Decline" sends the version of the enquiry', async () => {
  stored = [anEnquiry(1)]
  await show()
  const shown = within(await card('Occasion 1'))
  shown.getByText(`${dayInWords(date)} ${date.slice(0, 4)}`)
  expect(await shown.findByText(/Dee/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Answer' }).getAttribute('href')).toMatch(/^mailto:bea@example\.org\?/)
  fireEvent.click(shown.getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: `/api/bands/${bandId}/enquiries/${idOf(1)}`,
        body: { status: 'declined' },
        version: '"3"',
      },
    ]),
  )
})

it('enquiries that are dealt with are shown by a button, and enquiries after the first 50 are read by another button', async () => {
  stored = Array.from({ length: limits.enquiriesShown + 2 }, (_, at) =>
    anEnquiry(at + 1, at === 0 ? {} : { status: 'declined' }),
  )
  await show()
  await card('Occasion 1')
  expect(screen.queryByRole('region', { name: 'Occasion 2' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier enquiries' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Show 51 that are dealt with' }))
  await card('Occasion 52')
  expect(screen.queryByRole('button', { name: 'Show earlier enquiries' })).toBeNull()
})

it('a click on the link "Answer" of an enquiry marks the enquiry as answered, unless it is answered already', async () => {
  stored = [anEnquiry(1, { status: 'answered' }), anEnquiry(2)]
  await show()
  for (const occasion of ['Occasion 1', 'Occasion 2']) {
    const link = within(await card(occasion)).getByRole('link', { name: 'Answer' })
    // Following the link would change the address of the page for the test files after this one.
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
  }
  await waitFor(() => expect(sent).toMatchObject([{ path: expect.stringContaining(idOf(2)) }]))
  expect(sent[0]?.body).toEqual({ status: 'answered' })
})

it('an enquiry whose dates are over has no button "Pencil it", and a band without enquiries sees an empty state', async () => {
  stored = [anEnquiry(1, { dates: ['2020-01-01'] }), anEnquiry(2, { dates: [todayInLondon(new Date())] })]
  const { rerender } = await show()
  const shown = within(await card('Occasion 1'))
  expect(shown.queryByRole('button', { name: 'Pencil it' })).toBeNull()
  expect(within(await card('Occasion 2')).queryByRole('button', { name: 'Pencil it' })).not.toBeNull()
  stored = []
  await rerender(<EnquiryList key="other" bandId={idOf(2)} bandName="Empty" />)
  expect(await screen.findByText('No enquiries yet')).toBeTruthy()
})
