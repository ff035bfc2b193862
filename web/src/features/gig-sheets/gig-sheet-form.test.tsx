import { emptyGigSheet, type GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { messages } from '@gaffer/domain/shared/messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { GigSheetForm } from './gig-sheet-form.tsx'

const membership = anOwnMembership()
const eventIds = Array.from({ length: 90 }, (_, index) => `0190a000-0000-7000-8000-0000000000${index + 10}`)
/** A different gig in each test, because versions of one gig never start again from the beginning. */
let eventKey = { bandId: membership.bandId, eventId: '' }
const sheet: GigSheet = {
  ...emptyGigSheet,
  times: [{ time: '17:00', label: 'Load-in' }],
  gear: 'Full backline',
  feePence: 25_050,
  version: 3,
}
type Sent = { version: string | null; body: Record<string, unknown> }
let sent: Sent[]
/** The gig sheet that the fake server has stored. */
let stored: GigSheet
const onClose = vi.fn<() => void>()

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  eventKey = { ...eventKey, eventId: eventIds.pop() ?? '' }
  sent = []
  stored = sheet
  onClose.mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method === 'PUT') {
      const version = new Headers(headers).get('if-match')
      sent.push({ version, body: JSON.parse(String(body)) as Sent['body'] })
      if (version !== `"${stored.version}"`) return errorResponse(412, 'stale')
      stored = { ...stored, version: stored.version + 1 }
      return Response.json(stored)
    }
    if (path.endsWith('/gig-sheet')) return Response.json(stored)
    if (path.includes('/activity')) {
      const entry = { id: eventKey.eventId, verb: 'changed_gig_sheet', actor: 'Kit', at: '2027-01-01T00:00:00.000Z' }
      return Response.json([{ ...entry, subject: 'Launch', date: '2027-03-12', previousDate: null, restorable: null }])
    }
    return new Promise(() => undefined)
  })
})

const open = (fields = {}) =>
  renderPage(
    <GigSheetForm isOpen subject={{ sheet, fields }} eventKey={eventKey} name="At the Fenton" onClose={onClose} />,
    {
      cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
    },
  )
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>((text) => text === label || text === `${label}Optional`)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const rows = () => within(screen.getByRole('list', { name: 'Running times' })).getAllByRole('listitem')

test('saving sends the whole gig sheet with the version that was read, and closes the dialog', async () => {
  await open()
  press('Doors')
  type('Time of Doors (2)', '19:30')
  type('Phone', '0113 496 0142')
  type('Fee in pounds', '£1,250')
  fireEvent.click(screen.getByRole('switch', { name: 'Paid' }))
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([
    {
      version: '"3"',
      body: {
        times: [...sheet.times, { time: '19:30', label: 'Doors' }],
        contactPhone: '0113 496 0142',
        gear: 'Full backline',
        feePence: 125_000,
        feePaid: true,
      },
    },
  ])
})

test('a running time typed as "half 7" is saved as 19:30, and a running time typed as "12" in the row below is saved as 00:00', async () => {
  await open()
  press('Doors')
  type('Time of Doors (2)', 'half 7')
  expect(screen.getByText('7:30 PM')).toBeTruthy()
  press('Curfew')
  type('Time of Curfew (3)', '12')
  expect(screen.getByText('12:00 AM')).toBeTruthy()
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([
    {
      body: {
        times: [...sheet.times, { time: '19:30', label: 'Doors' }, { time: '00:00', label: 'Curfew' }],
      },
    },
  ])
})

test('a running time that is no time shows an error and gets the focus, and nothing is sent', async () => {
  await open()
  type('Time of Load-in (1)', 'after tea')
  press('Save')
  expect(await screen.findByText(messages.timeNotUnderstood)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Time of Load-in (1)'))
  expect(sent).toEqual([])
})

test('a running time is picked from the clock of the event form, which begins at 7 PM and closes by Escape', async () => {
  await open()
  press('Doors')
  press('Choose time of doors (2)')
  expect(field('Time of Doors (2)').value).toBe('7:00 PM')
  fireEvent.click(screen.getByRole('radio', { name: '8' }))
  expect(field('Time of Doors (2)').value).toBe('8:00 PM')
  fireEvent.keyDown(screen.getByRole('radio', { name: '8' }), { key: 'Escape' })
  expect(screen.queryByRole('radio', { name: '8' })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a suggested running time has a button until the list contains it, and the row that the button adds gets the focus', async () => {
  await open()
  expect(screen.queryByRole('button', { name: 'Load-in' })).toBeNull()
  press('Curfew')
  expect(screen.queryByRole('button', { name: 'Curfew' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Time of Curfew (2)')))
  press('Remove Curfew (2)')
  expect(rows()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Curfew' })).toBeTruthy()
})

test('invalid fields of a gig sheet show their errors, the first invalid field gets the focus, and nothing is sent', async () => {
  await open()
  press('Another time')
  type('Email', 'dave')
  type('Fee in pounds', '-5')
  press('Save')
  expect(await screen.findByText('Choose a real time')).toBeTruthy()
  for (const message of [messages.emailInvalid, gigSheetMessages.feeTyped])
    expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Time of Time (2)'))
  expect(sent).toEqual([])
})

test('a conflict (412) of a gig sheet shows both values, and "Keep mine" saves the member’s changes over the stored sheet', async () => {
  await open()
  stored = { ...sheet, gear: 'Drums only', hospitality: 'Curry', version: 4 }
  type('Gear', 'Bring everything')
  press('Save')
  const dialog = await screen.findByRole('dialog', { name: messages.stale })
  expect(within(dialog).getByText(gigSheetMessages.gigSheetConflict('Kit', 'while you had it open'))).toBeTruthy()
  expect(dialog.textContent).toContain('GearTheirs: Drums onlyYours: Bring everything')
  expect(dialog.textContent).toContain('HospitalityTheirs: CurryBefore: None')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.at(-1)).toMatchObject({ version: '"4"', body: { gear: 'Bring everything', hospitality: 'Curry' } })
})

test('"Keep theirs" after a conflict closes the form of the gig sheet and saves nothing', async () => {
  await open()
  stored = { ...sheet, gear: 'Drums only', version: 4 }
  type('Gear', 'Bring everything')
  press('Save')
  const dialog = await screen.findByRole('dialog', { name: messages.stale })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep theirs' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toHaveLength(1)
})

test('the form of a gig sheet opens with the unsaved fields of an earlier form', async () => {
  await open({ gear: 'From before' })
  expect(field('Gear').value).toBe('From before')
})

test('a gig sheet with 20 running times, the limit, has no button to add another', async () => {
  await open({ times: Array.from({ length: 20 }, (_, key) => ({ key, time: '17:00', label: 'Load-in' })) })
  expect(screen.queryByRole('button', { name: 'Another time' })).toBeNull()
  expect(screen.getByText(gigSheetMessages.runningTimesTooMany)).toBeTruthy()
})
