import type { BandEvent } from '@gaffer/domain/events/event'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { aDaysAwayEvent, anEvent, noConflicts } from '#testing/event-fixture.ts'
import {
  eventFormBandId,
  onEventFormSaved,
  pressButton,
  renderEventForm,
  typeIntoField,
} from '#testing/render-event-form.tsx'

const seriesId = '0190a000-0000-7000-8000-0000000000f1'
type Sent = { method: string; path: string; body: Record<string, unknown> }
let sent: Sent[]
let replies: Record<string, unknown>
let status: number
/** The number of conflict checks that were requested. */
let checks: number

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  status = 201
  checks = 0
  replies = {
    '/event-series/check-conflicts': {
      dates: [
        { date: '2027-03-04', conflicts: noConflicts },
        {
          date: '2027-03-11',
          conflicts: { ...noConflicts, unavailabilityConflicts: [aDaysAwayEvent('Dee', '2027-03-11')] },
        },
        { date: '2027-03-18', conflicts: { ...noConflicts, bandEventConflicts: [anEvent({ date: '2027-03-18' })] } },
        { date: '2027-03-25', conflicts: noConflicts },
      ],
    },
  }
  onEventFormSaved.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = '', body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined)
    const found = Object.entries(replies).find(([end]) => path.endsWith(end))
    checks += Number(path.endsWith('/event-series/check-conflicts'))
    if (path.endsWith('/check-conflicts')) return Response.json(found?.[1] ?? noConflicts)
    sent.push({ method, path, body: JSON.parse(String(body)) as Sent['body'] })
    return Response.json(found?.[1] ?? anEvent(), { status: method === 'POST' ? status : 200 })
  })
})

const fourWeeks = { every: 'week', until: '2027-03-25', skip: [] } as const
const openRepeat = () => renderEventForm({ event: null, date: '2027-03-04', repeat: fourWeeks })
const aSeriesEvent = (fields: Partial<BandEvent> = {}) =>
  anEvent({ date: '2027-03-11', startTime: '19:00', location: 'Unit 4', seriesId, ...fields })

it('the form of a series lists the dates that clash, first dates with another event of the band, and leaves the switched-off date out of the series', async () => {
  await openRepeat()
  pressButton('All day')
  const found = (await screen.findByText('2 of 4 dates clash')).closest('output') as HTMLElement
  const switches = within(found).getAllByRole('switch', { name: /^Leave out/ })
  expect(switches.map((one) => one.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/^Leave out Thursday 18\/03\/2027Also on/),
    expect.stringMatching(/^Leave out Thursday 11\/03\/2027Away: Dee/),
  ])
  expect(screen.getByText('4 dates, the last on 25/03/2027.')).toBeTruthy()
  fireEvent.click(switches[0] as HTMLElement)
  typeIntoField('Location', 'Unit 4')
  replies['/event-series'] = { seriesId, events: [anEvent(), anEvent(), anEvent()] }
  pressButton('Add 3 events')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([
    {
      method: 'POST',
      path: `/api/bands/${eventFormBandId}/event-series`,
      body: {
        event: { type: 'practice', date: '2027-03-04', location: 'Unit 4', replyBy: null },
        repeat: { every: 'week', until: '2027-03-25', skip: ['2027-03-18'] },
      },
    },
  ])
})

it('the dates of a series are not checked for clashes before a time or "All day" is chosen', async () => {
  await openRepeat()
  expect(screen.getByText('Clashes are shown once you choose a time, or that it is all day.')).toBeTruthy()
  await act(() => sleep(400))
  expect(checks).toBe(0)
  fireEvent.change(screen.getByLabelText(/^Start time/, { selector: 'input' }), { target: { value: '7pm' } })
  expect(await screen.findByText('2 of 4 dates clash')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'All day' })).toBeNull()
})

it('a date of a series without a clash can be left out, also before the conflict check', async () => {
  await openRepeat()
  fireEvent.click(screen.getByRole('switch', { name: 'Leave out Thursday 25/03/2027' }))
  expect(screen.getByText('3 dates, the last on 18/03/2027.')).toBeTruthy()
  pressButton('All day')
  expect(await screen.findByText('2 of 4 dates clash')).toBeTruthy()
  const others = screen.getByText('Leave out other dates').closest('details') as HTMLElement
  const names = within(others)
    .getAllByRole('switch')
    .map((one) => one.closest('label')?.textContent)
  expect(names).toEqual(['Leave out Thursday 04/03/2027', 'Leave out Thursday 25/03/2027'])
  typeIntoField('Location', 'Unit 4')
  replies['/event-series'] = { seriesId, events: [anEvent(), anEvent(), anEvent()] }
  pressButton('Add 3 events')
  await waitFor(() => expect(sent).toMatchObject([{ body: { repeat: { skip: ['2027-03-25'] } } }]))
})

