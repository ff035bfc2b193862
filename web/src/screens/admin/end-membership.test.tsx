import 'fake-indexeddb/auto'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Balance } from '@gaffer/domain/money/ledger'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { takeOwnDeparture } from '#features/bands/own-departures.ts'
import { listEndedTakes, storeTake } from '#features/recordings/take-database.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { aTake } from '#testing/take-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { LeaveBandDialog, RemoveMemberDialog } from './end-membership.tsx'

const own = anOwnMembership()
const other = anOwnMembership({
  id: '0190a000-0000-7000-8000-0000000000b7',
  bandId: '0190a000-0000-7000-8000-0000000000b8',
})
const { band: _band, ...card } = own
const owner: Membership = { ...card, id: '0190a000-0000-7000-8000-0000000000b2', access: 'owner', displayName: 'Mags' }
const gig = anEvent({ type: 'public_gig', title: 'At the Fenton' })
const practice = anEvent({ date: '2027-03-05' })

let sent: unknown[]
let balances: Balance[]
let reply: () => Response

beforeEach(() => {
  sent = []
  balances = []
  reply = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET' && path.includes('/ledger')) return Response.json({ entries: [], balances, potPence: 0 })
    if (method === 'GET')
      return path.endsWith('/events') ? Response.json([practice, gig]) : new Promise(() => undefined)
    sent.push([method, path, JSON.parse(body as string)])
    return reply()
  })
})
afterEach(() => {
  takeOwnDeparture(own.bandId)
  dismissToast()
})

async function show({ bands = [own], members = [owner, card] as Membership[] } = {}) {
  const me = { user: aUser(), bands }
  return renderPage(<LeaveBandDialog own={own} members={members} onClose={() => undefined} />, {
    cached: [[meQueryOptions.queryKey, me]],
  })
}

/** Repeats the press, because the dialog ignores presses for its first 500 ms. */
async function pressLeave(): Promise<void> {
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    expect(sent).not.toEqual([])
  })
}

it('the leave dialog names the events that are deleted, and says who gets the kept events', async () => {
  await show()
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave The Night Buses?' })
  await screen.findByText('The 2 events you added')
  expect(dialog.textContent).toContain('What you keep for the band becomes Mags’s. The rest is deleted.')
  expect(dialog.textContent).toContain('At the Fenton')
  expect(dialog.textContent).toContain('The days away that you entered here are deleted.')
  expect(dialog.textContent).not.toContain('cannot be undone')
})

it('the leave dialog of a member of two bands says that the days away stay in the personal calendar', async () => {
  await show({ bands: [own, other] })
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Your days away stay in your personal calendar.')
})

it('the leave dialog says what the band still owes the member', async () => {
  const personId = '0190a000-0000-7000-8000-0000000000c1'
  balances = [{ personId, membershipId: own.id, displayName: 'Ros', owedPence: 8450 }]
  await show()
  expect(await screen.findByText('The band still owes you £84.50. It can pay you after you have left.')).toBeTruthy()
})

it('the dialog of a removal says what the band still owes the member', async () => {
  const personId = '0190a000-0000-7000-8000-0000000000c1'
  balances = [{ personId, membershipId: owner.id, displayName: 'Mags', owedPence: 8450 }]
  await renderPage(<RemoveMemberDialog bandId={own.bandId} member={owner} onClose={() => undefined} />)
  expect(await screen.findByText('The band still owes Mags £84.50. It can pay them after the removal.')).toBeTruthy()
})

it('leaving a band sends the ids of the events to keep, and the cached GET /api/me then lists only the member’s other band', async () => {
  const { client } = await show({ bands: [own, other] })
  fireEvent.click(await screen.findByRole('switch', { name: /At the Fenton/ }))
  await pressLeave()
  await waitFor(() => expect(readCurrentToast()?.title).toBe('You left The Night Buses'))
  expect(sent).toEqual([['POST', `/api/bands/${own.bandId}/leave`, { keepEventIds: [gig.id] }]])
  expect(client.getQueryData(meQueryOptions.queryKey)?.bands).toEqual([other])
  // The mark of an own departure, which keeps the banner about a removal from being shown.
  expect(takeOwnDeparture(own.bandId)).toBe(true)
})

it('the leave dialog lists what is deleted with the membership, such as answers, markings that only the member sees, drafts and uploads', async () => {
  await show()
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(
    'your answers, your readiness, your vetoes, your votes, what you muted, the markings that only you see, your drafts, your unfinished uploads and your lifts',
  )
})

it('the leave dialog names the recordings of the band that were not sent, and leaving deletes only these recordings', async () => {
  const userId = aUser().id
  const ofOther = aTake({ userId, bandId: other.bandId, name: 'Elsewhere' })
  await storeTake(aTake({ userId, bandId: own.bandId, name: 'Practice 19:00', seconds: 3729 }))
  await storeTake(ofOther)
  await show({ bands: [own, other] })
  expect(
    await screen.findByText('Recordings on this device that you have not sent are deleted: Practice 19:00 (1:02:09).'),
  ).toBeTruthy()
  await pressLeave()
  await expect.poll(() => listEndedTakes(userId)).toEqual([ofOther])
})

it('if the server refuses the departure, a toast states the reason, and the cached GET /api/me still lists the band', async () => {
  reply = () => Response.json({ code: 'conflict', message: 'You are the only owner of this band.' }, { status: 409 })
  const { client } = await show()
  await screen.findByText('The 2 events you added')
  await pressLeave()
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({
      title: 'Failed to leave the band',
      text: 'You are the only owner of this band.',
    }),
  )
  expect(client.getQueryData(meQueryOptions.queryKey)?.bands).toEqual([own])
  expect(takeOwnDeparture(own.bandId)).toBe(false)
})

it('the leave dialog of the only owner states why they cannot leave, disables the button Leave and does not read the owner’s events', async () => {
  const invited: Membership = { ...owner, status: 'invited' }
  const { client } = await show({ members: [{ ...card, access: 'owner' }, invited] })
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'You are the only owner of this band. Make another member an owner first, then you can leave.',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Leave' }).disabled).toBe(true)
  const params = { bandId: own.bandId, memberId: own.id }
  expect(
    client.getQueryState(queryKeyOf('GET /api/bands/:bandId/members/:memberId/events', { params }))?.fetchStatus,
  ).toBe('idle')
})
