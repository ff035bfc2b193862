// The test process runs in a time zone far from London.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  compareStrings,
  dayInWords,
  weekdayAndDate,
  formatRelativeDay,
  daysBetween,
  formatDate,
  formatDayInLondon,
  formatMonth,
  formatTime,
  endOfMonth,
  doesLondonTimeExist,
  sortDatePair,
  isAmbiguousLondonTime,
  isRealDate,
  isRealTime,
  londonInstant,
  londonWallClock,
  monthWeeks,
  startOfMonth,
  todayInLondon,
  weekdayIndex,
} from './dates.ts'
import { PlainDate, PlainTime } from './date-schemas.ts'

const utcDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const anyDate = fc.integer({ min: 10_957, max: 47_846 }).map(utcDay)
const anyTime = fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))

function lastSundayOfMarch(date: string): string {
  const march = `${date.slice(0, 4)}-03-`
  const day = [31, 30, 29, 28, 27, 26, 25].find((day) => new Date(`${march}${day}T00:00Z`).getUTCDay() === 0)
  return `${march}${day}`
}

describe('PlainDate and PlainTime', () => {
  test.each(['2024-02-29', '2000-01-01', '2100-12-31', '2025-10-26'])('%s is a valid date', (date) => {
    expect(isRealDate(date)).toBe(true)
    expect(PlainDate.parse(date)).toBe(date)
  })

  test.each(['2025-02-29', '2100-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-1-1', '2025-01-01T00:00', ''])(
    '%j is not a valid date',
    (text) => {
      expect(isRealDate(text)).toBe(false)
      expect(PlainDate.safeParse(text).error?.issues[0]?.message).toBe('Choose a real date')
    },
  )

  test.each(['1999-12-31', '2101-01-01', '9999-12-31'])('PlainDate refuses %s, outside 2000 to 2100', (date) => {
    expect(isRealDate(date)).toBe(true)
    expect(PlainDate.safeParse(date).error?.issues[0]?.message).toBe('Choose a date between 2000 and 2100')
  })

  test.each(['24:00', '19:60', '7:00', '19:00:00', '19.00', ' 19:00', '19:00\n', ''])('%j is not a time', (text) => {
    expect(isRealTime(text)).toBe(false)
    expect(PlainTime.safeParse(text).error?.issues[0]?.message).toBe('Choose a real time')
  })

  test('every minute of a day is a valid time', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        expect(isRealTime(time)).toBe(true)
        expect(PlainTime.parse(time)).toBe(time)
      }),
    )
  })
})

describe('date arithmetic', () => {
  test('daysBetween reverses addDays, and compareStrings and sortDatePair put the two dates in order', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -9000, max: 9000 }), (date, days) => {
        const other = addDays(date, days)
        expect(isRealDate(other)).toBe(true)
        expect(daysBetween(date, other)).toBe(days)
        expect(Math.sign(compareStrings(other, date))).toBe(Math.sign(days))
        expect(sortDatePair(date, other)).toEqual([date, other].sort())
      }),
    )
  })

  test('addDays adds one day on the days of clock changes', () => {
    expect(addDays('2025-03-30', 1)).toBe('2025-03-31')
    expect(addDays('2025-10-26', 1)).toBe('2025-10-27')
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-12-04', 1, '2026-01-04'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-11-30', 3, '2026-02-28'],
  ])('addMonths(%s, %i) is %s', (date, count, then) => expect(addMonths(date, count)).toBe(then))
})

