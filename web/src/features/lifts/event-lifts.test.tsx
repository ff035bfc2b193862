import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { AnswerValue } from '@gaffer/domain/events/event'
import type { Lift } from '@gaffer/domain/lifts/lift'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { waitUntilChangesSent } from '#testing/all-changes-sent.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventLifts } from './event-lifts.tsx'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'

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

const anAnswer = (membershipId: string, answer: AnswerValue): MemberAnswer => ({
  membershipId,
  displayName: 'Priya',
  answer,
  comment: null,
  isAway: false,
  hasDaysAway: false,
  isStale: false,
  setBy: null,
  answeredAt: '2027-03-01T12:00:00.000Z',
  coveredBy: null,
})

const show = (lifts: Lift[], event = gig, own = membership, answers: MemberAnswer[] = []) =>
  renderPage(<EventLifts event={event} membership={own} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [own] }],
      [
        queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId } }),
        [own, { ...own, id: 'jo', displayName: 'Jo' }],
      ],
      [queryKeyOf('GET /api/bands/:bandId/events/:eventId/lifts', { params: { bandId, eventId: event.id } }), lifts],
      [
        queryKeyOf('GET /api/bands/:bandId/events/:eventId/answers', { params: { bandId, eventId: event.id } }),
        answers,
      ],
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

test.each([
  ['Priya said no to this gig', 'priya'],
  ['You said no to this gig', membership.id],
])('the car of a driver who answered No says "%s"', async (text, driverId) => {
  const event = anEvent({ ...gig, answerCounts: { yes: 0, maybe: 0, no: 1, away: 0, none: 1 } })
  await show([{ ...priya, membershipId: driverId }, kit], event, membership, [anAnswer(driverId, 'no')])
  expect(screen.getByRole('list', { name: 'Cars' }).textContent).toContain(text)
})

test('a member who rides in a car has a button to get out', async () => {
  await show([priya, aLift(membership.id, 'Me', { mode: 'rides', driverId: 'priya' })])
  expect(screen.getByRole('button', { name: 'Get out of Priya’s car' })).toBeTruthy()
})

test('a gig without drivers asks who drives, and refuses a car with less than 1 or more than 16 seats', async () => {
  await show([])
  expect(screen.getByText('Who drives?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I drive' }))
  const seats = await screen.findByLabelText('Seats for others')
  for (const [value, isRefused] of [
    ['0', true],
    ['16', false],
    ['17', true],
  ] as const) {
    fireEvent.change(seats, { target: { value } })
    if (value === '0') fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect([value, screen.queryByText('Choose 1 to 16 seats') !== null]).toEqual([value, isRefused])
  }
})

test.each([
  ['Get in Priya’s car', ['PUT', { mode: 'rides', driverId: 'priya', from: 'Headingley' }]],
  ['I make my own way', ['DELETE', null]],
])('for a member who starts in Headingley and makes their own way, "%s" sends %j', async (name, expected) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json([])
    sent.push([method, body ? JSON.parse(body as string) : null])
    return method === 'PUT' ? Response.json(aLift(membership.id, 'Me', {})) : new Response(null, { status: 204 })
  })
  await show([priya, aLift(membership.id, 'Me', { mode: 'own', from: 'Headingley' })])
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(sent).toEqual([expected]))
  await waitUntilChangesSent()
})

test('lifts of a gig that is over are shown without buttons', async () => {
  await show([priya, kit], anEvent({ ...gig, date: '2027-03-01' }))
  expect(screen.getByRole('list', { name: 'Cars' }).textContent).toContain('Priya drives')
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
