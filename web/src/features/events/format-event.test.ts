import { expect, it } from 'vitest'
import { aDaysAwayEvent, anEvent } from '#testing/event-fixture.ts'
import {
  formatEventDates,
  formatEventShareMessage,
  eventName,
  formatShortStartTime,
  formatEventForScreenReader,
  formatEventTimes,
  formatMovedFrom,
} from './format-event.ts'

const gig = anEvent({ type: 'public_gig', date: '2027-03-12', startTime: '20:00', endTime: '01:00' })

it('an event is named by its title, else by its type; days away are named by their member', () => {
  expect(eventName({ ...gig, title: 'Album launch' })).toBe('Album launch')
  expect(eventName(gig)).toBe('Public Gig')
  expect(eventName(aDaysAwayEvent('Dee', '2027-03-12'))).toBe('Dee away')
  expect(eventName({ ...aDaysAwayEvent('', '2027-03-12'), displayName: null })).toBe('You away')
})

it('the times of an event are on the 12-hour clock and its dates are dd/mm/yyyy', () => {
  expect(formatEventDates(gig)).toBe('12/03/2027')
  expect(formatEventDates({ ...gig, endDate: '2027-03-12' })).toBe('12/03/2027')
  expect(formatEventDates({ ...gig, endDate: '2027-03-14' })).toBe('12/03/2027 – 14/03/2027')
  expect(formatEventTimes(gig)).toBe('8:00 PM – 1:00 AM')
  expect(formatEventTimes({ ...gig, endTime: null })).toBe('8:00 PM')
  expect(formatEventTimes({ ...gig, isAllDay: true })).toBe('All day')
  expect(formatShortStartTime(gig)).toBe('8 PM')
  expect(formatShortStartTime({ ...gig, startTime: '19:30' })).toBe('7:30 PM')
  expect(formatShortStartTime({ ...gig, startTime: null })).toBeNull()
})

it('the text for screen readers has the name of the event, its type unless that is the name, and its time', () => {
  expect(formatEventForScreenReader({ ...gig, title: 'Album launch' })).toBe(
    'Album launch, Public Gig, 8:00 PM – 1:00 AM',
  )
  expect(formatEventForScreenReader(gig)).toBe('Public Gig, 8:00 PM – 1:00 AM')
  expect(formatEventForScreenReader(aDaysAwayEvent('Dee', '2027-03-12'))).toBe('Dee away, All day')
})

it('the text for screen readers says that an event is cancelled, pencilled or one of several options, and the share message says that an event is cancelled', () => {
  const launch = { ...gig, title: 'Album launch' }
  expect(formatEventForScreenReader({ ...launch, status: 'cancelled' })).toBe(
    'Album launch, Cancelled, Public Gig, 8:00 PM – 1:00 AM',
  )
  expect(formatEventForScreenReader({ ...launch, status: 'tentative', optionNumber: 2, optionCount: 3 })).toBe(
    'Album launch, Pencilled, Option 2 of 3, Public Gig, 8:00 PM – 1:00 AM',
  )
  expect(formatEventShareMessage({ ...launch, status: 'cancelled' }, '')).toContain(
    'Album launch (Public Gig): Cancelled\n',
  )
})

it('the share message of an event has its name, time, place and link, and none of its notes', () => {
  const launch = { ...gig, title: 'Album launch', venue: 'The Lexington', notes: 'Door code 4711' }
  const when = 'Friday 12/03/2027, 8:00 PM – 1:00 AM'
  const origin = 'https://gaffer.example'
  const page = `${origin}/bands/${gig.bandId}/events/${gig.id}`
  expect(formatEventShareMessage(launch, origin)).toBe(`Album launch (Public Gig)\n${when}\nThe Lexington\n${page}`)
  expect(formatEventShareMessage({ ...gig, venue: null }, origin)).toBe(`Public Gig\n${when}\n${page}`)
})

const oldSchedule = { date: '2027-03-12', startTime: '20:00', place: 'The Fenton' }
it.each([
  ['the old date', { date: '2027-03-11' }, {}, 'Moved from Thu 11 Mar'],
  [
    'the old date and time, if both changed',
    { date: '2027-03-11', startTime: '19:30' },
    {},
    'Moved from Thu 11 Mar, 7:30 PM',
  ],
  ['the old time, on the same day', { startTime: '19:00' }, {}, 'Moved from 7 PM'],
  ['that it lasted all day', { startTime: null }, {}, 'Moved from all day'],
  ['the old date alone, if it had no time', { date: '2027-03-11', startTime: null }, {}, 'Moved from Thu 11 Mar'],
  ['the old place, if only the place changed', { place: 'The Lexington' }, {}, 'Moved from The Lexington'],
  [
    'the old date and not the place, if both changed',
    { date: '2027-03-11', place: 'The Lexington' },
    {},
    'Moved from Thu 11 Mar',
  ],
  ['nothing of a cancelled event', { date: '2027-03-11' }, { status: 'cancelled' as const }, null],
  ['nothing once the last day is over', { date: '2027-03-01' }, { date: '2027-03-05', endTime: null }, null],
])('formatMovedFrom names %s', (_, from, fields, expected) => {
  const event = { ...gig, venue: 'The Fenton', ...fields, movedFrom: { ...oldSchedule, ...from } }
  expect(formatMovedFrom(event, '2027-03-10')).toBe(expected)
})

it('formatMovedFrom is null for an event that did not move, also in a response that an earlier release cached', () => {
  const { movedFrom: _, ...cached } = gig
  expect(formatMovedFrom(gig, '2027-03-10')).toBeNull()
  expect(formatMovedFrom(cached as typeof gig, '2027-03-10')).toBeNull()
})
