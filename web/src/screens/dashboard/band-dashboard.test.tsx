// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { monthAheadRange } from '#features/events/date-ranges.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { BandDashboard } from './band-dashboard.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a dashboard that is still open after midnight no longer calls the gig of the day before a gig of today', async () => {
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
