import type { Lift } from '@gaffer/domain/lifts/lift'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventLifts } from './event-lifts.tsx'

const membership = anOwnMembership()
const { bandId } = membership
const gig = anEvent({ bandId, type: 'gig', date: '2027-03-12' })
const aLift = (membershipId: string, displayName: string, more: Partial<Lift>): Lift => ({
  membershipId,
  displayName,
  mode: 'needs',
  seats: null,
  from: null,
  leavesAt: null,
  driverId: null,
  ...more,
})
const priya = aLift('priya', 'Priya', { mode: 'drives', seats: 2, leavesAt: '16:10', from: 'Hyde Park' })
const kit = aLift('kit', 'Kit', { mode: 'rides', driverId: 'priya' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-10T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const show = (lifts: Lift[], event = gig, own = membership) =>
  renderPage(<EventLifts event={event} membership={own} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [own] }],
      [
        queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }),
        [own, { ...own, id: 'jo', displayName: 'Jo' }],
      ],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/lifts', { params: { bandId, eventId: event.id } }), lifts],
    ],
  })

test('a car says who drives, when and from where it leaves, who rides and how many seats are free', async () => {
  await show([priya, kit, aLift('jo', 'Jo', {})])
  const car = within(screen.getByRole('list', { name: 'Cars' })).getByRole('listitem')
  expect(car.textContent).toContain('Priya drives')
  expect(car.textContent).toContain('Leaves at 4:10 PM from Hyde Park')
  expect(car.textContent).toContain('With Kit. 1 seat free')
  expect(screen.getByText('Need a lift:').parentElement?.textContent).toBe('Need a lift: Jo')
})

test('a full car says "Full" and has no button for other members', async () => {
  const full = { ...priya, seats: 1 }
  await show([full, kit])
  expect(screen.queryByRole('button', { name: /Priya/ })).toBeNull()
  expect(screen.getByText(/Full/)).toBeTruthy()
})

test('a member who rides in a car has a button to get out', async () => {
  await show([priya, aLift(membership.id, 'Me', { mode: 'rides', driverId: 'priya' })])
  expect(screen.getByRole('button', { name: 'Get out of Priya’s car' })).toBeTruthy()
})

test('a gig without drivers asks who drives, and refuses a car without seats', async () => {
  await show([])
  expect(screen.getByText('Who drives?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I drive' }))
  fireEvent.change(await screen.findByLabelText('Seats for others'), { target: { value: '0' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose 1 to 16 seats')).toBeTruthy()
})

test('lifts of a gig that is over are shown without buttons', async () => {
  await show([priya, kit], anEvent({ ...gig, date: '2027-03-01' }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('an admin can choose the lift of another member, and a full car is not among the options', async () => {
  const full = aLift('dan', 'Dan', { mode: 'drives', seats: 1 })
  await show(
    [priya, kit, full, aLift('al', 'Al', { mode: 'rides', driverId: 'dan' })],
    gig,
    anOwnMembership({ access: 'admin' }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Set another member’s lift' }))
  const open = async (name: string) =>
    fireEvent.keyDown(await screen.findByRole('combobox', { name }), { key: 'Enter' })
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await open('Who')
  expect(options()).toEqual(['Jo'])
  fireEvent.keyDown(screen.getByRole('option', { name: 'Jo' }), { key: 'Enter' })
  await open('How Jo gets there')
  expect(options()).toEqual(['Drives', 'Rides with Priya', 'Needs a lift', 'Makes their own way'])
  fireEvent.keyDown(screen.getByRole('option', { name: 'Drives' }), { key: 'Enter' })
  expect(await screen.findByLabelText('Seats for others')).toBeTruthy()
})

test('a member who is no admin has no button to set the lift of another member', async () => {
  await show([priya, kit])
  expect(screen.queryByRole('button', { name: 'Set another member’s lift' })).toBeNull()
})
