import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anEvent, noConflicts } from '#testing/event-fixture.ts'
import {
  onEventFormClosed,
  onEventFormSaved,
  pressButton,
  renderEventForm,
  typeIntoField,
} from '#testing/render-event-form.tsx'

let sent: Record<string, unknown>[]

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  onEventFormClosed.mockClear()
  onEventFormSaved.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = '', body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined)
    if (path.endsWith('/check-conflicts')) return Response.json(noConflicts)
    sent.push(JSON.parse(String(body)) as Record<string, unknown>)
    return Response.json(anEvent(), { status: 201 })
  })
})

/** Opens the form of a new event on Friday 12 March 2027. */
const open = () => renderEventForm({ event: null, date: '2027-03-12' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })

async function save() {
  typeIntoField('Location', 'Barn')
  pressButton('Add event')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
}

const start = 'Start timeOptional'
const end = 'End timeOptional'

it('a start typed as "7" and an end typed as "10" are saved as 7 PM and 10 PM', async () => {
  await open()
  typeIntoField(start, '7')
  expect(screen.getByText('7:00 PM')).toBeTruthy()
  typeIntoField(end, '10')
  expect(screen.getByText('10:00 PM, 3 h')).toBeTruthy()
  await save()
  expect(sent).toMatchObject([{ startTime: '19:00', endTime: '22:00', endDate: null }])
})

it('an end on the next day is shown with its weekday and the length of the event', async () => {
  await open()
  typeIntoField(start, '9pm')
  typeIntoField(end, '1')
  expect(screen.getByText('4 h, ends Sat 1 AM')).toBeTruthy()
  typeIntoField(start, '7am')
  expect(screen.getByText('18 h, ends Sat 1 AM')).toBeTruthy()
  await save()
  expect(sent).toMatchObject([{ startTime: '07:00', endTime: '01:00' }])
})

it('with an end date, an event from 11 PM with the typed end "10" ends at 10 PM', async () => {
  await open()
  typeIntoField(start, '11pm')
  typeIntoField('End dateOptional', 'sun')
  expect(screen.getByText('Sun 7 Mar')).toBeTruthy()
  typeIntoField('End dateOptional', '14/3')
  typeIntoField(end, '10')
  expect(screen.getByText('ends Sun 10 PM')).toBeTruthy()
})

it('the end time of an enquiry on several dates shows no weekday', async () => {
  await open()
  pressButton('Ask about several dates')
  typeIntoField(start, '9pm')
  typeIntoField(end, '1')
  expect(screen.getByText('4 h, ends next day 1 AM')).toBeTruthy()
})

it('an event whose start is a text that is no time is refused, and nothing is sent', async () => {
  await open()
  typeIntoField('Location', 'Barn')
  typeIntoField(start, 'after tea')
  pressButton('Add event')
  expect(await screen.findByText('That is not a time. Try 7 pm, 19:30 or half 7.')).toBeTruthy()
  expect(document.activeElement).toBe(field(start))
  expect(sent).toEqual([])
})

it.each([
  ['Choose date', () => screen.queryByRole('grid')],
  ['Choose start time', () => screen.queryByRole('group', { name: 'Hour' })],
])(
  'after the button "%s", the first Escape closes the picker, and the second Escape closes the form or asks whether to discard it',
  async (button, picker) => {
    await open()
    screen.getByRole('button', { name: button }).focus()
    pressButton(button)
    expect(picker()).toBeTruthy()
    field('Location').focus()
    escape()
    expect(picker()).toBeNull()
    expect(document.activeElement).toBe(field('Location'))
    expect(onEventFormClosed).not.toHaveBeenCalled()
    escape()
    // The form closes at once, or asks first if opening the picker has set a default time.
    expect(onEventFormClosed.mock.calls.length + screen.queryAllByRole('alertdialog').length).toBe(1)
  },
)

it('Escape in a picker returns the focus to the button that opened it', async () => {
  await open()
  pressButton('Choose date')
  screen.getByRole('grid').querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  escape()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose date' }))
})

it('closing the time picker leaves an emptied time empty', async () => {
  await open()
  pressButton('Choose start time')
  expect(field(start).value).toBe('7:00 PM')
  typeIntoField(start, '')
  pressButton('Choose start time')
  expect(field(start).value).toBe('')
})
