// Examples, and properties that compare the rules with a slow oracle, which lists every minute of a span.
import type { EventStatus } from '@gaffer/domain/events/event'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findConflicts, conflictSearchRangeOf } from './conflicts.ts'
import { endOfSpan, lastDayOfSpan, spansOverlap, spanInterval, type Span } from '@gaffer/domain/shared/span'
import { addDays, doesLondonTimeExist, londonInstant } from '@gaffer/domain/shared/dates'
import { parseSpan } from '@gaffer/domain/shared/span-fixture'

const spanOn = (text: string) => parseSpan('2025-12', text)

describe('spansOverlap', () => {
  test.each([
    ['04 19:00-21:00', '04 20:00-22:00', 'within an evening'],
    ['04 19:00-21:00', '04', 'an evening and an all-day event of that day'],
    ['04', '04', 'two all-day events of one day'],
    ['04 21:00-01:00', '05 00:30-02:00', 'a night that runs past midnight'],
    ['04 21:00-01:00', '05', 'a night and an all-day event of the next day'],
    ['04 21:00-01:00', '04 23:00-23:30', 'the middle of a night'],
    ['04 19:00-', '04 22:00-23:00', 'an open end and later that evening'],
    ['04 19:00-', '04 19:00-', 'two open ends'],
    ['04 23:59-', '04 23:00-00:00', 'without an end, in the last minute of the day'],
    ['04 19:00-19:00', '05 12:00-13:00', 'equal start and end times last 24 hours'],
    ['04..06', '05 10:00-11:00', 'the middle of a festival'],
    ['04..06 18:00-12:00', '05 03:00-04:00', 'any hour between start and end of several days'],
    ['04..06 18:00-', '06 23:00-23:30', 'an open end on the last day'],
    ['04..05 21:00-01:00', '05 00:00-00:30', 'an end date on the next morning'],
  ])('%s overlaps %s: %s', (a, b) => {
    expect(spansOverlap(spanOn(a), spanOn(b))).toBe(true)
    expect(spansOverlap(spanOn(b), spanOn(a))).toBe(true)
  })

  test.each([
    ['04 19:00-21:00', '04 21:00-23:00', 'one ends when the other starts'],
    ['04 19:00-00:00', '05', 'an end at midnight'],
    ['04 19:00-', '05 00:00-01:00', 'without an end, until midnight'],
    ['04 19:00-', '04 12:00-19:00', 'without an end, not before the start'],
    ['04 21:00-01:00', '05 01:00-02:00', 'after the night'],
    ['04..06 18:00-12:00', '06 12:00-13:00', 'after the last day’s end'],
    ['04..05 21:00-01:00', '05 21:00-22:00', 'an end date on the next morning and that evening'],
    ['04', '05', 'two consecutive days'],
    ['04..05', '06..07', 'two consecutive ranges of days'],
  ])('%s does not overlap %s: %s', (a, b) => {
    expect(spansOverlap(spanOn(a), spanOn(b))).toBe(false)
    expect(spansOverlap(spanOn(b), spanOn(a))).toBe(false)
  })

  test('spansOverlap and endOfSpan ignore the times of an all-day event, and spansOverlap an end time without a start time', () => {
    expect(spansOverlap({ ...spanOn('04 19:00-21:00'), isAllDay: true }, spanOn('04 10:00-11:00'))).toBe(true)
    expect(spansOverlap({ ...spanOn('04 -21:00') }, spanOn('04 22:00-23:00'))).toBe(true)
    expect(endOfSpan({ ...spanOn('04 19:00-21:00'), isAllDay: true })).toBeNull()
  })
})

