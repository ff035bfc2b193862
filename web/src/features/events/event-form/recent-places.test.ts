import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { recentPlaceNames } from './recent-places.tsx'

const anEventAddedIn = (createdAt: string, location: string | null, venue: string | null = null) =>
  anEvent({ createdAt: `2027-0${createdAt}-01T10:00:00.000Z`, location, venue })

it('recentPlaceNames lists up to three places of the events that were added last, each once', () => {
  const events = [
    anEventAddedIn('1', 'Barn'),
    anEventAddedIn('2', 'Unit 4'),
    anEventAddedIn('6', null, 'The Fenton'),
    anEventAddedIn('3', 'Shed'),
    anEventAddedIn('4', 'Unit 4'),
  ]
  expect(recentPlaceNames([...events, anEventAddedIn('5', 'Church')], 'location')).toEqual(['Church', 'Unit 4', 'Shed'])
  expect(recentPlaceNames(events, 'venue')).toEqual(['The Fenton'])
})

it('recentPlaceNames leaves out the stand-in for a place that an enquiry did not name', () => {
  const events = [anEventAddedIn('1', 'Barn'), anEventAddedIn('2', publicPageMessages.placeUnknown)]
  expect(recentPlaceNames(events, 'location')).toEqual(['Barn'])
})
