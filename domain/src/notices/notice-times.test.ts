import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import { computeDeliveryInstant, parseQuietHours, computeReminderTimes, type RemindedEvent } from './notice-times.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const night = { from: '22:00', to: '08:00' }

describe('computeDeliveryInstant', () => {
  test.each([
    ['2026-11-28T21:59:59Z', '2026-11-28T21:59:59Z', 'one second before the quiet hours begin'],
    ['2026-11-28T22:00:00Z', '2026-11-29T08:00:00Z', 'when the quiet hours begin'],
    ['2026-11-29T07:59:59Z', '2026-11-29T08:00:00Z', 'one second before the quiet hours end'],
    ['2026-11-29T08:00:00Z', '2026-11-29T08:00:00Z', 'when the quiet hours end'],
    ['2026-07-01T21:30:00Z', '2026-07-02T07:00:00Z', 'in summer time'],
    ['2026-03-28T23:00:00Z', '2026-03-29T07:00:00Z', 'in the night in which the clocks go forward, 2026'],
    ['2026-10-24T21:00:00Z', '2026-10-25T08:00:00Z', 'in the night in which the clocks go back, 2026'],
    ['2027-03-27T23:00:00Z', '2027-03-28T07:00:00Z', 'in the night in which the clocks go forward, 2027'],
    ['2027-10-30T21:00:00Z', '2027-10-31T08:00:00Z', 'in the night in which the clocks go back, 2027'],
  ])('with quiet hours from 22:00 to 08:00, computeDeliveryInstant for a notice due at %s is %s: %s', (now, then) => {
    expect(computeDeliveryInstant(Date.parse(now), { quietHours: night, eventStartsAt: null })).toBe(Date.parse(then))
  })

  test('computeDeliveryInstant ends the quiet hours early for a change to an event that starts or started within 24 hours', () => {
    const now = Date.parse('2026-11-28T23:00:00Z')
    const heldUntil = Date.parse('2026-11-29T08:00:00Z')
    const at = (eventStartsAt: number) => computeDeliveryInstant(now, { quietHours: night, eventStartsAt })
    expect(at(now + 24 * hourMs)).toBe(now)
    expect(at(now + 24 * hourMs + 1)).toBe(now + 1)
    expect(at(now + 30 * hourMs)).toBe(now + 6 * hourMs)
    expect(at(now + 40 * hourMs)).toBe(heldUntil)
    expect(at(now - hourMs)).toBe(now)
    expect(at(now - 25 * hourMs)).toBe(heldUntil)
  })

  test('computeDeliveryInstant is now without quiet hours', () => {
    const now = Date.parse('2026-11-28T23:00:00Z')
    expect(computeDeliveryInstant(now, { quietHours: null, eventStartsAt: null })).toBe(now)
  })

  test('computeDeliveryInstant is the first minute that the London clock shows outside the quiet hours', () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`)
    const day = fc.constantFrom('2026-03-28', '2026-10-24', '2027-03-27', '2027-10-30', '2026-06-15', '2026-12-31')
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 2880 }), hour, hour, (date, minute, from, to) => {
        // More than one hour must not be quiet: in spring the clocks skip an hour.
        fc.pre(from !== to && (parseInt(from, 10) - parseInt(to, 10) + 24) % 24 > 1)
        const now = londonInstant(date, '00:00') + minute * minuteMs
        // The oracle: looks at the clock every minute.
        const isQuiet = (instant: number) => {
          const { time } = londonWallClock(instant)
          return from < to ? time >= from && time < to : time >= from || time < to
        }
        let expected = now
        while (isQuiet(expected)) expected += minuteMs
        expect(computeDeliveryInstant(now, { quietHours: { from, to }, eventStartsAt: null })).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('quiet hours that end in the skipped hour of spring end at 02:00', () => {
    const quietHours = { from: '22:00', to: '01:30' }
    const now = Date.parse('2026-03-29T00:30:00Z')
    expect(computeDeliveryInstant(now, { quietHours, eventStartsAt: null })).toBe(Date.parse('2026-03-29T01:00:00Z'))
  })

  test('quiet hours that end at a time that autumn repeats end at its first occurrence, and again at its second', () => {
    const quietHours = { from: '22:00', to: '01:30' }
    const at = (now: string) => computeDeliveryInstant(Date.parse(now), { quietHours, eventStartsAt: null })
    expect(at('2026-10-25T00:10:00Z')).toBe(Date.parse('2026-10-25T00:30:00Z'))
    expect(at('2026-10-25T01:10:00Z')).toBe(Date.parse('2026-10-25T01:30:00Z'))
  })
})

test('parseQuietHours accepts two different times or "off", and nothing else', () => {
  expect(parseQuietHours('22:00-08:00')).toEqual(night)
  expect(parseQuietHours('off')).toBeNull()
  for (const setting of ['', '22:00', '22:00-22:00', '22-8', '22:00-24:00', '22:00-08:00-09:00', 'Off']) {
    expect(parseQuietHours(setting)).toBeUndefined()
  }
})

describe('computeReminderTimes', () => {
  const gig: RemindedEvent = {
    type: 'gig',
    status: 'confirmed',
    date: '2026-11-28',
    startTime: '20:00',
    isAllDay: false,
  }
  const at = (event: Partial<RemindedEvent>) =>
    computeReminderTimes({ ...gig, ...event }).map(
      ({ kind, at }) => `${kind} ${new Date(at).toISOString().slice(0, 16)}`,
    )

  test('a gig and a festival have a reminder on the evening before and one on the morning, and a practice has only the first', () => {
    expect(at({})).toEqual(['eveningBefore 2026-11-27T18:00', 'gigMorning 2026-11-28T09:00'])
    expect(at({ type: 'festival', startTime: null, isAllDay: true })).toHaveLength(2)
    expect(at({ type: 'practice' })).toEqual(['eveningBefore 2026-11-27T18:00'])
  })

  test.each([
    ['2026-03-29', 'eveningBefore 2026-03-28T18:00', 'gigMorning 2026-03-29T08:00'],
    ['2026-03-30', 'eveningBefore 2026-03-29T17:00', 'gigMorning 2026-03-30T08:00'],
    ['2026-10-25', 'eveningBefore 2026-10-24T17:00', 'gigMorning 2026-10-25T09:00'],
    ['2026-10-26', 'eveningBefore 2026-10-25T18:00', 'gigMorning 2026-10-26T09:00'],
    ['2027-03-28', 'eveningBefore 2027-03-27T18:00', 'gigMorning 2027-03-28T08:00'],
    ['2027-03-29', 'eveningBefore 2027-03-28T17:00', 'gigMorning 2027-03-29T08:00'],
    ['2027-10-31', 'eveningBefore 2027-10-30T17:00', 'gigMorning 2027-10-31T09:00'],
    ['2027-11-01', 'eveningBefore 2027-10-31T18:00', 'gigMorning 2027-11-01T09:00'],
  ])('reminders of a gig on %s keep London time over the clock change', (date, evening, morning) => {
    expect(at({ date })).toEqual([evening, morning])
  })

  test('a gig that starts at 09:00 or earlier has no reminder on its morning', () => {
    expect(at({ startTime: '09:00' })).toEqual(['eveningBefore 2026-11-27T18:00'])
    expect(at({ startTime: '09:01' })).toHaveLength(2)
  })

  test('days away and cancelled events have no reminders, and a pencilled gig has both', () => {
    expect(at({ type: 'unavailable' })).toEqual([])
    expect(at({ status: 'cancelled' })).toEqual([])
    expect(at({ status: 'tentative' })).toHaveLength(2)
  })

  test('the reminders of a gig are at 18:00 the day before and 09:00 on the day in London, on every date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3650 }), (days) => {
        const date = addDays('2026-01-01', days)
        const clocks = computeReminderTimes({ ...gig, date }).map(({ at }) => londonWallClock(at))
        expect(clocks).toEqual([
          { date: addDays(date, -1), time: '18:00' },
          { date, time: '09:00' },
        ])
      }),
    )
  })
})
