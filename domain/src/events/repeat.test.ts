import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, weekdayIndex } from '@gaffer/domain/shared/dates'
import { eventTypes } from '@gaffer/domain/shared/event-type'
import { seriesMessages } from './series-messages.ts'
import { canRepeat, RepeatRule, computeRepeatDates, formatRepeat, type RepeatInterval } from './repeat.ts'

const seriesOf = (start: string, every: RepeatInterval, until: string, skip: string[] = []) =>
  computeRepeatDates(start, { every, until, skip })

describe('computeRepeatDates', () => {
  test('the dates of a weekly series include its start and its end', () => {
    expect(seriesOf('2026-12-17', 'week', '2027-01-07')).toEqual({
      allDates: ['2026-12-17', '2026-12-24', '2026-12-31', '2027-01-07'],
      dates: ['2026-12-17', '2026-12-24', '2026-12-31', '2027-01-07'],
      monthsLeftOut: [],
      issues: [],
    })
    expect(seriesOf('2026-12-17', 'week', '2026-12-17').dates).toEqual(['2026-12-17'])
  })

  test('the dates of a fortnightly series are 14 days apart, also over a clock change', () => {
    expect(seriesOf('2026-10-15', 'fortnight', '2026-11-20').dates).toEqual(['2026-10-15', '2026-10-29', '2026-11-12'])
  })

  test('the dates of a monthly series that starts on a first Thursday are the first Thursdays of the months', () => {
    expect(seriesOf('2026-12-03', 'month', '2027-03-31').dates).toEqual([
      '2026-12-03',
      '2027-01-07',
      '2027-02-04',
      '2027-03-04',
    ])
  })

  test('monthsLeftOut names the months without a fifth weekday', () => {
    const series = seriesOf('2026-10-29', 'month', '2027-04-30')
    expect(series.dates).toEqual(['2026-10-29', '2026-12-31', '2027-04-29'])
    expect(series.monthsLeftOut).toEqual(['2026-11', '2027-01', '2027-02', '2027-03'])
    expect(series.issues).toEqual([])
  })

  test('`dates` leaves out the skipped dates', () => {
    const series = seriesOf('2026-12-17', 'week', '2027-01-07', ['2026-12-24', '2026-12-31'])
    expect(series.dates).toEqual(['2026-12-17', '2027-01-07'])
    expect(series.allDates).toHaveLength(4)
    expect(series.issues).toEqual([])
  })

  test('the first date of a series may be skipped, but skipping every date is an issue', () => {
    expect(seriesOf('2026-12-17', 'week', '2026-12-24', ['2026-12-17'])).toMatchObject({
      dates: ['2026-12-24'],
      issues: [],
    })
    expect(seriesOf('2026-12-17', 'week', '2026-12-24', ['2026-12-17', '2026-12-24']).issues).toEqual([
      { path: 'skip', message: seriesMessages.everyDateSkipped },
    ])
  })

  test('a skipped date that is no date of the series is an issue', () => {
    expect(seriesOf('2026-12-17', 'week', '2027-01-07', ['2026-12-24', '2026-12-25', '2027-01-14']).issues).toEqual([
      { path: 'skip.1', message: seriesMessages.skipNotInSeries },
      { path: 'skip.2', message: seriesMessages.skipNotInSeries },
    ])
  })

  test('a series that ends before its first date has an issue', () => {
    expect(seriesOf('2026-12-17', 'week', '2026-12-16').issues).toEqual([
      { path: 'until', message: seriesMessages.repeatEndsBefore },
    ])
  })

  test('a series may last twelve months, and one day more is an issue', () => {
    expect(seriesOf('2026-12-17', 'week', '2027-12-17').issues).toEqual([])
    expect(seriesOf('2026-12-17', 'week', '2027-12-17').dates).toHaveLength(53)
    expect(seriesOf('2026-12-17', 'fortnight', '2027-12-18').issues).toEqual([
      { path: 'until', message: seriesMessages.repeatTooFar },
    ])
  })

  test('more than 60 dates are an issue, and the list stops after the 61st', () => {
    expect(seriesOf('2026-01-01', 'week', addDays('2026-01-01', 59 * 7)).issues).toEqual([
      { path: 'until', message: seriesMessages.repeatTooFar },
    ])
    const series = seriesOf('2026-01-01', 'week', '2100-12-31')
    expect(series.issues).toEqual([
      { path: 'until', message: seriesMessages.repeatTooFar },
      { path: 'until', message: seriesMessages.seriesTooLong },
    ])
    expect(series.allDates).toHaveLength(61)
  })

  const anyStart = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2025-01-01', days))
  const anyEvery = fc.constantFrom<RepeatInterval>('week', 'fortnight', 'month')

  /** The oracle: looks at every day until the end. */
  function daysThatRepeat(start: string, every: RepeatInterval, until: string): string[] {
    const found: string[] = []
    const weekOf = (date: string) => Math.ceil(Number(date.slice(8)) / 7)
    for (let date = start; date <= until; date = addDays(date, 1)) {
      if (weekdayIndex(date) !== weekdayIndex(start)) continue
      const weeks = daysBetween(start, date) / 7
      const isDate = { week: true, fortnight: weeks % 2 === 0, month: weekOf(date) === weekOf(start) }
      if (isDate[every]) found.push(date)
    }
    return found
  }

  test('computeRepeatDates has the same dates as an oracle that checks every day, and an issue only for an end after twelve months', () => {
    fc.assert(
      fc.property(anyStart, anyEvery, fc.integer({ min: 0, max: 366 }), (start, every, days) => {
        const until = addDays(start, days)
        const series = seriesOf(start, every, until)
        expect(series.allDates).toEqual(daysThatRepeat(start, every, until))
        const isTooFar = until > addMonths(start, 12)
        expect(series.issues).toEqual(isTooFar ? [{ path: 'until', message: seriesMessages.repeatTooFar }] : [])
      }),
    )
  })

  test('each month of a monthly series has a date or is in monthsLeftOut, except a last month whose date is after the end', () => {
    fc.assert(
      fc.property(anyStart, fc.integer({ min: 0, max: 365 }), (start, days) => {
        const until = addDays(start, days)
        const { allDates, monthsLeftOut } = seriesOf(start, 'month', until)
        const monthsFound = [...allDates.map((date) => date.slice(0, 7)), ...monthsLeftOut].sort()
        const months = new Set<string>()
        for (let day = 0; day <= days; day++) months.add(addDays(start, day).slice(0, 7))
        const expected = [...months].filter((month) => monthsFound.includes(month) || month !== until.slice(0, 7))
        expect(monthsFound).toEqual(expected)
      }),
    )
  })

  test('`dates` of any series is `allDates` without the skipped dates, and only skipping every date is an issue', () => {
    fc.assert(
      fc.property(anyStart, anyEvery, fc.infiniteStream(fc.boolean()), (start, every, isSkipped) => {
        const until = addMonths(start, 6)
        const { allDates } = seriesOf(start, every, until)
        const skip = allDates.filter(() => isSkipped.next().value)
        const series = seriesOf(start, every, until, skip.toReversed())
        expect(series.dates).toEqual(allDates.filter((date) => !skip.includes(date)))
        expect(series.issues.map(({ path }) => path)).toEqual(skip.length === allDates.length ? ['skip'] : [])
      }),
    )
  })
})

