import { describe, expect, test } from 'vitest'
import { describeEventEnd } from './event-length.ts'

/** Describes the end of an event that starts on `date`, by default Thursday 4 February 2027. */
const endOf = (startTime: string | null, endTime: string | null, endDate: string | null = null, date = '2027-02-04') =>
  describeEventEnd({ date, endDate, startTime, endTime })

describe('describeEventEnd', () => {
  test.each([
    ['19:00', '22:00', '3 h'],
    ['19:00', '21:30', '2 h 30 min'],
    ['19:00', '19:45', '45 min'],
    ['00:00', '23:59', '23 h 59 min'],
  ])('an event from %s to %s on one day lasts %s', (start, endTime, length) =>
    expect(endOf(start, endTime)).toEqual({ length, endsLater: null }),
  )

  test.each([
    ['19:00', '10:00', '15 h', 'ends Fri 10 AM'],
    ['21:00', '01:00', '4 h', 'ends Fri 1 AM'],
    ['20:00', '00:00', '4 h', 'ends Fri 12 AM'],
    ['19:00', '19:00', '24 h', 'ends Fri 7 PM'],
    ['19:30', '07:15', '11 h 45 min', 'ends Fri 7:15 AM'],
  ])('an event from %s to %s lasts %s and %s', (start, endTime, length, endsLater) =>
    expect(endOf(start, endTime)).toEqual({ length, endsLater }),
  )

  test('the end of an event over several days has its weekday, and also its date if it is a week or more later', () => {
    expect(endOf('19:00', '02:00', '2027-02-05')).toEqual({ length: '7 h', endsLater: 'ends Fri 2 AM' })
    expect(endOf('12:00', '22:00', '2027-02-07')).toEqual({ length: null, endsLater: 'ends Sun 10 PM' })
    expect(endOf('12:00', '22:00', '2027-02-11')).toEqual({ length: null, endsLater: 'ends Thu 11 Feb 10 PM' })
  })

  test('the length of an event counts the hour that a clock change skips or repeats', () => {
    expect(endOf('23:00', '03:00', null, '2027-03-27')).toMatchObject({ length: '3 h' })
    expect(endOf('23:00', '03:00', null, '2027-10-30')).toMatchObject({ length: '5 h' })
  })

  test('the end of an enquiry on several dates has neither weekday nor date', () => {
    const options = { date: null, endDate: null, startTime: '19:00' }
    expect(describeEventEnd({ ...options, endTime: '22:00' })).toEqual({ length: '3 h', endsLater: null })
    expect(describeEventEnd({ ...options, endTime: '01:30' })).toEqual({
      length: '6 h 30 min',
      endsLater: 'ends next day 1:30 AM',
    })
  })

  test('describeEventEnd is null without a start or an end, and for an end before the first day', () => {
    expect(endOf('19:00', '22:00', '2027-02-03')).toBeNull()
    expect(endOf(null, '22:00')).toBeNull()
    expect(endOf('19:00', null)).toBeNull()
    expect(describeEventEnd({ date: null, endDate: null, startTime: null, endTime: null })).toBeNull()
  })
})