it('a series that ends before its first date is refused, the field gets the focus, and nothing is sent', async () => {
  await openRepeat()
  typeIntoField('Location', 'Unit 4')
  typeIntoField('Until', '03/03/2027')
  pressButton('Add events')
  expect(await screen.findByText('The series ends before it starts')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Until', { selector: 'input' }))
  typeIntoField('Until', '')
  expect(await screen.findByText('Choose the last date of the series')).toBeTruthy()
  expect(sent).toEqual([])
})

it('a series that the server refuses shows the message at its field', async () => {
  await openRepeat()
  typeIntoField('Location', 'Unit 4')
  const message = 'A series can have 60 dates at most'
  status = 400
  replies['/event-series'] = { code: 'invalid_input', message, issues: [{ path: 'repeat.until', message }] }
  pressButton('Add 4 events')
  await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(0))
  expect(screen.getByLabelText('Until', { selector: 'input' }).getAttribute('aria-invalid')).toBe('true')
  expect(onEventFormSaved).not.toHaveBeenCalled()
})

it('an edit of an event of a series asks about the later events, and "Only this one" changes that event alone', async () => {
  const event = aSeriesEvent()
  await renderEventForm({ event, date: event.date })
  typeIntoField('Location', 'Unit 5')
  pressButton('Save')
  expect(await screen.findByRole('alertdialog', { name: 'Change the later dates too?' })).toBeTruthy()
  expect(sent).toEqual([])
  await pressWhenReady('Only this one')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([
    { path: `/api/bands/${eventFormBandId}/events/${event.id}`, body: { location: 'Unit 5' } },
  ])
})

it('"This and all later ones" changes the series from the date on; if the response lists the date of the edited event as kept, the change is also sent to that event', async () => {
  const event = aSeriesEvent()
  await renderEventForm({ event, date: event.date })
  typeIntoField('Location', 'Unit 5')
  pressButton('Save')
  replies[`/event-series/${seriesId}`] = { changed: 3, kept: [event.date, '2027-03-25'] }
  await screen.findByRole('alertdialog')
  await pressWhenReady('This and all later ones')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([
    {
      method: 'PATCH',
      path: `/api/bands/${eventFormBandId}/event-series/${seriesId}`,
      body: { from: '2027-03-11', changes: { location: 'Unit 5' } },
    },
    { method: 'PATCH', path: `/api/bands/${eventFormBandId}/events/${event.id}`, body: { location: 'Unit 5' } },
  ])
})

it('a new date of an event of a series is saved for that event alone, without the question', async () => {
  const event = aSeriesEvent()
  await renderEventForm({ event, date: event.date })
  typeIntoField('Location', 'Unit 5')
  typeIntoField('Date', '12/03/2027')
  pressButton('Save')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toMatchObject([{ path: `/api/bands/${eventFormBandId}/events/${event.id}` }])
})

/** Presses a button of a dialog, which ignores presses for its first 500 ms. */
async function pressWhenReady(name: string) {
  await act(() => sleep(600))
  pressButton(name)
}

it('the dates of an enquiry and the repetition of an event cannot be changed while they are saved', async () => {
  await renderEventForm({ event: null, date: '2027-03-04' })
  const sends: ((reply: Response) => void)[] = []
  const { fetch: fakeFetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'GET' || path.endsWith('/check-conflicts')
      ? fakeFetch(path, init)
      : new Promise<Response>((resolve) => sends.push(resolve)),
  )
  const dateField = (number: number) =>
    screen.queryByLabelText<HTMLInputElement>(`Date ${number}`, { selector: 'input' })
  pressButton('Ask about several dates')
  typeIntoField('Date 2', '11/03/2027')
  typeIntoField('Location', 'Unit 4')
  pressButton('Pencil 2 dates')
  await waitFor(() => expect(sends).toHaveLength(1))
  pressButton('Add a date')
  pressButton('Only one date')
  typeIntoField('Date 2', '18/03/2027')
  expect([dateField(2)?.value, dateField(3)]).toEqual(['11/03/2027', null])

  sends[0]?.(Response.json({ code: 'internal', message: 'Something went wrong' }, { status: 500 }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Only one date' })).toHaveProperty('disabled', false))
  pressButton('Only one date')
  pressButton('Add event')
  await waitFor(() => expect(sends).toHaveLength(2))
  expect(screen.getByRole('combobox', { name: 'Repeat' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Ask about several dates' })).toHaveProperty('disabled', true)
})
