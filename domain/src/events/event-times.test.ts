import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, doesLondonTimeExist, londonWallClock } from '@gaffer/domain/shared/dates'
import { eventEnd, eventStart, isEventDay, latestEventStart } from './event-times.ts'
import { endOfSpan, spanInterval, wallClockMinutes, type Span } from '@gaffer/domain/shared/span'
import { parseSpan } from '@gaffer/domain/shared/span-fixture'

const toIso = (instant: number) => new Date(instant).toISOString().slice(0, 16)

test.each([
  ['2027-01', '01 20:00-23:00', '2027-01-01T20:00', '2027-01-01T20:00', '2027-01-01T23:00'],
  ['2027-07', '01 20:00-23:00', '2027-07-01T19:00', '2027-07-01T19:00', '2027-07-01T22:00'],
  ['2027-07', '01 21:00-01:00', '2027-07-01T20:00', '2027-07-01T20:00', '2027-07-02T00:00'],
  ['2027-07', '01 20:00-', '2027-07-01T19:00', '2027-07-01T19:00', '2027-07-01T23:00'],
  ['2027-07', '01', '2027-06-30T23:00', '2027-07-01T23:00', '2027-07-01T23:00'],
  ['2027-07', '01..03', '2027-06-30T23:00', '2027-07-01T23:00', '2027-07-03T23:00'],
  // The clocks change in the night of the gig.
  ['2027-03', '27 20:00-03:00', '2027-03-27T20:00', '2027-03-27T20:00', '2027-03-28T02:00'],
  ['2027-10', '30 20:00-03:00', '2027-10-30T19:00', '2027-10-30T19:00', '2027-10-31T03:00'],
  ['2027-10', '31', '2027-10-30T23:00', '2027-11-01T00:00', '2027-11-01T00:00'],
])('in %s the event %s starts at %s UTC, at the latest at %s, and ends at %s', (month, text, start, latest, end) => {
  const event = parseSpan(month, text)
  expect([eventStart(event), latestEventStart(event), eventEnd(event)].map(toIso)).toEqual([start, latest, end])
})

test.each([
  ['the midnight before', '07 20:00-23:00', '2027-03-07T00:00Z', true],
  ['a minute earlier', '07 20:00-23:00', '2027-03-06T23:59Z', false],
  ['after its end on the same day', '07 20:00-23:00', '2027-03-07T23:30Z', true],
  ['the next day', '07 20:00-23:00', '2027-03-08T00:00Z', false],
  ['the night in which it lasts', '07 20:00-01:00', '2027-03-08T00:59Z', true],
  ['its end in that night', '07 20:00-01:00', '2027-03-08T01:00Z', false],
  ['its second day', '07..08', '2027-03-08T12:00Z', true],
])('isEventDay at the time "%s" (event %s, now %s) is %s', (_when, text, now, expected) => {
  expect(isEventDay(parseSpan('2027-03', text), new Date(now))).toBe(expected)
})

test('an event that is marked as all-day or has no start time starts and ends with its days, whatever its other times', () => {
  const allDay = parseSpan('2027-07', '01')
  for (const event of [
    { ...allDay, isAllDay: false },
    { ...allDay, isAllDay: false, endTime: '23:00' },
    { ...allDay, startTime: '20:00', endTime: '21:00' },
  ]) {
    expect([eventStart(event), latestEventStart(event), eventEnd(event)]).toEqual([
      eventStart(allDay),
      latestEventStart(allDay),
      eventEnd(allDay),
    ])
  }
})

describe('generated events around the changes of the clock', () => {
  const anyTime = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '01', '30', '59'))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
  const anyEvent = fc
    .record({
      first: fc.constantFrom('2027-03-26', '2027-10-29', '2027-07-01', '2028-02-27'),
      daysAhead: fc.integer({ min: 0, max: 3 }),
      days: fc.option(fc.integer({ min: 0, max: 3 })),
      startTime: fc.option(anyTime, { freq: 4 }),
      endTime: fc.option(anyTime, { freq: 4 }),
      isAllDay: fc.boolean(),
    })
    .map(({ first, daysAhead, days, ...times }): Span => {
      const date = addDays(first, daysAhead)
      return { ...times, date, endDate: days === null ? null : addDays(date, days) }
    })
    // `EventInput` refuses times that the clock skips in spring.
    .filter((event) => {
      const end = endOfSpan(event)
      const isTimed = !event.isAllDay && event.startTime !== null
      if (isTimed && !doesLondonTimeExist(event.date, event.startTime as string)) return false
      return end === null || doesLondonTimeExist(end.date, end.time)
    })

  test('an event starts before it ends, and its latest start is neither before its start nor after its end', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const [start, latest, end] = [eventStart(event), latestEventStart(event), eventEnd(event)]
        expect(start).toBeLessThan(end)
        expect(start).toBeLessThanOrEqual(latest)
        expect(latest).toBeLessThanOrEqual(end)
      }),
    )
  })

  test('eventStart and eventEnd, as London wall-clock times, are the bounds of spanInterval', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const minutesAt = (instant: number) => {
          const { date, time } = londonWallClock(instant)
          return wallClockMinutes(date, time)
        }
        expect({ from: minutesAt(eventStart(event)), to: minutesAt(eventEnd(event)) }).toEqual(spanInterval(event))
      }),
    )
  })
})
