// What a month reads: whole weeks, and never a day that the server refuses.

import { expect, it } from 'vitest'
import { gridRange, turnedMonth } from './date-ranges.ts'

it('reads a month with the days that complete its weeks', () => {
  expect(gridRange('2027-03-01')).toEqual({ startDate: '2027-03-01', endDate: '2027-04-04' })
  expect(gridRange('2027-02-01')).toEqual({ startDate: '2027-02-01', endDate: '2027-02-28' })
})

it('reads the first month and the last without the days beyond', () => {
  expect(gridRange('2000-01-01')).toEqual({ startDate: '2000-01-01', endDate: '2000-02-06' })
  expect(gridRange('2100-12-01')).toEqual({ startDate: '2100-11-29', endDate: '2100-12-31' })
})

it('turns no further than there are months', () => {
  expect(turnedMonth('2027-01-01', -1)).toBe('2026-12-01')
  expect(turnedMonth('2000-01-01', -1)).toBe('2000-01-01')
  expect(turnedMonth('2100-12-01', 1)).toBe('2100-12-01')
})
