import type { CalendarEntry } from '@gaffer/domain/events/event'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import type { OwnMembership } from '#lib/me.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast, dismissToast } from '#ui/toast-store.ts'
import { DaysAwaySheet } from './days-away-sheet.tsx'

const today = '2027-03-05'
const query = { startDate: today, endDate: '2028-02-29' }
const ownMembership = { id: 'm1', bandId: 'b1' } as OwnMembership
const me = { user: { id: 'u1' }, bands: [ownMembership] }
type Sent = { method: string; path: string; key: string | null; body: Record<string, unknown> }
let sent: Sent[]
let stored: CalendarEntry[]
let shouldRefuse: (request: Sent) => boolean

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  shouldRefuse = () => false
  onClose.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = '', headers, body }: RequestInit) => {
    if (method === 'GET') return Response.json(path === '/api/me' ? me : stored)
    const key = new Headers(headers).get('idempotency-key')
    const request = { method, path, key, body: JSON.parse(String(body ?? '{}')) as Sent['body'] }
    sent.push(request)
    if (shouldRefuse(request)) return Response.json({ code: 'failed', message: 'The disk is full' }, { status: 500 })
    return Response.json(aDaysAwayEvent('Dee', today), { status: 201 })
  })
})

const onClose = vi.fn<() => void>()
function open(events: CalendarEntry[], membership: OwnMembership | null = ownMembership) {
  stored = events
  return renderPage(<DaysAwaySheet isOpen membership={membership} today={today} month={null} onClose={onClose} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), me],
      [queryKeyOf('GET /api/me/events', { query }), events],
    ],
  })
}

function day(date: string): HTMLElement {
  const cell = document.querySelector<HTMLElement>(`[role=gridcell][data-date="${date}"]`)
  if (!cell) throw new Error(`${date} is not in the sheet`)
  return cell
}
const isAway = (date: string) => day(date).getAttribute('aria-selected') === 'true'
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Fires the events of a tap as a browser does: pointer events, then a click. */
function tap(date: string) {
  const finger = { isPrimary: true, button: 0, buttons: 1, pointerId: 1 }
  fireEvent.pointerDown(day(date), finger)
  fireEvent.pointerUp(day(date), finger)
  fireEvent.click(day(date))
}

function drag(dates: readonly string[], end: 'pointerUp' | 'pointerCancel' = 'pointerUp') {
  const finger = { isPrimary: true, button: 0, buttons: 1, pointerId: 1 }
  const [first = '', ...rest] = dates
  fireEvent.pointerDown(day(first), finger)
  for (const date of rest) fireEvent.pointerMove(day(date), finger)
  fireEvent[end](day(dates.at(-1) ?? first), finger)
}

it('taps and drags in the days-away sheet mark days as away, and the save button counts the marked days', async () => {
  await open([])
  expect(screen.getByRole('button', { name: 'Save days away' })).toHaveProperty('disabled', true)
  fireEvent.click(day('2027-03-06'))
  drag(['2027-03-08', '2027-03-09', '2027-03-12'])
  expect(screen.getByRole('button', { name: 'Save 6 days away' })).toBeTruthy()
  expect(isAway('2027-03-11')).toBe(true)
  drag(['2027-03-12', '2027-03-11'])
  expect(screen.getByRole('button', { name: 'Save 4 days away' })).toBeTruthy()
})

it('in the days-away sheet, the click at the end of a drag changes nothing, and a drag that becomes a scroll marks no days', async () => {
  await open([])
  drag(['2027-03-08', '2027-03-09', '2027-03-08'])
  fireEvent.click(day('2027-03-08'))
  expect(isAway('2027-03-08')).toBe(true)
  drag(['2027-03-15', '2027-03-16'], 'pointerCancel')
  expect(isAway('2027-03-15')).toBe(false)
})

it('in the days-away sheet, a past day cannot be marked as away', async () => {
  await open([])
  fireEvent.click(day('2027-03-04'))
  drag(['2027-03-05', '2027-03-04', '2027-03-03'])
  expect(isAway('2027-03-04')).toBe(false)
  expect(screen.getByRole('button', { name: 'Save 1 day away' })).toBeTruthy()
})

