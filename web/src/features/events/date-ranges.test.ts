import { expect, it } from 'vitest'
import { gridRangeOfMonth, shiftMonth } from './date-ranges.ts'

it('gridRangeOfMonth includes the days before and after the month that complete its weeks', () => {
  expect(gridRangeOfMonth('2027-03-01')).toEqual({ startDate: '2027-03-01', endDate: '2027-04-04' })
  expect(gridRangeOfMonth('2027-02-01')).toEqual({ startDate: '2027-02-01', endDate: '2027-02-28' })
})

it('gridRangeOfMonth of the first and the last month stops at the limits of the calendar', () => {
  expect(gridRangeOfMonth('2000-01-01')).toEqual({ startDate: '2000-01-01', endDate: '2000-02-06' })
  expect(gridRangeOfMonth('2100-12-01')).toEqual({ startDate: '2100-11-29', endDate: '2100-12-31' })
})

it('shiftMonth stops at the first and last month', () => {
  expect(shiftMonth('2027-01-01', -1)).toBe('2026-12-01')
  expect(shiftMonth('2000-01-01', -1)).toBe('2000-01-01')
  expect(shiftMonth('2100-12-01', 1)).toBe('2100-12-01')
})
