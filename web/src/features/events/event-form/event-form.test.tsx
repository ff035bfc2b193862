import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import type { BandEvent, CalendarEntry } from '@gaffer/domain/events/event'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { readCurrentToast } from '#ui/toast-store.ts'
import { aDaysAwayEvent, anEvent, noConflicts } from '#testing/event-fixture.ts'
import {
  eventFormBandId,
  onEventFormSaved,
  otherMembership,
  pressButton,
  renderEventForm,
  typeIntoField,
} from '#testing/render-event-form.tsx'

const named = (...names: string[]) =>
  names.map((displayName, at) => ({ membershipId: `0190a000-0000-7000-8000-0000000000c${at}`, displayName }))
type Sent = { method: string; path: string; body: Record<string, unknown> }
let sent: Sent[]
let conflictsOn: (date: string) => Conflicts
/** The HTTP status with which the conflict check fails; null if it succeeds. */
let failureStatus: number | null
let reply: () => Response | Promise<Response>

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  conflictsOn = () => noConflicts
  failureStatus = null
  reply = () => Response.json(anEvent(), { status: 201 })
  onEventFormSaved.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = '', body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined)
    const request = { method, path, body: JSON.parse(String(body)) as Sent['body'] }
    if (path.endsWith('/check-conflicts') && failureStatus)
      return Response.json({ code: 'internal', message }, { status: failureStatus })
    if (path.endsWith('/check-conflicts')) return Response.json(conflictsOn(String(request.body['date'])))
    sent.push(request)
    return reply()
  })
})

const message = 'Something went wrong on our side. Please try again.'
const open = (event: CalendarEntry | null = null) => renderEventForm({ event, date: event?.date ?? '2027-03-12' })

const asksSwitch = () => screen.getByRole('switch', { name: /Ask everybody/ })
const replyBy = () => screen.queryByLabelText<HTMLInputElement>('Reply by', { selector: 'input' })?.value
const gig = (fields: Partial<BandEvent> = {}) =>
  anEvent({ type: 'gig', location: 'Barn', asksAnswers: true, replyBy: '2027-03-05', ...fields })

it('the description of the switch "On the public page" asks for the town of the venue', async () => {
  await open(anEvent({ type: 'public_gig', venue: 'The Fenton', isPublic: true }))
  expect(
    await screen.findByRole('switch', { name: /On the public page/, description: /venue \(add its town\)/ }),
  ).toBeTruthy()
})

it('a new practice is confirmed, and the default date to reply by is shown only after "Ask everybody" is switched on', async () => {
  await open()
  expect(screen.queryByRole('radio', { name: 'Cancelled' })).toBeNull()
  expect(replyBy()).toBeUndefined()
  fireEvent.click(asksSwitch())
  expect(replyBy()).toBe('08/03/2027')
  typeIntoField('Location', 'Unit 4')
  pressButton('Add event')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([{ body: { status: 'confirmed', asksAnswers: true } }])
})

it('the toast of an added event names a member without push and email address, and offers to ask this member to turn on notices', async () => {
  const members = [
    { membershipId: eventFormBandId, displayName: 'Kit', isReached: true, hasPushOrMail: true },
    { membershipId: eventFormBandId, displayName: 'Mags', isReached: false, hasPushOrMail: false },
  ]
  await open()
  const { fetch: fakeFetch } = globalThis
  vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
    path.endsWith('/notice-recipients')
      ? Promise.resolve(Response.json({ members, deps: [] }))
      : fakeFetch(path, request),
  )
  typeIntoField('Location', 'Unit 4')
  pressButton('Add event')
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ text: eventMessages.eventCreated }))
  expect(readCurrentToast()?.detail).toContain('Mags has no push and no email address')
  expect(readCurrentToast()?.action?.label).toBe('Ask Mags to turn on notices')
})

