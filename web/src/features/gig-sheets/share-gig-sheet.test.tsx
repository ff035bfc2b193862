import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { ShareGigSheetDialog } from './share-gig-sheet.tsx'

const membership = anOwnMembership()
const eventKey = { bandId: membership.bandId, eventId: '0190a000-0000-7000-8000-0000000000e1' }
const url = 'https://gaffer.example/sheet/abc'
type Link = { url: string; withFee: boolean; withContact: boolean; worksUntil: string } | null
const worksUntil = '2027-03-19'
let link: Link
let sent: unknown[]
let isRefused: boolean

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  link = null
  sent = []
  isRefused = false
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(link)
    const options = body === undefined ? null : (JSON.parse(String(body)) as { withFee: boolean; withContact: boolean })
    sent.push([method, options])
    if (isRefused) return errorResponse(503, 'unavailable')
    link = options && { url, ...options, worksUntil }
    return link ? Response.json({ url }, { status: 201 }) : new Response(null, { status: 204 })
  })
})

const open = () =>
  renderPage(<ShareGigSheetDialog isOpen name="Launch" eventKey={eventKey} onClose={() => undefined} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
const isOn = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
const address = () => screen.queryByLabelText<HTMLInputElement>('Link')?.value

test('a gig sheet link is made only after "Make link", without the fee, and with the contact if the contact is switched on', async () => {
  await open()
  fireEvent.click(await screen.findByRole('switch', { name: /contact/ }))
  expect([sent, isOn(/fee/), isOn(/contact/)]).toEqual([[], false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }))
  await waitFor(() => expect(address()).toBe(url))
  expect(sent).toEqual([['POST', { withFee: false, withContact: true }]])
})

test('the options of a gig sheet link stay chosen after making the first link has failed', async () => {
  isRefused = true
  await open()
  fireEvent.click(await screen.findByRole('switch', { name: /fee/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }))
  await waitFor(() => expect(readCurrentToast()?.title).toBe(gigSheetMessages.gigSheetNotShared))
  expect([isOn(/fee/), isOn(/contact/)]).toEqual([true, false])
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Make link' }))
  await waitFor(() => expect(address()).toBe(url))
  expect(link).toEqual({ url, withFee: true, withContact: false, worksUntil })
})

test('a switch of an existing gig sheet link sends both options, and the page shows the same address', async () => {
  link = { url, withFee: false, withContact: true, worksUntil }
  await open()
  fireEvent.click(await screen.findByRole('switch', { name: /fee/ }))
  await waitFor(() => expect(sent).toEqual([['POST', { withFee: true, withContact: true }]]))
  await waitFor(() => expect([isOn(/fee/), address()]).toEqual([true, url]))
})

test('a gig sheet link is revoked only after a confirmation, and then disappears', async () => {
  link = { url, withFee: true, withContact: true, worksUntil }
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke link' }))
  // The dialog ignores presses for its first 500 ms.
  await act(() => sleep(600))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByRole('button', { name: 'Make link' })).toBeTruthy()
  expect(sent).toEqual([['DELETE', null]])
  expect(address()).toBeUndefined()
})

test('the dialog says until when a gig sheet link works', async () => {
  link = { url, withFee: false, withContact: false, worksUntil }
  await open()
  expect(await screen.findByText(gigSheetMessages.gigSheetLinkEnds('Friday 19/03/2027'))).toBeTruthy()
})