describe('the month grid', () => {
  test('monthWeeks has whole weeks from Monday, exactly those with a day of the month', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const weeks = monthWeeks(date)
        const days = weeks.flat()
        expect(days).toEqual(days.map((_, index) => addDays(days[0]!, index)))
        expect(new Date(`${days[0]}T00:00Z`).getUTCDay()).toBe(1)
        expect(days).toEqual(expect.arrayContaining([startOfMonth(date), date, endOfMonth(date)]))
        expect(endOfMonth(date).slice(0, 7)).toBe(date.slice(0, 7))
        expect(addDays(endOfMonth(date), 1).slice(8)).toBe('01')
        for (const week of weeks) {
          expect(week).toHaveLength(7)
          expect(week.some((day) => day.slice(0, 7) === date.slice(0, 7))).toBe(true)
        }
      }),
    )
  })

  test.each([
    ['2027-02-14', 4],
    ['2025-12-04', 5],
    ['2025-06-30', 6],
  ])('monthWeeks of %s has %i weeks', (date, rows) => expect(monthWeeks(date)).toHaveLength(rows))

  test('weekdayIndex is 0 for Monday and 6 for Sunday, and 2 for a Wednesday before 1970', () => {
    expect(weekdayIndex('2025-12-01')).toBe(0)
    expect(weekdayIndex('2025-12-07')).toBe(6)
    expect(weekdayIndex('1969-12-31')).toBe(2)
  })
})

describe('formatting', () => {
  test.each([
    ['2025-12-02', 'Today'],
    ['2025-12-03', 'Tomorrow'],
    ['2025-12-05', 'Fri, 05/12'],
    ['2025-12-01', 'Mon, 01/12'],
    ['2026-12-02', 'Wed, 02/12'],
  ])('on 2 December 2025 formatRelativeDay of %s is %s', (date, label) =>
    expect(formatRelativeDay(date, '2025-12-02')).toBe(label),
  )

  test('formatRelativeDay is Tomorrow across a year end', () =>
    expect(formatRelativeDay('2026-01-01', '2025-12-31')).toBe('Tomorrow'))

  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['19:00', '7:00 PM'],
    ['23:30', '11:30 PM'],
  ])('formatTime of %s is %s', (time, shown) => expect(formatTime(time)).toBe(shown))

  test('formatDate has the day first, and formatMonth the month in words', () => {
    expect(formatDate('2025-12-04')).toBe('04/12/2025')
    expect(formatMonth('2025-12-04')).toBe('December 2025')
  })

  test('formatDayInLondon shows the day in London, which in summer begins at 23:00 UTC', () => {
    expect(formatDayInLondon('2027-06-30T22:59:59.000Z')).toBe('30/06/2027')
    expect(formatDayInLondon('2027-06-30T23:00:00.000Z')).toBe('01/07/2027')
  })

  test('weekdayAndDate is "Friday 12/03/2027" and dayInWords is "Friday 12 March" for 2027-03-12', () => {
    expect(weekdayAndDate('2027-03-12')).toBe('Friday 12/03/2027')
    expect(dayInWords('2027-03-12')).toBe('Friday 12 March')
    expect(dayInWords('2024-02-29')).toBe('Thursday 29 February')
  })
})