it('an edit of the status and the date to reply by sends only these two fields', async () => {
  await open(gig())
  expect(replyBy()).toBe('05/03/2027')
  fireEvent.click(screen.getByRole('radio', { name: 'Pencilled' }))
  typeIntoField('Reply by', '09/03/2027')
  pressButton('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'PATCH', body: { status: 'tentative', replyBy: '2027-03-09' } })
  expect(Object.keys(sent[0]?.body ?? {}).sort()).toEqual(['replyBy', 'status'])
})

it('an event with a new date shows the default date to reply by, and sends only the date', async () => {
  await open(gig({ date: '2027-03-12' }))
  typeIntoField('Date', '03/03/2027')
  expect(replyBy()).toBe('02/03/2027')
  pressButton('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ date: '2027-03-03' })
})

it('saving an event as cancelled asks for confirmation', async () => {
  await open(gig({ title: 'Wedding' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Cancelled' }))
  pressButton('Save')
  expect(await screen.findByRole('alertdialog', { name: 'Cancel Wedding?' })).toBeTruthy()
  expect(sent).toEqual([])
})

it('an enquiry asks everybody, has two to six dates, and names the member who is away on one of the dates', async () => {
  const away = [aDaysAwayEvent('Dee', '2027-03-19')]
  conflictsOn = (date) => (date === '2027-03-19' ? { ...noConflicts, unavailabilityConflicts: away } : noConflicts)
  await open()
  pressButton('Ask about several dates')
  expect(asksSwitch()).toHaveProperty('checked', true)
  expect(screen.queryByRole('button', { name: /Remove date/ })).toBeNull()
  typeIntoField('Date 2', '19/03/2027')
  expect(await screen.findByText('Dee')).toBeTruthy()
  for (let date = 3; date <= 6; date++) pressButton('Add a date')
  expect(screen.queryByRole('button', { name: 'Add a date' })).toBeNull()
  for (let date = 6; date > 3; date--) pressButton(`Remove date ${date}`)
  typeIntoField('Date 3', '26/03/2027')
  typeIntoField('Location', 'Barn')
  reply = () => Response.json({ optionGroupId: eventFormBandId, events: [anEvent(), anEvent(), anEvent()] })
  pressButton('Pencil 3 dates')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([
    {
      path: `/api/bands/${eventFormBandId}/event-options`,
      body: { dates: ['2027-03-12', '2027-03-19', '2027-03-26'], event: { location: 'Barn', asksAnswers: true } },
    },
  ])
  expect(sent[0]?.body['event']).not.toHaveProperty('date')
})

it('a past or repeated date of an enquiry is refused at its row, before anything is sent', async () => {
  await open()
  pressButton('Ask about several dates')
  pressButton('Add a date')
  typeIntoField('Date 2', '12/03/2027')
  typeIntoField('Date 3', '01/02/2027')
  typeIntoField('Location', 'Barn')
  pressButton('Pencil 3 dates')
  expect(await screen.findByText('Choose each date once')).toBeTruthy()
  expect(screen.getByText('Choose dates from today on')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Date 2', { selector: 'input' }))
  expect(sent).toEqual([])
})

it('a date of an enquiry that the server refuses shows the message of the server', async () => {
  await open()
  pressButton('Ask about several dates')
  typeIntoField('Date 2', '19/03/2027')
  typeIntoField('Location', 'Barn')
  const message = 'Choose dates from today on'
  reply = () =>
    Response.json({ code: 'invalid_input', message, issues: [{ path: 'dates.0', message }] }, { status: 400 })
  pressButton('Pencil 2 dates')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(onEventFormSaved).not.toHaveBeenCalled()
})

it('the event form says "All five are free" when all five members are free', async () => {
  conflictsOn = () => ({ ...noConflicts, free: named('Ros', 'Mags', 'Kit', 'Danny', 'Priya') })
  await open()
  expect(await screen.findByText('All five are free')).toBeTruthy()
})

it('a new event has the given type and the defaults of that type, or is a practice if the band does not have the given type', async () => {
  await renderEventForm({ event: null, date: '2027-03-12', type: 'gig' })
  expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Gig')
  expect(asksSwitch()).toHaveProperty('checked', true)
  cleanup()
  await renderEventForm({ event: null, date: '2027-03-12', type: 'festival' })
  expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Practice')
})

it.each([500, 503])(
  'the form of days away stays open and unsaved after a conflict check fails with %i, until "Try again" asks about each event',
  async (status) => {
    const practice = anEvent({ title: 'Wednesday practice', date: '2027-03-12' })
    conflictsOn = () => ({ ...noConflicts, affectedBandEvents: [practice] })
    failureStatus = status
    await renderEventForm({ event: null, date: '2027-03-12', draft: { type: 'unavailable' } })
    pressButton('Save days away')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Not saved yet. Gaffer could not check what else is on those days.')
    expect(alert.textContent).toContain(message)
    expect([sent, onEventFormSaved.mock.calls]).toEqual([[], []])
    failureStatus = null
    pressButton('Try again')
    const question = await screen.findByRole('alertdialog', { name: 'Cancel Wednesday practice on 12/03/2027?' })
    expect(sent).toEqual([])
    expect(screen.queryByText('Not saved yet. Gaffer could not check what else is on those days.')).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 700))
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel event' }))
    await waitFor(() => expect(sent).toMatchObject([{ body: { type: 'unavailable', cancelEventIds: [practice.id] } }]))
  },
)

it('the form of stored days away says "When you save, you are asked about each." only after a day is added', async () => {
  conflictsOn = () => ({ ...noConflicts, affectedBandEvents: [anEvent({ title: 'Wednesday practice' })] })
  await open(aDaysAwayEvent('Ros', '2027-03-12'))
  expect(await screen.findByText(/^Wednesday practice/)).toBeTruthy()
  expect(screen.queryByText('When you save, you are asked about each.')).toBeNull()
  fireEvent.click(document.querySelector('[role=gridcell][data-date="2027-03-13"]') as Element)
  expect(await screen.findByText('When you save, you are asked about each.')).toBeTruthy()
})

it('in the event form, the notes come before the status', async () => {
  await open()
  const [notes, status] = [screen.getByLabelText(/^Notes/), screen.getByRole('radio', { name: 'Confirmed' })]
  expect(notes.compareDocumentPosition(status)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

const daysAwayAddedIn = (bandId: string | null) => ({
  event: { ...aDaysAwayEvent('Ros', '2027-03-12'), bandId },
  date: '2027-03-12',
})
const readPrivacyNote = () => screen.getByText(/^All your bands see the dates\./).textContent

it('the form of days away says "Only this band sees the title and notes" for the selected band, and names any other band', async () => {
  await renderEventForm(daysAwayAddedIn(eventFormBandId))
  expect(readPrivacyNote()).toContain('Only this band sees the title and notes.')
  for (const selected of [undefined, null]) {
    cleanup()
    await renderEventForm(daysAwayAddedIn(otherMembership.bandId), selected)
    expect(readPrivacyNote()).toContain('Only Harbour Lights sees the title and notes.')
  }
})

it('the form of days away that were added without a band says that only the member sees their title and notes', async () => {
  await renderEventForm(daysAwayAddedIn(null))
  expect(readPrivacyNote()).toContain('Only you see the title and notes.')
})

/** Holds the reply back until the returned function is called. */
function holdReply(response: Response): () => void {
  let answer = (_response: Response): void => undefined
  const held = new Promise<Response>((resolve) => (answer = resolve))
  reply = () => held
  return () => answer(response)
}
const titleField = () => screen.getByLabelText<HTMLInputElement>(/^Title/)

it('a title that is typed while an edit is saved stays in the form, and the next save sends only the title', async () => {
  const stored = gig({ title: 'Wedding', version: 2 })
  await open(gig({ title: 'Gig', version: 1 }))
  const answer = holdReply(Response.json(stored))
  fireEvent.change(titleField(), { target: { value: 'Wedding' } })
  pressButton('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(titleField(), { target: { value: 'Wedding of Jo' } })
  answer()
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ text: eventMessages.eventUpdated }))
  await waitFor(() => expect(titleField().value).toBe('Wedding of Jo'))
  expect(onEventFormSaved).not.toHaveBeenCalled()
  reply = () => Response.json({ ...stored, title: 'Wedding of Jo', version: 3 })
  pressButton('Save')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body)).toEqual([{ title: 'Wedding' }, { title: 'Wedding of Jo' }])
})

it('a place that is typed while an event is added becomes an edit of the added event', async () => {
  await open()
  typeIntoField('Location', 'Barn')
  const answer = holdReply(Response.json(anEvent({ location: 'Barn' }), { status: 201 }))
  pressButton('Add event')
  await waitFor(() => expect(sent).toHaveLength(1))
  typeIntoField('Location', 'Barn 2')
  answer()
  expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeTruthy()
  reply = () => Response.json(anEvent({ location: 'Barn 2', version: 2 }))
  pressButton('Save')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalledOnce())
  expect(sent.map(({ method, body }) => [method, body['location']])).toEqual([
    ['POST', 'Barn'],
    ['PATCH', 'Barn 2'],
  ])
})
