import { expect, it } from 'vitest'
import { readTypedTime } from './typed-time.ts'

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