test.each([
  ['04 21:00-01:00', '2025-12-05', { date: '2025-12-05', time: '01:00' }],
  ['04 21:00-00:00', '2025-12-04', { date: '2025-12-05', time: '00:00' }],
  ['04 19:00-', '2025-12-04', null],
  ['04..06', '2025-12-06', null],
  ['04..06 18:00-12:00', '2025-12-06', { date: '2025-12-06', time: '12:00' }],
])('the span %s has the last day %s and ends at %o', (text, day, end) => {
  expect(lastDayOfSpan(spanOn(text))).toBe(day)
  expect(endOfSpan(spanOn(text))).toEqual(end)
})

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '01', '30', '59'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)

/** Short spans near one day, so that many of them overlap. */
function spansFrom(first: string): fc.Arbitrary<Span> {
  return fc
    .record({
      date: fc.integer({ min: 0, max: 3 }).map((days) => addDays(first, days)),
      days: fc.option(fc.integer({ min: 0, max: 2 })),
      startTime: fc.option(anyTime, { freq: 4 }),
      endTime: fc.option(anyTime, { freq: 4 }),
      isAllDay: fc.boolean(),
    })
    .map(({ days, ...span }) => ({ ...span, endDate: days === null ? null : addDays(span.date, days) }))
}
const anySpan = spansFrom('2025-12-30')

/** The oracle: every minute of the span. */
function minutesOf(span: Span): Set<string> {
  const isTimed = !span.isAllDay && span.startTime !== null
  const clock = new Date(`${span.date}T${isTimed ? span.startTime : '00:00'}:00Z`)
  const lastDate = span.endDate ?? span.date
  const minutes = new Set<string>()
  for (;;) {
    minutes.add(clock.toISOString())
    clock.setUTCMinutes(clock.getUTCMinutes() + 1)
    const [date = '', rest = ''] = clock.toISOString().split('T')
    const time = rest.slice(0, 5)
    const isOver = isTimed && span.endTime !== null ? date >= lastDate && time === span.endTime : date > lastDate
    if (isOver) return minutes
  }
}

