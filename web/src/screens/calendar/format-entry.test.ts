// The words for an entry of the calendar.

import { expect, it } from 'vitest'
import { anAbsence, anEvent } from './event.fixture.ts'
import { asMessage, datesOf, entryName, shortTimeOf, spokenEntry, timesOf } from './format-entry.ts'

const gig = anEvent({ type: 'public_gig', date: '2027-03-12', startTime: '20:00', endTime: '01:00' })

it('calls an event by its title, else its type, and days away by whose they are', () => {
  expect(entryName({ ...gig, title: 'Album launch' })).toBe('Album launch')
  expect(entryName(gig)).toBe('Public Gig')
  expect(entryName(anAbsence('Dee', '2027-03-12'))).toBe('Dee away')
  expect(entryName({ ...anAbsence('', '2027-03-12'), displayName: null })).toBe('You away')
})

it('says when, on a 12-hour clock and in British dates', () => {
  expect(datesOf(gig)).toBe('12/03/2027')
  expect(datesOf({ ...gig, endDate: '2027-03-12' })).toBe('12/03/2027')
  expect(datesOf({ ...gig, endDate: '2027-03-14' })).toBe('12/03/2027 – 14/03/2027')
  expect(timesOf(gig)).toBe('8:00 PM – 1:00 AM')
  expect(timesOf({ ...gig, endTime: null })).toBe('8:00 PM')
  expect(timesOf({ ...gig, isAllDay: true })).toBe('All day')
  expect(shortTimeOf(gig)).toBe('8 PM')
  expect(shortTimeOf({ ...gig, startTime: '19:30' })).toBe('7:30 PM')
  expect(shortTimeOf({ ...gig, startTime: null })).toBeNull()
})

it('reads out a name, a type where the name does not say it, and the time', () => {
  expect(spokenEntry({ ...gig, title: 'Album launch' })).toBe('Album launch, Public Gig, 8:00 PM – 1:00 AM')
  expect(spokenEntry(gig)).toBe('Public Gig, 8:00 PM – 1:00 AM')
  expect(spokenEntry(anAbsence('Dee', '2027-03-12'))).toBe('Dee away, All day')
})

it('a shared event says what, when, where and its page, and none of the notes', () => {
  const told = { ...gig, title: 'Album launch', venue: 'The Lexington', notes: 'Door code 4711' }
  const when = 'Friday 12/03/2027, 8:00 PM – 1:00 AM'
  const origin = 'https://gaffer.example'
  const page = `${origin}/calendar?event=${gig.id}`
  expect(asMessage(told, origin)).toBe(`Album launch (Public Gig)\n${when}\nThe Lexington\n${page}`)
  expect(asMessage({ ...gig, venue: null }, origin)).toBe(`Public Gig\n${when}\n${page}`)
})
