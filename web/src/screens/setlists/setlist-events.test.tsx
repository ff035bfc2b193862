import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aChart } from '#testing/chart-fixture.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { SetlistEditor } from './setlist-editor.tsx'
import { SetlistCharts, SetlistEvents } from './setlist-page.tsx'

/** A device that keeps no chart. */
vi.mock('#offline/kept-file-database.ts', () => ({ listKeptFiles: async () => [] }))
vi.mock('#offline/store-fortnight.ts', () => ({ keepChartsOfFortnight: async () => undefined }))

const membership = anOwnMembership()
const { bandId } = membership
const today = '2027-03-01'
const setlist: Setlist = {
  id: '0190a000-0000-7000-8000-0000000000d1',
  bandId,
  name: 'Friday',
  items: [],
  version: 1,
  updatedAt: '2027-01-01T00:00:00.000Z',
  noteCount: 0,
  hasUnreadNotes: false,
}
const practice = anEvent({ bandId, date: '2027-03-04', title: 'Run-through' })
const gig = anEvent({ bandId, date: '2027-03-05', type: 'gig', title: 'Launch' })
const festival = anEvent({ bandId, date: '2027-06-05', type: 'festival', title: 'Beacons', setlistId: setlist.id })
const cancelled = anEvent({ bandId, date: '2027-03-06', type: 'gig', title: 'Works party', status: 'cancelled' })

beforeAll(() => import('#lib/check-response.ts'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00Z`) }))
afterEach(() => vi.useRealTimers())

const saved = { isDirty: false, save: async () => true }

const open = () =>
  renderPage(<SetlistEvents setlist={setlist} unsaved={saved} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [
        queryKeyOf('GET /api/bands/:bandId/events', { params: { bandId }, query: yearAheadRange(today) }),
        [practice, gig, cancelled, festival],
      ],
    ],
  })

test('the page of a set list names the events at which it is played', async () => {
  await open()
  const events = within(screen.getByRole('list', { name: 'Played at' })).getAllByRole('link')
  expect(events.map((link) => link.textContent)).toEqual([expect.stringContaining('Beacons')])
  expect(events[0]?.getAttribute('href')).toBe(`/bands/${bandId}/events/${festival.id}`)
})

test.each([
  ['14 days', '2027-03-15', chartMessages.chartsOnDevice(0, 1)],
  ['15 days', '2027-03-16', chartMessages.chartsKeptLater],
])('before its charts are stored, the page of a set list that is played in %s (%s) says: %s', async (_, date, text) => {
  const params = { bandId, setlistId: setlist.id }
  await renderPage(<SetlistCharts setlist={setlist} songs={[]} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [queryKeyOf('GET /api/bands/:bandId/setlists/:setlistId/charts', { params }), [aChart()]],
      [
        queryKeyOf('GET /api/bands/:bandId/events', { params: { bandId }, query: yearAheadRange(today) }),
        [
          { ...practice, date, setlistId: setlist.id },
          { ...cancelled, setlistId: setlist.id },
        ],
      ],
    ],
  })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('the choice of an event lists the next gigs and festivals first, then the other events, without cancelled ones', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Use at an event' }))
  const dialog = await screen.findByRole('dialog', { name: 'Use at an event' })
  const names = within(dialog)
    .getAllByRole('listitem')
    .map((item) => /Launch|Beacons|Run-through|Works party/.exec(item.textContent ?? '')?.[0])
  expect(names).toEqual(['Launch', 'Beacons', 'Run-through'])
  expect(within(dialog).getByRole('list', { name: 'Gigs' }).children).toHaveLength(2)
})

test('choosing an event sends the set list with the version of the event, and a toast names set list and event', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method === 'GET') return path.includes('/events?') ? Response.json([gig]) : new Promise(() => undefined)
    sent.push([method, path, new Headers(headers).get('if-match'), JSON.parse(String(body))])
    return Response.json({ ...gig, setlistId: setlist.id, version: 2 })
  })
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Use at an event' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Launch/ }))
  await waitFor(() => expect(readCurrentToast()?.title).toBe(setlistMessages.setlistAttached))
  expect(readCurrentToast()?.text).toMatch(/^“Friday” is the set list of Launch/)
  expect(sent).toEqual([['PATCH', `/api/bands/${bandId}/events/${gig.id}`, '"1"', { setlistId: setlist.id }]])
})

/** Types a new name into the set list's page, and chooses the gig before the name is saved. */
async function attachUnsaved(
  answerSave: () => Response | Promise<Response>,
  { newName = 'Saturday', isSaving = false } = {},
) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return path.includes('/events?') ? Response.json([gig]) : new Promise(() => undefined)
    sent.push(`${path.slice(path.lastIndexOf('/') + 1)} ${String(body)}`)
    return path.includes('/setlists/') ? answerSave() : Response.json({ ...gig, setlistId: setlist.id, version: 2 })
  })
  await renderPage(
    <SetlistEditor setlist={setlist} songs={[]} memberIds={null}>
      {(unsaved) => <SetlistEvents setlist={setlist} unsaved={unsaved} />}
    </SetlistEditor>,
    {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [queryKeyOf('GET /api/bands/:bandId/events', { params: { bandId }, query: yearAheadRange(today) }), [gig]],
      ],
    },
  )
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: newName } })
  if (isSaving) fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use at an event' }))
  expect(await screen.findByText(setlistMessages.setlistSavedFirst)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /^Launch/ }))
  return sent
}

test('unsaved changes of a set list are saved before it is attached to an event', async () => {
  const sent = await attachUnsaved(() => Response.json({ ...setlist, name: 'Saturday', version: 2 }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(readCurrentToast()?.text).toContain('Launch'))
  expect(sent).toEqual([
    `${setlist.id} ${JSON.stringify({ name: 'Saturday', items: [] })}`,
    `${gig.id} ${JSON.stringify({ setlistId: setlist.id })}`,
  ])
})

test('a set list that is being saved is attached to an event after that save, without a second one', async () => {
  const save = Promise.withResolvers<Response>()
  const sent = await attachUnsaved(() => save.promise, { isSaving: true })
  await waitFor(() => expect(sent).toHaveLength(1))
  save.resolve(Response.json({ ...setlist, name: 'Saturday', version: 2 }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toBe(`${gig.id} ${JSON.stringify({ setlistId: setlist.id })}`)
})

test.each([
  ['whose save is refused', () => errorResponse(409, 'conflict'), 'Saturday', 1],
  ['without a name', () => errorResponse(409, 'conflict'), ' ', 0],
])('a set list %s is not attached, and the choice of events closes', async (_, answerSave, newName, sentCount) => {
  const sent = await attachUnsaved(answerSave, { newName })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(sentCount)
})
