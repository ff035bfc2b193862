import type { BandEvent, CalendarEntry } from '@gaffer/domain/events/event'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { StatusActions } from './status-actions.tsx'

const gig = anEvent({ type: 'gig', title: 'At the Fenton', date: '2027-03-12' })
const onChanged = vi.fn<(event: CalendarEntry) => void>()
let bodies: unknown[]

beforeEach(() => {
  bodies = []
  onChanged.mockClear()
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith('/notice-recipients')) return Promise.resolve(Response.json({ members: [], deps: [] }))
    const changes = JSON.parse(body as string) as Partial<BandEvent>
    bodies.push(changes)
    return Promise.resolve(Response.json({ ...gig, ...changes, version: 2 }))
  })
})

const me = { user: aUser(), bands: [anOwnMembership()] }
const show = (fields: Partial<BandEvent> = {}, unanswered: string | null = null) =>
  renderPage(<StatusActions event={{ ...gig, ...fields }} unanswered={unanswered} onChanged={onChanged} />, {
    cached: [[queryKeyOf('GET /api/me', {}), me]],
  })
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it.each([
  ['confirmed', ['Pencil it', 'Cancel event']],
  ['tentative', ['Confirm event', 'Cancel event']],
  ['cancelled', ['Confirm event', 'Pencil it']],
] as const)('a %s event has a button for each of the other two statuses', async (status, expected) => {
  await show({ status })
  expect(buttons()).toEqual(expected)
})

it('pencilling an event asks for no confirmation', async () => {
  await show()
  press('Pencil it')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ status: 'tentative' }])
})

it('cancelling an event asks for confirmation, which says that everybody who can see the event will be told', async () => {
  await show()
  press('Cancel event')
  const question = await screen.findByRole('alertdialog', { name: 'Cancel At the Fenton?' })
  expect(question.textContent).toContain('Everybody who can see it will be told.')
  expect(bodies).toEqual([])
  // The dialog ignores presses for its first 500 ms.
  await new Promise((resolve) => setTimeout(resolve, 600))
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel event' }))
  await waitFor(() => expect(bodies).toEqual([{ status: 'cancelled' }]))
})

it('confirming an option asks for confirmation, which says that the other options will be cancelled', async () => {
  await show({ status: 'tentative', optionNumber: 2, optionCount: 3 })
  press('Confirm event')
  const question = await screen.findByRole('alertdialog', { name: 'Confirm At the Fenton on 12/03/2027?' })
  expect(question.textContent).toContain('The other 2 options will be cancelled.')
  expect(bodies).toEqual([])
})

it('the question before an option is confirmed says who has not answered the option', async () => {
  await show({ status: 'tentative', optionNumber: 2, optionCount: 3 }, 'Kit has not answered this date yet.')
  press('Confirm event')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Kit has not answered this date yet. The other 2 options will be cancelled.')
})

it('confirming an event that is no option asks for no confirmation', async () => {
  await show({ status: 'tentative' })
  press('Confirm event')
  await waitFor(() => expect(bodies).toEqual([{ status: 'confirmed' }]))
})
