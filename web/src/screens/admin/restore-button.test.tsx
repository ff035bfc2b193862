import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ActivityListItem } from '@gaffer/domain/activity/activity'
import { addDays, formatDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { formatActivity } from '#features/activity/format-activity.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { ActivityList, RestoreButton } from './activity-list.tsx'

const bandId = '0190a000-0000-7000-8000-00000000000b'
const id = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`
const date = (days: number) => addDays(todayInLondon(new Date()), days)
const events = [
  { id: id(1), subject: 'Practice', date: date(-7) },
  { id: id(2), subject: 'At the Fenton', date: date(3) },
  { id: id(3), subject: 'Practice', date: date(10) },
]
const pathOf = (eventId: string) => `/api/bands/${bandId}/events/${eventId}/restore`

let sent: string[]
// Loads the response schemas ahead: the first reply would otherwise wait for them.
beforeEach(async () => {
  await import('#lib/check-response.ts')
  sent = []
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return Response.json(anEvent())
  })
})
afterEach(() => dismissToast())

const show = (shown: typeof events) => {
  const restorable = { kind: 'event' as const, ids: shown.map((event) => event.id), events: shown }
  return renderPage(<RestoreButton bandId={bandId} restorable={restorable} subject="Kit" />)
}

it('the events of a former member are listed with upcoming ones first, and one of them can be restored', async () => {
  await show(events)
  fireEvent.click(screen.getByRole('button', { name: 'Restore 3 events' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore events' })
  const rows = within(dialog).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent.replace(/Restore.*/, ''))).toEqual([
    `At the Fenton${formatDate(date(3))}`,
    `Practice${formatDate(date(10))}`,
    `Practice${formatDate(date(-7))}`,
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: /^Restore At the Fenton/ }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Event restored', text: 'At the Fenton' }))
  expect(sent).toEqual([pathOf(id(2))])
})

it('all events of a former member can be restored at once', async () => {
  await show(events)
  fireEvent.click(screen.getByRole('button', { name: 'Restore 3 events' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Restore all 3' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Event restored', text: '3 events' }))
  expect(sent.toSorted()).toEqual(events.map((event) => pathOf(event.id)).toSorted())
})

it('the only event of a former member is restored without a list, and the button names the event', async () => {
  await show([events[1]!])
  fireEvent.click(screen.getByRole('button', { name: 'Restore At the Fenton' }))
  await waitFor(() => expect(sent).toEqual([pathOf(id(2))]))
})

it('the button "Restore" of days away, which have no name, is described by the activity line of the days away', async () => {
  const line: ActivityListItem = {
    id: id(9),
    at: '2027-03-01T12:00:00.000Z',
    verb: 'removed_days_away',
    actor: 'Kit',
    subject: null,
    date: '2027-03-12',
    previousDate: null,
    restorable: { kind: 'daysAway', ids: [id(8)] },
  }
  vi.stubGlobal('fetch', async () => Response.json([line]))
  await renderPage(<ActivityList bandId={bandId} />)
  const button = await screen.findByRole('button', { name: 'Restore' })
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe(formatActivity(line, { moreSongs: 0 }))
})
