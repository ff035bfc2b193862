import { bandEventTypes } from '@gaffer/domain/shared/event-type'
import { expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import { countCalendarEvents, countGigs, countPipelineSongs } from './quick-tiles.tsx'

it('the Gigs tile counts gigs and public gigs, and no other type', () => {
  expect(countGigs([...bandEventTypes.map((type) => anEvent({ type })), aDaysAwayEvent('Ros', '2027-03-12')])).toBe(2)
  expect(countGigs([])).toBe(0)
})

it('the Calendar tile counts events and days away, and neither the Calendar tile nor the Gigs tile counts a cancelled event', () => {
  const events = [
    anEvent({ type: 'gig' }),
    anEvent({ type: 'gig', status: 'tentative' }),
    anEvent({ type: 'public_gig', status: 'cancelled' }),
    aDaysAwayEvent('Ros', '2027-03-12'),
  ]
  expect([countCalendarEvents(events), countGigs(events)]).toEqual([3, 2])
})

it.each([
  [0, 0],
  [4, 0],
  [5, 0],
  [6, 1],
  [105, 100],
])('of %i songs %i are in the song pipeline', (songs, waiting) => expect(countPipelineSongs(songs)).toBe(waiting))