it('in the days-away sheet, keys move the focus, also to a month that was not rendered yet, and the space bar marks a day as away', async () => {
  await open([])
  day(today).focus()
  fireEvent.keyDown(day(today), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(day('2027-03-06'))
  fireEvent.keyDown(day('2027-03-06'), { key: ' ' })
  expect(isAway('2027-03-06')).toBe(true)
  for (const from of ['2027-03-06', '2027-04-06']) fireEvent.keyDown(day(from), { key: 'PageDown' })
  expect(document.activeElement).toBe(day('2027-05-06'))
  expect(screen.getByRole('grid', { name: 'May 2027' })).toBeTruthy()
})

it('the days-away sheet sends each run of consecutive days as one entry of the band', async () => {
  await open([])
  drag(['2027-03-08', '2027-03-10'])
  tap('2027-03-20')
  press('Save 4 days away')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([
    { method: 'POST', path: '/api/bands/b1/events', body: { date: '2027-03-08', endDate: '2027-03-10' } },
    { method: 'POST', path: '/api/bands/b1/events', body: { date: '2027-03-20', endDate: null, membershipId: 'm1' } },
  ])
})

it('without a band, the days-away sheet sends the days away to the user’s own calendar', async () => {
  await open([], null)
  tap('2027-03-20')
  press('Save 1 day away')
  await waitFor(() => expect(sent).toMatchObject([{ path: '/api/me/events', body: { membershipId: null } }]))
})

it('the days-away sheet shows stored days away, and unmarking the last day of an entry shortens the entry', async () => {
  const away = { ...aDaysAwayEvent('Dee', '2027-03-08', '2027-03-10'), version: 4 }
  await open([away])
  expect(day('2027-03-09').textContent).toContain('away')
  tap('2027-03-10')
  expect(day('2027-03-10').textContent).toContain('no longer away')
  press('Remove 1 day away')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([
    { method: 'PATCH', path: `/api/me/events/${away.id}`, body: { date: '2027-03-08', endDate: '2027-03-09' } },
  ])
})

it('Save in the days-away sheet asks about an event that a stored copy of the calendar lacks, and saves nothing if the calendar cannot be read', async () => {
  const gig = anEvent({ date: '2027-03-20', title: 'At the Fenton' })
  const { client } = await open([])
  stored = [gig]
  const [query] = client.getQueryCache().findAll({ queryKey: queryKeyOf('GET /api/me/events') })
  query?.invalidate()
  let isFailing = true
  const respond = fetch
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) =>
    isFailing && path.startsWith('/api/me/events')
      ? Response.json({ code: 'failed', message: 'The disk is full' }, { status: 500 })
      : respond(path, options),
  )
  tap('2027-03-20')
  press('Save 1 day away')
  await waitFor(() => expect(readCurrentToast()?.title).toContain('Gaffer could not check what else is on those days.'))
  isFailing = false
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save 1 day away' }).disabled).toBe(false),
  )
  press('Save 1 day away')
  expect(await screen.findByRole('dialog', { name: 'On those days' })).toBeTruthy()
  expect(sent).toEqual([])
})

it('Save in the days-away sheet asks about each event on new days away that is not cancelled, and sends only the ids of the events to cancel', async () => {
  const [gig, party] = [anEvent({ type: 'gig', date: '2027-03-20' }), anEvent({ title: 'Party', date: '2027-03-21' })]
  const cancelled = anEvent({ title: 'Old', date: '2027-03-20', status: 'cancelled' })
  await open([gig, party, cancelled])
  drag(['2027-03-20', '2027-03-21'])
  press('Save 2 days away')
  expect(sent).toEqual([])
  const rows = screen.getAllByRole('radiogroup')
  expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
    'Gig, Saturday 20 March',
    'Party, Sunday 21 March',
  ])
  fireEvent.click(within(rows[0] as HTMLElement).getByRole('radio', { name: 'Cancel it' }))
  press('Save 2 days away')
  await waitFor(() => expect(sent).toMatchObject([{ body: { cancelEventIds: [gig.id] } }]))
})

it('after one of two entries of days away fails to save, the sheet stays open, and a retry sends only that entry with the same idempotency key', async () => {
  shouldRefuse = ({ body }) => body['date'] === '2027-03-20'
  await open([])
  tap('2027-03-08')
  tap('2027-03-20')
  stored = [aDaysAwayEvent('Dee', '2027-03-08')]
  press('Save 2 days away')
  await screen.findByRole('button', { name: 'Save 1 day away' })
  expect(onClose).not.toHaveBeenCalled()
  shouldRefuse = () => false
  press('Save 1 day away')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ body }) => body['date'])).toEqual(['2027-03-08', '2027-03-20', '2027-03-20'])
  expect(sent[2]?.key).toBe(sent[1]?.key)
})

it('Undo of saved days away restores removed days, then extends shortened entries again, then deletes new days away', async () => {
  const gone = { ...aDaysAwayEvent('Dee', '2027-03-08'), version: 2 }
  const shortened = { ...aDaysAwayEvent('Dee', '2027-03-10', '2027-03-11'), version: 4 }
  await open([gone, shortened])
  for (const date of ['2027-03-08', '2027-03-11', '2027-03-20']) tap(date)
  press('Save 1 day away, remove 2')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const saved = sent.length
  readCurrentToast()?.action?.onPress()
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Days away restored'))
  expect(sent.slice(saved).map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', `/api/me/events/${gone.id}/restore`, {}],
    ['PATCH', expect.stringMatching(/^\/api\/me\/events\//), { date: '2027-03-10', endDate: '2027-03-11' }],
    ['DELETE', expect.stringMatching(/^\/api\/me\/events\//), {}],
  ])
  dismissToast()
})