describe('London', () => {
  const octoberNight = fc
    .tuple(fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 24, max: 31 }), fc.integer({ min: 0, max: 180 }))
    .map(([year, day, minute]) => Date.UTC(year, 9, day) / 60_000 + minute)

  const anyMinute = fc.oneof(fc.integer({ min: 15_778_080, max: 68_900_000 }), octoberNight)
  const hourMs = 3_600_000
  const showsSameTime = (instant: number, other: number) => {
    const [clock, otherClock] = [londonWallClock(instant), londonWallClock(other)]
    return clock.date === otherClock.date && clock.time === otherClock.time
  }

  test.each([
    ['2025-06-30T22:59:59.999Z', '2025-06-30'],
    ['2025-06-30T23:00:00Z', '2025-07-01'],
    ['2025-12-31T23:59:59Z', '2025-12-31'],
    ['2025-01-01T18:20:00Z', '2025-01-01'],
  ])('at %s todayInLondon is %s', (instant, date) => expect(todayInLondon(new Date(instant))).toBe(date))

  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })
  const formatInZone = (instant: number) => zone.format(instant)
  const formatWallClock = (instant: number) => Object.values(londonWallClock(instant)).join(' ')

  test('londonWallClock matches the time zone database from 2000 to 2101', () => {
    for (let year = 2000; year <= 2101; year++) {
      // Each hour of the last week of March and October, when the clocks change.
      for (const month of [2, 9]) {
        for (let hour = 0; hour < 8 * 24; hour++) {
          const instant = Date.UTC(year, month, 24, hour)
          if (formatWallClock(instant) !== formatInZone(instant))
            expect(formatWallClock(instant)).toBe(formatInZone(instant))
        }
      }
    }
    fc.assert(
      fc.property(fc.integer({ min: 15_778_080, max: 68_900_000 }), (minute) => {
        expect(formatWallClock(minute * 60_000)).toBe(formatInZone(minute * 60_000))
      }),
    )
  })

  test.each([
    ['2025-12-04', '19:00', '2025-12-04T19:00:00Z'],
    ['2025-07-04', '19:00', '2025-07-04T18:00:00Z'],
    ['2025-07-04', '00:00', '2025-07-03T23:00:00Z'],
    ['2025-03-30', '00:59', '2025-03-30T00:59:00Z'],
    ['2025-03-30', '02:00', '2025-03-30T01:00:00Z'],
    ['2025-10-26', '00:59', '2025-10-25T23:59:00Z'],
    ['2025-10-26', '01:30', '2025-10-26T00:30:00Z'],
    ['2025-10-26', '02:00', '2025-10-26T02:00:00Z'],
  ])('londonInstant(%s, %s) is %s', (date, time, instant) => {
    expect(londonInstant(date, time)).toBe(Date.parse(instant))
    expect(doesLondonTimeExist(date, time)).toBe(true)
  })

  test('the hour skipped in spring does not exist, and londonInstant uses the winter offset for it', () => {
    expect(doesLondonTimeExist('2026-03-29', '01:00')).toBe(false)
    expect(doesLondonTimeExist('2026-03-29', '01:30')).toBe(false)
    expect(doesLondonTimeExist('2026-03-29', '01:59')).toBe(false)
    expect(londonInstant('2026-03-29', '01:30')).toBe(Date.parse('2026-03-29T01:30:00Z'))
  })

  test('doesLondonTimeExist is false only from 01:00 to 01:59 on the last Sunday in March', () => {
    fc.assert(
      fc.property(fc.oneof(anyDate, anyDate.map(lastSundayOfMarch)), anyTime, (date, time) => {
        expect(doesLondonTimeExist(date, time)).toBe(!(date === lastSundayOfMarch(date) && time.startsWith('01')))
      }),
    )
  })

  test('londonInstant reverses londonWallClock, with the first of two equal times in autumn', () => {
    fc.assert(
      fc.property(anyMinute, (minute) => {
        const instant = minute * 60_000
        const { date, time } = londonWallClock(instant)
        expect(londonInstant(date, time)).toBe(showsSameTime(instant, instant - hourMs) ? instant - hourMs : instant)
      }),
    )
  })

  test("doesLondonTimeExist is true for every date and time that London's clocks show", () => {
    fc.assert(
      fc.property(anyMinute, (minute) => {
        const { date, time } = londonWallClock(minute * 60_000)
        expect(doesLondonTimeExist(date, time)).toBe(true)
      }),
    )
  })

  test("isAmbiguousLondonTime is true exactly for the times that London's clocks show twice", () => {
    fc.assert(
      fc.property(anyMinute, (minute) => {
        const instant = minute * 60_000
        const { date, time } = londonWallClock(instant)
        const isDoubled = [-hourMs, hourMs].some((offset) => showsSameTime(instant, instant + offset))
        expect(isAmbiguousLondonTime(date, time)).toBe(isDoubled)
      }),
    )
  })

  test('isAmbiguousLondonTime is true from 01:00 to 01:59 on the last Sunday in October', () => {
    expect(isAmbiguousLondonTime('2025-10-26', '00:59')).toBe(false)
    expect(isAmbiguousLondonTime('2025-10-26', '01:00')).toBe(true)
    expect(isAmbiguousLondonTime('2025-10-26', '01:59')).toBe(true)
    expect(isAmbiguousLondonTime('2025-10-26', '02:00')).toBe(false)
    expect(isAmbiguousLondonTime('2025-10-19', '01:30')).toBe(false)
  })
})