test.each([
  ['2026-12-03', 'week', 'every Thursday'],
  ['2026-12-03', 'fortnight', 'every other Thursday'],
  ['2026-12-03', 'month', 'every first Thursday of the month'],
  ['2026-12-07', 'month', 'every first Monday of the month'],
  ['2026-12-08', 'month', 'every second Tuesday of the month'],
  ['2026-12-31', 'month', 'every fifth Thursday of the month'],
  ['', 'week', null],
] as const)('formatRepeat of %s and %s is "%s"', (start, every, words) => {
  expect(formatRepeat(start, every)).toBe(words)
})

test('canRepeat is true only for practices, rehearsals, meetings and other events', () => {
  expect(eventTypes.filter(canRepeat)).toEqual(['practice', 'rehearsal', 'meeting', 'other'])
})

test('RepeatRule skips no date by default, and refuses an unknown interval, unreal dates and 61 skipped dates', () => {
  expect(RepeatRule.parse({ every: 'week', until: '2026-12-31' })).toEqual({
    every: 'week',
    until: '2026-12-31',
    skip: [],
  })
  expect(RepeatRule.safeParse({ every: 'day', until: '2026-12-31' }).success).toBe(false)
  expect(RepeatRule.safeParse({ every: 'week', until: '2026-02-30' }).success).toBe(false)
  expect(RepeatRule.safeParse({ every: 'week', until: '2026-12-31', skip: ['x'] }).success).toBe(false)
  const skip = Array.from({ length: 61 }, () => '2026-12-31')
  expect(RepeatRule.safeParse({ every: 'week', until: '2026-12-31', skip }).success).toBe(false)
})
