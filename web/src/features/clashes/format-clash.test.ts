import type { Clash } from '@gaffer/domain/clashes/clash'
import { expect, it } from 'vitest'
import { anEvent } from '#testing/event-fixture.ts'
import { formatClashTexts } from './format-clash.ts'

const day = '2027-03-12'
const eventId = '0190a000-0000-7000-8000-0000000000e1'
const [kit, me] = ['0190a000-0000-7000-8000-0000000000d1', '0190a000-0000-7000-8000-0000000000d2']
const clash = (fields: Partial<Clash>): Clash => ({
  eventId,
  membershipId: kit,
  displayName: 'Kit',
  reason: 'plays_elsewhere',
  date: day,
  endDate: null,
  startTime: '20:00',
  endTime: '23:00',
  coveredBy: null,
  ...fields,
})
const texts = (...clashes: Partial<Clash>[]) =>
  formatClashTexts(day, clashes.map(clash), { membershipId: me, ownEvents: [wedding] }).map(({ text }) => text)
const wedding = anEvent({ title: 'Wedding', bandName: 'Harbour Lights', startTime: '20:00', endTime: '23:00' })

it('the text of another member’s clash names the member, the reason and the time, and not the other band', () => {
  expect(texts({})).toEqual(['Kit also plays elsewhere 8–11 PM'])
  expect(texts({ reason: 'away', startTime: null, endTime: null })).toEqual(['Kit is away'])
  expect(texts({ reason: 'busy', startTime: '14:00', endTime: '16:00' })).toEqual(['Kit is busy 2–4 PM'])
})

it('the times of a clash have both AM and PM only if they differ, "from" if the end is missing or on the next day, and "all day" without times', () => {
  expect(texts({ startTime: '11:30', endTime: '14:00' })).toEqual(['Kit also plays elsewhere 11:30 AM–2 PM'])
  expect(texts({ startTime: '21:00', endTime: '01:00' })).toEqual(['Kit also plays elsewhere from 9 PM'])
  expect(texts({ endTime: null })).toEqual(['Kit also plays elsewhere from 8 PM'])
  expect(texts({ startTime: null, endTime: null })).toEqual(['Kit also plays elsewhere all day'])
})

it('a clash that began the evening before says when it ends, and a clash on a later day of the event names the weekday', () => {
  expect(texts({ date: '2027-03-11', startTime: '21:00', endTime: '01:00' })).toEqual([
    'Kit also plays elsewhere until 1 AM',
  ])
  expect(texts({ date: '2027-03-13' })).toEqual(['Kit also plays elsewhere on Saturday, 8–11 PM'])
})

it('the text of a clash of the reader names title and band of the reader’s own event at the same times, and with other times is "You also play elsewhere"', () => {
  expect(texts({ membershipId: me })).toEqual(['You also have Wedding with Harbour Lights, 8–11 PM'])
  expect(texts({ membershipId: me, startTime: '19:00' })).toEqual(['You also play elsewhere 7–11 PM'])
  expect(texts({ membershipId: me, reason: 'away' })).toEqual(['You are away'])
})

it('two clashes with the same text are listed once', () => {
  expect(texts({ reason: 'away' }, { reason: 'away', date: '2027-03-13' })).toEqual(['Kit is away'])
})

it('a clash that a dep covers names the dep', () => {
  expect(texts({ reason: 'away', coveredBy: 'Tom' })).toEqual(['Kit is away, covered by Tom'])
  expect(texts({ membershipId: me, reason: 'away', coveredBy: 'Tom' })).toEqual(['You are away, covered by Tom'])
})
