import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { useEvent } from '#features/events/queries.ts'
import { meQueryOptions } from '#lib/me.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { EditAndDeleteButtons } from './edit-and-delete-buttons.tsx'

const seriesId = '0190a000-0000-7000-8000-0000000000f1'
const event = anEvent({ date: '2027-03-11', seriesId })
const base = `/api/bands/${event.bandId}`
const later = anEvent({ date: '2027-03-18', seriesId })
let sent: string[]
let reads: string[]
const onDeleted = vi.fn<() => void>()

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  // A day before the first date of the series, because past events are not deleted.
  vi.setSystemTime('2027-03-01T12:00:00Z')
  sent = []
  reads = []
  onDeleted.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') reads.push(path)
    if (method === 'GET') return Response.json([event, later])
    sent.push(`${method} ${path}`)
    return new Response(null, { status: 204 })
  })
})

afterEach(() => {
  vi.useRealTimers()
})

const open = (one = event) =>
  renderPage(<EditAndDeleteButtons event={one} edit={null} onDeleted={onDeleted} onChanged={() => undefined} />)

async function confirm() {
  // The Confirm button ignores presses for its first 500 ms.
  await act(() => sleep(600))
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
}

it('deleting an event of a series deletes only that event by default', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Only this one' }).checked).toBe(true)
  await confirm()
  expect(sent).toEqual([`DELETE ${base}/events/${event.id}`])
})

it('"This and all later ones" deletes the events of the series from the date of the event on', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(screen.getByRole('radio', { name: 'This and all later ones' }))
  await confirm()
  expect(sent).toEqual([`DELETE ${base}/event-series/${seriesId}?from=2027-03-11`])
})

it('the dialog to delete an event without a series does not ask about later events', async () => {
  await open(anEvent())
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.queryByRole('radio')).toBeNull()
})

it('after the deletion of "This and all later ones", none of the deleted events is read again, also while the events are on the page', async () => {
  const params = (eventId: string) => ({ params: { bandId: event.bandId ?? '', eventId } })
  function Shown({ id }: { id: string }) {
    return <p>{useEvent(event.bandId ?? '', id).data?.date}</p>
  }
  const page = (
    <>
      <Shown id={event.id} />
      <Shown id={later.id} />
      <EditAndDeleteButtons event={event} edit={null} onDeleted={onDeleted} onChanged={() => undefined} />
    </>
  )
  await renderPage(page, {
    cached: [
      [meQueryOptions.queryKey, { user: aUser(), bands: [anOwnMembership()] }],
      ...[event, later].map(
        (one) => [queryKeyOf('GET /api/bands/:bandId/events/:eventId', params(one.id)), one] as const,
      ),
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(screen.getByRole('radio', { name: 'This and all later ones' }))
  await confirm()
  expect(reads.filter((path) => [event, later].some(({ id }) => path.includes(id)))).toEqual([])
})
