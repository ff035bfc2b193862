import type { Clash } from '@gaffer/domain/clashes/clash'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { ClashesProvider, ClashLines } from './clashes.tsx'

const event = anEvent({ type: 'gig', title: 'Launch' })
const ranges = [{ startDate: event.date, endDate: event.date }] as const
const anAwayClash = (displayName: string, index: number): Clash => ({
  eventId: event.id,
  membershipId: `0190a000-0000-7000-8000-0000000000a${index}`,
  displayName,
  reason: 'away',
  date: event.date,
  endDate: null,
  startTime: null,
  endTime: null,
  coveredBy: null,
})

test.each([
  [1, ['Clash: Kit is away', 'and 2 more clashes']],
  [2, ['Clash: Kit is away', 'Clash: Mags is away', 'and 1 more clash']],
  [undefined, ['Clash: Kit is away', 'Clash: Mags is away', 'Clash: Priya is away']],
])('with maxShown %s, the clash lines of an event are %j', async (maxShown, lines) => {
  vi.stubGlobal('fetch', async () => Response.json(['Kit', 'Mags', 'Priya'].map(anAwayClash)))
  await renderPage(
    <ClashesProvider membership={anOwnMembership()} ranges={ranges} events={[event]}>
      <div data-testid="lines">
        <ClashLines eventId={event.id} {...(maxShown !== undefined && { maxShown })} />
      </div>
    </ClashesProvider>,
  )
  await screen.findByText('Kit is away')
  const list = screen.getByTestId('lines').firstElementChild
  expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual(lines)
})
