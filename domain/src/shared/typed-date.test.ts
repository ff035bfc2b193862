import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayInWords, formatDate, weekdayIndex } from './dates.ts'
import { describeTypedDate, parseTypedDate } from './typed-date.ts'

/** A Tuesday. */
const today = '2026-11-24'

describe('parseTypedDate', () => {
  test.each([
    // Day and month, the next such date
    ['4/12', '2026-12-04'],
    ['12/2', '2027-02-12'],
    ['12.2', '2027-02-12'],
    ['12-2', '2027-02-12'],
    ['12 2', '2027-02-12'],
    ['24/11', '2026-11-24'],
    ['23/11', '2027-11-23'],
    ['29/2', '2028-02-29'],
    ['5 feb', '2027-02-05'],
    ['5 February', '2027-02-05'],
    ['5feb', '2027-02-05'],
    ['5th february', '2027-02-05'],
    ['5th of February', '2027-02-05'],
    ['the 5th of Feb', '2027-02-05'],
    ['feb 5', '2027-02-05'],
    ['Feb. 5th', '2027-02-05'],
    ['February 5', '2027-02-05'],
    ['1st sept', '2027-09-01'],
    ['22nd dec', '2026-12-22'],
    ['31 dec', '2026-12-31'],
    ['5-feb', '2027-02-05'],
    ['5/feb', '2027-02-05'],
    // With a year
    ['04/12/2026', '2026-12-04'],
    ['4/12/26', '2026-12-04'],
    ['12.2.27', '2027-02-12'],
    [' 4.12.2026 ', '2026-12-04'],
    ['4-12-2026', '2026-12-04'],
    ['12 2 2027', '2027-02-12'],
    ['04122026', '2026-12-04'],
    ['041226', '2026-12-04'],
    ['29/02/2028', '2028-02-29'],
    ['1/3/2020', '2020-03-01'],
    ['5 feb 2027', '2027-02-05'],
    ['5 feb 28', '2028-02-05'],
    ["5 feb '28", '2028-02-05'],
    ['5th February, 2028', '2028-02-05'],
    ['Feb 5, 2028', '2028-02-05'],
    ['5-Feb-28', '2028-02-05'],
    ['2027-02-05', '2027-02-05'],
    ['2027/2/5', '2027-02-05'],
    // Weekdays
    ['tue', '2026-11-24'],
    ['wed', '2026-11-25'],
    ['fri', '2026-11-27'],
    ['Friday', '2026-11-27'],
    ['this friday', '2026-11-27'],
    ['on Friday', '2026-11-27'],
    ['thurs', '2026-11-26'],
    ['weds', '2026-11-25'],
    ['mon', '2026-11-30'],
    ['next fri', '2026-12-04'],
    ['next Mon', '2026-11-30'],
    ['next weds', '2026-12-02'],
    ['next sunday', '2026-12-06'],
    ['fri week', '2026-12-04'],
    ['mon week', '2026-12-07'],
    ['fri 5 feb', '2027-02-05'],
    ['Fri, 5 Feb 2027', '2027-02-05'],
    ['friday 5/2', '2027-02-05'],
    ['Saturday the 5th', '2026-12-05'],
    // Near today
    ['today', '2026-11-24'],
    ['Tonight', '2026-11-24'],
    ['tomorrow', '2026-11-25'],
    ['the 25th', '2026-11-25'],
    ['24th', '2026-11-24'],
    ['23rd', '2026-12-23'],
    ['31st', '2026-12-31'],
    // No-break spaces, full-width digits and capital letters
    ['5\u00a0feb', '2027-02-05'],
    ['１２/２', '2027-02-12'],
    ['5 FEB', '2027-02-05'],
  ])('parseTypedDate of "%s" is %s', (typed, date) => expect(parseTypedDate(typed, today)).toBe(date))

  test.each([
    '',
    'soon',
    '5',
    '0412',
    '29/02/2027',
    '31/04/2027',
    '31/4',
    '30 feb',
    'feb 30',
    '12/31/2026',
    '13/13',
    '0/5',
    '5/0',
    '32nd',
    '32 jan',
    'feb 2027',
    'feb',
    'fe 5',
    '5 fe',
    '5 fab',
    '4/12/226',
    '4/12/2026/1',
    '2027-02-30',
    'sat 5 feb',
    'fri 5',
    'fr',
    'fridays',
    'next week',
    'next',
    'fri fri',
    'week',
    '7pm',
    '5 feb - 7 feb',
    '2027',
  ])('parseTypedDate of "%s" is null', (typed) => expect(parseTypedDate(typed, today)).toBeNull())

  test('parseTypedDate skips months without the typed day, such as the 31st, and years without 29 February', () => {
    expect(parseTypedDate('31st', '2027-02-01')).toBe('2027-03-31')
    expect(parseTypedDate('30th', '2027-01-31')).toBe('2027-03-30')
    expect(parseTypedDate('29 feb', '2097-01-01')).toBe('2104-02-29')
  })

  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))

  test('parseTypedDate of a formatted date returns that date, whatever today is', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (date, from) => {
        expect(parseTypedDate(formatDate(date), from)).toBe(date)
      }),
    )
  })

  test('parseTypedDate of a day and month is within a year from today, and of a weekday within a week', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 364 }), anyDay, (ahead, from) => {
        const date = addDays(from, ahead)
        expect(parseTypedDate(dayInWords(date), from)).toBe(date)
        const next = parseTypedDate(dayInWords(date).split(' ')[0] ?? '', from) ?? ''
        expect([weekdayIndex(next), next >= from, next < addDays(from, 7)]).toEqual([weekdayIndex(date), true, true])
      }),
    )
  })
})

test('describeTypedDate names the year of past dates and of dates a year or more ahead', () => {
  expect(describeTypedDate('2027-02-05', today)).toBe('Fri 5 Feb')
  expect(describeTypedDate(today, today)).toBe('Tue 24 Nov')
  expect(describeTypedDate('2026-11-23', today)).toBe('Mon 23 Nov 2026')
  expect(describeTypedDate('2027-11-24', today)).toBe('Wed 24 Nov 2027')
})
