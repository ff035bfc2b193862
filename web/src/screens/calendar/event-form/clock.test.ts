// Every time of the day, there and back, and the hours that people get wrong: noon and midnight.

import { displayTime } from '@gaffer/domain/dates'
import { expect, it } from 'vitest'
import { clockTimeOf, endAfter, hours, minutes, minutesOffered, readTypedTime, timeOf } from './clock.ts'

it('gives back every time that can be picked', () => {
  for (const half of ['AM', 'PM'] as const)
    for (const hour of hours)
      for (const minute of minutes) {
        const time = timeOf({ hour, minute, half })
        expect(clockTimeOf(time)).toEqual({ hour, minute, half })
        expect(displayTime(time)).toBe(`${hour}:${String(minute).padStart(2, '0')} ${half}`)
      }
})

it('knows noon and midnight', () => {
  expect(timeOf({ hour: 12, minute: 0, half: 'AM' })).toBe('00:00')
  expect(timeOf({ hour: 12, minute: 30, half: 'PM' })).toBe('12:30')
})

it('keeps a minute that is not a step of five', () => expect(clockTimeOf('19:03').minute).toBe(3))

it('offers the minute of a time between two steps of five in its place, and otherwise the steps alone', () => {
  expect(minutesOffered(7)).toEqual([0, 5, 7, ...minutes.slice(2)])
  expect(minutesOffered(35)).toEqual([...minutes])
})

it('proposes an end two hours on, over midnight too', () => {
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

it.each(['', 'soon', '24:00', '19:60', '13pm', '0pm', '7:3', '19:00:00', '7 30 pm x'])('"%s" is no time', (typed) =>
  expect(readTypedTime(typed)).toBeNull(),
)
