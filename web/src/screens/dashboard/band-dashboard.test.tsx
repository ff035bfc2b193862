import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { monthAheadRange, yearAheadRange } from '#features/events/date-ranges.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { BandDashboard } from './dashboard-page.tsx'

let isPhone = false
vi.mock('#ui/use-breakpoint.ts', () => ({
  useBreakpoint: () => (isPhone ? 'narrow' : 'wide'),
  useIsPhone: () => isPhone,
}))

afterEach(() => {
  isPhone = false
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a dashboard that stays open past midnight no longer says "Gig today" about the gig of the day before', async () => {
  vi.useFakeTimers({ now: new Date('2027-03-12T23:59:00Z'), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => errorResponse(404, 'not_found'))
  const membership = anOwnMembership()
  const events = [anEvent({ type: 'public_gig', title: 'The Fenton', date: '2027-03-12', startTime: '20:00' })]
  const upcomingOn = (today: string) =>
    queryKeyOf('GET /api/bands/:bandId/events', {
      params: { bandId: membership.bandId },
      query: monthAheadRange(today),
    })
  await renderPage(<BandDashboard membership={membership} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [upcomingOn('2027-03-12'), events],
      [upcomingOn('2027-03-13'), events],
    ],
  })
  expect((await screen.findAllByText(/Gig today/)).length).toBeGreaterThan(0)
  vi.setSystemTime(new Date('2027-03-13T00:01:00Z'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.queryByText(/Gig today/)).toBeNull()
  expect(screen.getByText('Nothing in the next month')).toBeTruthy()
})

it.each([
  [2, 'shows'],
  [3, 'does not show'],
])('the dashboard of a new band with %i events in the next month %s its first steps', async (count, expected) => {
  vi.useFakeTimers({ now: new Date('2027-03-12T12:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => errorResponse(404, 'not_found'))
  const made = anOwnMembership()
  const membership = { ...made, band: { ...made.band, createdAt: '2027-03-10T12:00:00Z' } }
  const practices = Array.from({ length: count }, (_, at) =>
    anEvent({ id: `0190a000-0000-7000-8000-00000000000${at}`, title: `Practice ${at}`, date: `2027-03-2${at}` }),
  )
  const away = aDaysAwayEvent('Kit', '2027-03-14')
  const address = { params: { bandId: membership.bandId }, query: monthAheadRange('2027-03-12') }
  await renderPage(<BandDashboard membership={membership} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
      [queryKeyOf('GET /api/bands/:bandId/events', address), [...practices, away]],
    ],
  })
  expect((await screen.findAllByText(/Practice 0/)).length).toBeGreaterThan(0)
  if (expected === 'shows') await screen.findByRole('region', { name: 'First steps' })
  else expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

it.each([
  ['has not said', 1, false],
  ['has said', 2, true],
])(
  'on a phone, the dashboard of a member who %s whether they are away next month shows %i of three waiting events',
  async (_, shown, hasSaid) => {
    isPhone = true
    vi.useFakeTimers({ now: new Date('2027-03-26T12:00:00Z'), toFake: ['Date'] })
    vi.stubGlobal('fetch', async () => errorResponse(404, 'not_found'))
    const membership = anOwnMembership()
    const ofBand = { params: { bandId: membership.bandId } }
    const gigs = [10, 11, 12].map((day) =>
      anEvent({ type: 'gig', title: `Gig ${day}`, date: `2027-04-${day}`, asksAnswers: true, replyBy: '2027-04-01' }),
    )
    const events = [anEvent({ date: '2027-03-27' }), ...gigs]
    const availability = [{ membershipId: membership.id, displayName: membership.displayName, hasSaid }]
    const eventsKey = (query: { startDate: string; endDate: string }) =>
      queryKeyOf('GET /api/bands/:bandId/events', { ...ofBand, query })
    await renderPage(<BandDashboard membership={membership} />, {
      cached: [
        [queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }],
        [eventsKey(monthAheadRange('2027-03-26')), events],
        [eventsKey(yearAheadRange('2027-03-26')), events],
        [queryKeyOf('GET /api/bands/:bandId/availability', { ...ofBand, query: { month: '2027-04' } }), availability],
      ],
    })
    const waiting = await screen.findByRole('region', { name: 'Waiting for your answer' })
    expect(within(waiting).getAllByRole('listitem')).toHaveLength(shown)
  },
)
