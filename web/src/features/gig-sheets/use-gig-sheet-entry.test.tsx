import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readFormDraft } from '#lib/form-drafts.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import {
  eventFormBandId,
  onEventFormSaved,
  pressButton,
  renderEventForm,
  typeIntoField,
} from '#testing/render-event-form.tsx'
import { readToasts } from '#ui/toast-store.ts'
import type { GigSheetFormInitialState } from './gig-sheet-form-values.ts'

type Sent = { method: string; path: string; body: Record<string, unknown> }
const stored = anEvent({ type: 'gig', location: 'Barn' })
const setlist = '0190a000-0000-7000-8000-0000000000f5'
const storedSheet = { ...emptyGigSheet, version: 3, address: 'The Barn, Leeds', feePence: 20_000 }
let sent: Sent[]
let isSheetRefused: boolean

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  isSheetRefused = false
  onEventFormSaved.mockClear()
  localStorage.clear()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET' && path.endsWith('/gig-sheet')) return Response.json(storedSheet)
    if (method === 'GET' || path.endsWith('/check-conflicts')) return new Promise(() => undefined)
    sent.push({ method, path, body: JSON.parse(String(body)) as Sent['body'] })
    if (!path.endsWith('/gig-sheet')) return Response.json(stored, { status: 201 })
    return isSheetRefused ? errorResponse(502, 'failed') : Response.json({ ...emptyGigSheet, version: 1 })
  })
})

const open = async () => {
  await renderEventForm({ event: null, date: '2027-03-12', type: 'gig', draft: { setlistId: setlist } })
  typeIntoField('Location', 'Barn')
}
/** Types into a text field, whose label also contains the word "Optional". */
const type = (label: string, value: string) =>
  fireEvent.change(
    screen.getByLabelText((text) => text === `${label}Optional`),
    { target: { value } },
  )
const path = `/api/bands/${eventFormBandId}/events`

it('a gig with its gig sheet and set list is added by one press', async () => {
  await open()
  pressButton('Load-in')
  typeIntoField('Time of Load-in (1)', '5pm')
  type('Address', '15 De Grey Street, Hull')
  type('Fee in pounds', '350')
  type('Phone', '01482 496 018')
  pressButton('Add event')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalledWith(stored))
  expect(sent).toMatchObject([
    { method: 'POST', path, body: { type: 'gig', location: 'Barn', setlistId: setlist } },
    {
      method: 'PUT',
      path: `${path}/${stored.id}/gig-sheet`,
      body: {
        address: '15 De Grey Street, Hull',
        times: [{ time: '17:00', label: 'Load-in' }],
        contactPhone: '01482 496 018',
        feePence: 35_000,
      },
    },
  ])
})

it('a gig whose gig sheet fields are empty is added without a gig sheet', async () => {
  await open()
  pressButton('Add event')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent.map(({ method }) => method)).toEqual(['POST'])
})

it('an invalid gig sheet field shows an error and gets the focus, and nothing is sent', async () => {
  await open()
  type('Fee in pounds', 'lots')
  pressButton('Add event')
  expect(await screen.findByText('Write an amount such as 250 or 99.50')).toBeTruthy()
  expect(document.activeElement?.getAttribute('name')).toBe('fee')
  expect(screen.getByText('More for this gig').closest('details')?.open).toBe(true)
  expect(sent).toEqual([])
})

it('a gig sheet that is not saved stays as a draft of its gig, until "Try again" saves it', async () => {
  isSheetRefused = true
  await open()
  type('Address', '15 De Grey Street, Hull')
  pressButton('Add event')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  const draft = () => readFormDraft<GigSheetFormInitialState>('u1', `gig-sheet/${stored.bandId}/${stored.id}`)
  expect(draft()?.fields).toEqual({ address: '15 De Grey Street, Hull' })
  const toast = readToasts().at(-1)
  expect([toast?.title, toast?.action?.label]).toEqual(['The gig is saved, its gig sheet is not', 'Try again'])
  isSheetRefused = false
  toast?.action?.onPress()
  await waitFor(() => expect(readToasts().at(-1)?.title).toBe('Gig sheet saved'))
  expect(draft()).toBeNull()
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT'])
})

it('the form of a practice has no gig sheet fields, and does not send a set list that was chosen for a gig', async () => {
  await renderEventForm({ event: null, date: '2027-03-12', draft: { setlistId: setlist } })
  expect(screen.queryByText('More for this gig')).toBeNull()
  typeIntoField('Location', 'Unit 4')
  pressButton('Add event')
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', body: { type: 'practice', setlistId: null } }]))
})

it('the form of a stored gig shows the entries of its gig sheet, and saves event and sheet by one press', async () => {
  await renderEventForm({ event: stored, date: stored.date })
  const fee = await screen.findByDisplayValue('200')
  expect(screen.getByText('More for this gig').closest('details')?.open).toBe(false)
  fireEvent.change(fee, { target: { value: '250' } })
  fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Big Barn' } })
  pressButton('Save')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalledWith(stored))
  expect(sent).toMatchObject([
    { method: 'PATCH', path: `${path}/${stored.id}`, body: { location: 'Big Barn' } },
    { method: 'PUT', path: `${path}/${stored.id}/gig-sheet`, body: { address: 'The Barn, Leeds', feePence: 25_000 } },
  ])
})

it('the form of a stored gig sends no gig sheet if its fields were not changed', async () => {
  await renderEventForm({ event: stored, date: stored.date })
  await screen.findByDisplayValue('200')
  fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Big Barn' } })
  pressButton('Save')
  await waitFor(() => expect(onEventFormSaved).toHaveBeenCalled())
  expect(sent.map(({ method }) => method)).toEqual(['PATCH'])
})

it('a gig sheet field that is filled in while the gig is added stays in the form that edits the gig', async () => {
  await open()
  type('Phone', '01482 496 018')
  pressButton('Add event')
  await waitFor(() => expect(sent).toHaveLength(1))
  type('Address', '15 De Grey Street, Hull')
  expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeTruthy()
  expect(await screen.findByDisplayValue('15 De Grey Street, Hull')).toBeTruthy()
  expect(sent[1]?.body).toMatchObject({ contactPhone: '01482 496 018', address: '' })
  expect(onEventFormSaved).not.toHaveBeenCalled()
})
