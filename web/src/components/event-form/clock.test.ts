import { displayTime } from '@gaffer/domain/dates'
import { expect, it } from 'vitest'
import { clockTimeOf, endAfter, hours, minutes, minutesOffered, readTypedTime, timeOf } from './clock.ts'

it('timeFromTwelveHour reverses twelveHourFromTime for every time that the picker offers', () => {
  for (const half of ['AM', 'PM'] as const)
    for (const hour of hours)
      for (const minute of minutes) {
        const time = timeOf({ hour, minute, half })
        expect(clockTimeOf(time)).toEqual({ hour, minute, half })
        expect(displayTime(time)).toBe(`${hour}:${String(minute).padStart(2, '0')} ${half}`)
      }
})

it('12 AM is 00:00 and 12:30 PM is 12:30', () => {
  expect(timeOf({ hour: 12, minute: 0, half: 'AM' })).toBe('00:00')
  expect(timeOf({ hour: 12, minute: 30, half: 'PM' })).toBe('12:30')
})

it('twelveHourFromTime keeps a minute that is not a multiple of five', () => expect(clockTimeOf('19:03').minute).toBe(3))

it('pickerMinutesWith returns the multiples of five, and a chosen minute between them', () => {
  expect(minutesOffered(7)).toEqual([0, 5, 7, ...minutes.slice(2)])
  expect(minutesOffered(35)).toEqual([...minutes])
})

it('suggestedEndTime is two hours after the start, also across midnight, and 19:00 without a start', () => {
  expect(endAfter('20:00')).toBe('22:00')
  expect(endAfter('23:15')).toBe('01:15')
  expect(endAfter(null)).toBe('19:00')
})

it.each([
  ['7pm', '19:00'],
  ['7 PM', '19:00'],
  ['7.30 p.m.', '19:30'],
  ['7:30p', '19:30'],
  ['730pm', '19:30'],
  ['12am', '00:00'],
  ['12pm', '12:00'],
  ['11:59 PM', '23:59'],
  ['19:00', '19:00'],
  [' 1900 ', '19:00'],
  ['19', '19:00'],
  ['7:30', '07:30'],
  ['0', '00:00'],
])('"%s" is read as %s', (typed, time) => expect(readTypedTime(typed)).toBe(time))

it.each(['', 'soon', '24:00', '19:60', '13pm', '0pm', '7:3', '19:00:00', '7 30 pm x'])('"%s" is not a time', (typed) =>
  expect(readTypedTime(typed)).toBeNull(),
)