describe('generated spans', () => {
  test('spansOverlap is symmetric and true exactly when two spans share a minute', () => {
    fc.assert(
      fc.property(anySpan, anySpan, (a, b) => {
        const minutes = minutesOf(b)
        const clash = [...minutesOf(a)].some((minute) => minutes.has(minute))
        expect(spansOverlap(a, b)).toBe(clash)
        expect(spansOverlap(b, a)).toBe(clash)
      }),
    )
  })

  test('spanInterval has the length of a span in minutes, and lastDayOfSpan is the day of its last minute', () => {
    fc.assert(
      fc.property(anySpan, (span) => {
        const { from, to } = spanInterval(span)
        const minutes = [...minutesOf(span)]
        expect(to - from).toBe(minutes.length)
        expect(lastDayOfSpan(span)).toBe(minutes.at(-1)?.slice(0, 10))
        expect(spansOverlap(span, span)).toBe(true)
      }),
    )
  })

  test('an all-day event, or one without a start time, overlaps exactly the spans that include its day', () => {
    fc.assert(
      fc.property(anySpan, fc.integer({ min: 0, max: 6 }), (span, ahead) => {
        const date = addDays('2025-12-30', ahead)
        const wholeDay = { date, endDate: null, startTime: null, endTime: null, isAllDay: ahead % 2 === 0 }
        expect(spansOverlap(wholeDay, span)).toBe(span.date <= date && date <= lastDayOfSpan(span))
      }),
    )
  })

  test('conflictSearchRangeOf a span includes a day of every entry that overlaps the span', () => {
    fc.assert(
      fc.property(anySpan, anySpan, (candidate, entry) => {
        const { from, to } = conflictSearchRangeOf(candidate)
        const isFound = entry.date <= to && (entry.endDate ?? entry.date) >= from
        expect(isFound || !spansOverlap(candidate, entry)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(conflictSearchRangeOf(spanOn('05 00:30-02:00'))).toEqual({ from: '2025-12-04', to: '2025-12-05' })
    expect(conflictSearchRangeOf(spanOn('05 21:00-01:00'))).toEqual({ from: '2025-12-04', to: '2025-12-06' })
  })

  test.each(['2026-03-27', '2025-10-24'])(
    'spansOverlap of local times equals overlap of instants around the clock change after %s',
    (first) => {
      const instants = (span: Span) => {
        const isTimed = !span.isAllDay && span.startTime !== null
        const start = isTimed ? (span.startTime ?? '') : '00:00'
        const end = endOfSpan(span) ?? { date: addDays(span.endDate ?? span.date, 1), time: '00:00' }
        fc.pre(doesLondonTimeExist(span.date, start) && doesLondonTimeExist(end.date, end.time))
        return { from: londonInstant(span.date, start), to: londonInstant(end.date, end.time) }
      }
      fc.assert(
        fc.property(spansFrom(first), spansFrom(first), (a, b) => {
          const [left, right] = [instants(a), instants(b)]
          expect(spansOverlap(a, b)).toBe(left.from < right.to && right.from < left.to)
        }),
        { numRuns: 500 },
      )
    },
  )
})

describe('findConflicts', () => {
  const entry = (id: string, text: string) => ({ id, status: 'confirmed' as EventStatus, ...spanOn(text) })
  const busy = (displayName: string, text: string) => {
    const { isAllDay: _, ...when } = spanOn(text)
    return { displayName, ...when }
  }
  const schedule = {
    bandEvents: [entry('practice', '04 19:00-21:00'), entry('gig', '05 21:00-01:00')],
    unavailability: [entry('sam away', '04..06'), entry('ali away', '09')],
    busyElsewhere: [busy('Jo', '04 10:00-11:00'), busy('Kit', '03 22:00-00:30'), busy('Lee', '03 22:00-08:30')],
    busyInCalendars: [busy('Mo', '04 10:00-11:00'), busy('Ned', '04 20:30-21:30')],
  }
  const findIds = (text: string, type = 'gig', excludeEventId: string | null = null) => {
    const found = findConflicts({ ...spanOn(text), type, excludeEventId }, schedule)
    return {
      band: found.bandEventConflicts.map(({ id }) => id),
      away: found.unavailabilityConflicts.map(({ id }) => id),
      affected: found.affectedBandEvents.map(({ id }) => id),
      busy: found.busyElsewhere.map(({ displayName }) => displayName),
    }
  }

  test('a band event conflicts with overlapping events and days away, and with members busy elsewhere that day', () => {
    expect(findIds('04 19:30-20:30')).toEqual({ band: ['practice'], away: ['sam away'], affected: [], busy: ['Jo'] })
    expect(findIds('04')).toEqual({
      band: ['practice'],
      away: ['sam away'],
      affected: [],
      busy: ['Jo', 'Kit', 'Lee', 'Mo', 'Ned'],
    })
    expect(findIds('08 12:00-13:00')).toEqual({ band: [], away: [], affected: [], busy: [] })
  })

  test('a busy time of a connected calendar conflicts only when it overlaps', () => {
    expect(findIds('04 10:59-12:00').busy).toEqual(['Jo', 'Mo'])
    expect(findIds('04 11:00-12:00').busy).toEqual(['Jo'])
  })

  test("a member's late event with another band makes them busy the next day only until it ends", () => {
    expect(findIds('04 00:15-01:00').busy).toEqual(['Jo', 'Kit', 'Lee'])
    expect(findIds('04 08:00-09:00').busy).toEqual(['Jo', 'Lee'])
  })

  test('findConflicts of days away returns overlapping band events as affected, and no conflicts', () => {
    expect(findIds('04..05', 'unavailable')).toEqual({ band: [], away: [], affected: ['practice', 'gig'], busy: [] })
    expect(findIds('06', 'unavailable').affected).toEqual(['gig'])
  })

  test('an edited entry does not conflict with itself', () => {
    expect(findIds('04 19:00-21:00', 'practice', 'practice').band).toEqual([])
    expect(findIds('04 19:00-21:00', 'practice', 'sam away').away).toEqual([])
  })
})
