import { expect, it } from 'vitest'
import { anAbsence, anEvent } from './event.fixture.ts'
import { eventDates, eventMessage, eventName, eventShortTime, eventSpokenText, eventTimes } from './format-event.ts'

const gig = anEvent({ type: 'public_gig', date: '2027-03-12', startTime: '20:00', endTime: '01:00' })

it('calls an event by its title, else its type, and days away by whose they are', () => {
  expect(eventName({ ...gig, title: 'Album launch' })).toBe('Album launch')
  expect(eventName(gig)).toBe('Public Gig')
  expect(eventName(anAbsence('Dee', '2027-03-12'))).toBe('Dee away')
  expect(eventName({ ...anAbsence('', '2027-03-12'), displayName: null })).toBe('You away')
})

it('says when, on a 12-hour clock and in British dates', () => {
  expect(eventDates(gig)).toBe('12/03/2027')
  expect(eventDates({ ...gig, endDate: '2027-03-12' })).toBe('12/03/2027')
  expect(eventDates({ ...gig, endDate: '2027-03-14' })).toBe('12/03/2027 – 14/03/2027')
  expect(eventTimes(gig)).toBe('8:00 PM – 1:00 AM')
  expect(eventTimes({ ...gig, endTime: null })).toBe('8:00 PM')
  expect(eventTimes({ ...gig, isAllDay: true })).toBe('All day')
  expect(eventShortTime(gig)).toBe('8 PM')
  expect(eventShortTime({ ...gig, startTime: '19:30' })).toBe('7:30 PM')
  expect(eventShortTime({ ...gig, startTime: null })).toBeNull()
})

it('reads out a name, a type where the name does not say it, and the time', () => {
  expect(eventSpokenText({ ...gig, title: 'Album launch' })).toBe('Album launch, Public Gig, 8:00 PM – 1:00 AM')
  expect(eventSpokenText(gig)).toBe('Public Gig, 8:00 PM – 1:00 AM')
  expect(eventSpokenText(anAbsence('Dee', '2027-03-12'))).toBe('Dee away, All day')
})

it('a shared event says what, when, where and its page, and none of the notes', () => {
  const told = { ...gig, title: 'Album launch', venue: 'The Lexington', notes: 'Door code 4711' }
  const when = 'Friday 12/03/2027, 8:00 PM – 1:00 AM'
  const origin = 'https://gaffer.example'
  const page = `${origin}/calendar?event=${gig.id}`
  expect(eventMessage(told, origin)).toBe(`Album launch (Public Gig)\n${when}\nThe Lexington\n${page}`)
  expect(eventMessage({ ...gig, venue: null }, origin)).toBe(`Public Gig\n${when}\n${page}`)
})
