import type { BandEvent } from '@gaffer/domain/events/event'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventTabs } from './event-tabs.tsx'

const gig = anEvent({ type: 'gig', location: 'Barn' })
const bandId = gig.bandId ?? ''
const setlist = {
  id: '0190a000-0000-7000-8000-0000000000f5',
  bandId,
  name: 'Friday',
  items: [],
  version: 1,
  updatedAt: '2027-01-01T00:00:00.000Z',
}
let sent: unknown[]
let setlists: object[]

beforeAll(() => import('#lib/check-response.ts'))

beforeEach(() => {
  sent = []
  setlists = [setlist]
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return new Promise(() => undefined)
    sent.push(JSON.parse(String(body)))
    return Response.json({ ...gig, setlistId: setlist.id, version: gig.version + 1 })
  })
})

const open = (fields: Partial<BandEvent> = {}) => {
  const event = { ...gig, ...fields }
  const params = { bandId, eventId: event.id }
  return renderPage(<EventTabs event={event} bandId={bandId} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership({ bandId })] }],
      [queryKeyOf('GET /api/bands/:bandId/setlists', { params: { bandId } }), setlists],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params }), emptyGigSheet],
    ],
  })
}

it('a gig without gig sheet and set list has the button "Write the gig sheet" and the field "Choose a set list", and no tabs', async () => {
  await open()
  expect(await screen.findByRole('button', { name: 'Write the gig sheet' })).toBeTruthy()
  expect(await screen.findByRole('combobox', { name: 'Choose a set list' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('a set list that is chosen in the field "Choose a set list" is sent as the set list of the gig', async () => {
  await open()
  const select = await screen.findByRole('combobox', { name: 'Choose a set list' })
  fireEvent.keyDown(select, { key: 'ArrowDown' })
  fireEvent.keyDown(await screen.findByRole('option', { name: 'Friday' }), { key: 'Enter' })
  await waitFor(() => expect(sent).toEqual([{ setlistId: setlist.id }]))
})

it('while the band has no set lists, a gig has the link "Make a set list" to the page of set lists', async () => {
  setlists = []
  await open()
  expect((await screen.findByRole('link', { name: 'Make a set list' })).getAttribute('href')).toBe('/setlists')
})

it('a gig with a gig sheet opens on the tab "Gig sheet", and a cancelled gig offers no set list and no button "Write the gig sheet"', async () => {
  await open({ hasGigSheet: true })
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Gig sheet')
  cleanup()
  await open({ status: 'cancelled' })
  expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy()
  expect(screen.queryByText('No set list chosen')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Write the gig sheet' })).toBeNull()
})
