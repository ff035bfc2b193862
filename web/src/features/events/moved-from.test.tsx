import type { CalendarEntry } from '@gaffer/domain/events/event'
import { act, cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { EventFacts } from './event-details/event-facts.tsx'
import { EventListItem } from '#features/answers/event-list-item.tsx'
import { MovedFrom } from './moved-from.tsx'

const gig = anEvent({
  type: 'public_gig',
  title: 'At the Fenton',
  date: '2027-03-12',
  startTime: '20:00',
  venue: 'The Fenton',
  movedFrom: { date: '2027-03-11', startTime: '20:00', place: 'The Fenton' },
})

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2027, 2, 10, 12) }),
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ignore = () => undefined
const show = (content: ReactNode) =>
  renderPage(content, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [anOwnMembership()] }]],
  })

const places: [string, (event: CalendarEntry) => ReactNode][] = [
  ['the list of facts of an event', (event) => <EventFacts event={event} />],
  ['an item of the agenda', (event) => <EventListItem event={event} onOpen={ignore} />],
]

it.each(places)(
  '%s shows "Moved from" with the old date for a moved event, and no such line for an event that did not move',
  async (_, view) => {
    await show(view(gig))
    expect(screen.getByText('Moved from Thu 11 Mar')).toBeTruthy()
    cleanup()
    await show(view({ ...gig, movedFrom: null }))
    expect(screen.queryByText(/^Moved from/)).toBeNull()
  },
)

it('the line "Moved from" stays until the last day of the event ends, and disappears at midnight on an open page', async () => {
  vi.setSystemTime(Date.UTC(2027, 2, 12, 23, 58))
  await show(<MovedFrom event={gig} />)
  expect(screen.getByText('Moved from Thu 11 Mar')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(180_000))
  expect(screen.queryByText(/^Moved from/)).toBeNull()
})
