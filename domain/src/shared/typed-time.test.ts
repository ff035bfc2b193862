import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTime } from './dates.ts'
import { parseTypedTime } from './typed-time.ts'

describe('parseTypedTime', () => {
  test.each([
    // An hour without am or pm is after midday.
    ['7', '19:00'],
    ['1', '13:00'],
    ['11', '23:00'],
    ['12', '12:00'],
    ['7.30', '19:30'],
    ['7:30', '19:30'],
    ['7,30', '19:30'],
    ['7 30', '19:30'],
    ['730', '19:30'],
    ['1130', '23:30'],
    ['12.15', '12:15'],
    ["7 o'clock", '19:00'],
    ['7 o’clock', '19:00'],
    ['7 oclock', '19:00'],
    ['seven', '19:00'],
    ["Eight O'Clock", '20:00'],
    // am and pm
    ['7pm', '19:00'],
    ['7 PM', '19:00'],
    ['7p', '19:00'],
    ['7 p.m.', '19:00'],
    ['7.30 p.m.', '19:30'],
    ['7:30p', '19:30'],
    ['730pm', '19:30'],
    ['07:30 pm', '19:30'],
    ['7am', '07:00'],
    ['7a', '07:00'],
    ['10.30 AM', '10:30'],
    ['12am', '00:00'],
    ['12pm', '12:00'],
    ['12.30 am', '00:30'],
    ['11:59 PM', '23:59'],
    ["7 o'clock am", '07:00'],
    ['seven pm', '19:00'],
    // A leading zero, an hour from 13 on or an "h" is the 24-hour clock.
    ['07:00', '07:00'],
    ['0700', '07:00'],
    ['07', '07:00'],
    ['07.45', '07:45'],
    ['19:30', '19:30'],
    ['1930', '19:30'],
    [' 1900 ', '19:00'],
    ['19', '19:00'],
    ['19.05', '19:05'],
    ['19h', '19:00'],
    ['19h30', '19:30'],
    ['7h', '07:00'],
    ['1930 hrs', '19:30'],
    ['19:00h', '19:00'],
    ['0', '00:00'],
    ['00:30', '00:30'],
    ['23:59', '23:59'],
    // Times as they are spoken
    ['half 7', '19:30'],
    ['half past 7', '19:30'],
    ['half seven', '19:30'],
    ['half-seven', '19:30'],
    ['half 7 am', '07:30'],
    ['half past 12', '12:30'],
    ['half 19', '19:30'],
    ['quarter past 7', '19:15'],
    ['a quarter past seven', '19:15'],
    ['quarter to 8', '19:45'],
    ['quarter to 1', '12:45'],
    ['quarter to 12', '23:45'],
    ['quarter to 12pm', '11:45'],
    ['quarter to 12am', '23:45'],
    ['ten to 8', '19:50'],
    ['ten to ten', '21:50'],
    ['10 minutes to 8', '19:50'],
    ['20 past 7', '19:20'],
    ['twenty-five past seven', '19:25'],
    ['noon', '12:00'],
    ['midday', '12:00'],
    ['12 noon', '12:00'],
    ['midnight', '00:00'],
    ['twelve midnight', '00:00'],
    // No-break spaces, full-width characters and capital letters
    ['7\u00a0PM', '19:00'],
    ['7\u202fpm', '19:00'],
    ['７', '19:00'],
    ['１９：３０', '19:30'],
    ['７ｐｍ', '19:00'],
    ['NOON', '12:00'],
    ['HALF 7', '19:30'],
  ])('parseTypedTime of "%s" is %s', (typed, time) => expect(parseTypedTime(typed)).toBe(time))

  test.each([
    ['10', '19:00', '22:00'],
    ['11.30', '19:00', '23:30'],
    ['1', '21:00', '01:00'],
    ['12', '19:00', '00:00'],
    ['12', '10:00', '12:00'],
    ['half 12', '20:00', '00:30'],
    ['10', '09:00', '10:00'],
    ['5', '10:00', '17:00'],
    ['7', '19:00', '07:00'],
    ['7', '07:00', '19:00'],
    ['7', '19:30', '07:00'],
    ['7', '00:00', '07:00'],
    ['quarter to 12', '19:00', '23:45'],
    ['quarter to 1', '23:00', '00:45'],
    // A time with am, pm or a 24-hour clock does not depend on the start.
    ['10am', '19:00', '10:00'],
    ['10:00 pm', '23:00', '22:00'],
    ['07:00', '19:00', '07:00'],
    ['22', '19:00', '22:00'],
    ['noon', '19:00', '12:00'],
    ['midnight', '19:00', '00:00'],
  ])('parseTypedTime of "%s" after a start at %s is %s', (typed, start, time) =>
    expect(parseTypedTime(typed, start)).toBe(time),
  )

  test.each([
    '',
    ' ',
    'soon',
    'after tea',
    '24:00',
    '25',
    '19:60',
    '193',
    '13pm',
    '19pm',
    '0pm',
    '00:30 am',
    '7:3',
    '7-10',
    '7 to 10',
    '10 to 8',
    '19:00:00',
    '7 30 pm x',
    '7pm pm',
    '-7',
    '7.5.6',
    '12345',
    'half',
    'half to 7',
    'half past',
    'quarter 7',
    'quarter past',
    '31 past 7',
    '0 past 7',
    'half 25',
    'half 7.30',
    'pm',
    'h',
    '7ish',
    'noon pm',
    '5 feb',
    '７時',
  ])('parseTypedTime of "%s" is null', (typed) => expect(parseTypedTime(typed)).toBeNull())

  const anyTime = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

  test('parseTypedTime of a formatted time returns that time, with and without a start', () => {
    fc.assert(
      fc.property(anyTime, fc.option(anyTime), (time, start) => {
        expect(parseTypedTime(formatTime(time), start)).toBe(time)
      }),
    )
  })

  test('a typed end without am or pm is at most twelve hours after the start', () => {
    const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), anyTime, (hour, start) => {
        const end = parseTypedTime(String(hour), start) ?? ''
        const wait = (minutes(end) - minutes(start) + 1440) % 1440
        expect(Number(end.slice(0, 2)) % 12).toBe(hour % 12)
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(720)
      }),
    )
  })

  test('parseTypedTime of any text is a time of day or null', () => {
    const pieces = fc.constantFrom('7', '1', '0', ':', '.', ' ', 'half', 'past', 'to', 'pm', 'a', 'h', 'quarter', '-')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
        const time = parseTypedTime(parts.join(''))
        expect(time === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(time)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
