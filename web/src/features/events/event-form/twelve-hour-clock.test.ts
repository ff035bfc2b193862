import { formatTime } from '@gaffer/domain/shared/dates'
import { expect, it } from 'vitest'
import {
  twelveHourFromTime,
  suggestedEndTime,
  pickerHours,
  pickerMinutes,
  pickerMinutesWith,
  timeFromTwelveHour,
} from './time-field.tsx'

it('timeFromTwelveHour reverses twelveHourFromTime for every time that the picker offers', () => {
  for (const half of ['AM', 'PM'] as const)
    for (const hour of pickerHours)
      for (const minute of pickerMinutes) {
        const time = timeFromTwelveHour({ hour, minute, half })
        expect(twelveHourFromTime(time)).toEqual({ hour, minute, half })
        expect(formatTime(time)).toBe(`${hour}:${String(minute).padStart(2, '0')} ${half}`)
      }
})

it('timeFromTwelveHour reads 12 AM as 00:00 and 12:30 PM as 12:30', () => {
  expect(timeFromTwelveHour({ hour: 12, minute: 0, half: 'AM' })).toBe('00:00')
  expect(timeFromTwelveHour({ hour: 12, minute: 30, half: 'PM' })).toBe('12:30')
})

it('twelveHourFromTime keeps a minute that is not a multiple of five', () =>
  expect(twelveHourFromTime('19:03').minute).toBe(3))

it('pickerMinutesWith returns the multiples of five, and a chosen minute between them', () => {
  expect(pickerMinutesWith(7)).toEqual([0, 5, 7, ...pickerMinutes.slice(2)])
  expect(pickerMinutesWith(35)).toEqual([...pickerMinutes])
})

it('suggestedEndTime is two hours after the start, also across midnight, and 19:00 without a start', () => {
  expect(suggestedEndTime('20:00')).toBe('22:00')
  expect(suggestedEndTime('23:15')).toBe('01:15')
  expect(suggestedEndTime(null)).toBe('19:00')
})
