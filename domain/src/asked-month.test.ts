import { expect, it } from 'vitest'
import { askedMonth } from './asked-month.ts'

it('askedMonth is the next month on the last seven days of a month, otherwise null', () => {
  expect(askedMonth('2026-11-23')).toBeNull()
  expect(askedMonth('2026-11-24')).toBe('2026-12')
  expect(askedMonth('2026-12-31')).toBe('2027-01')
  expect(askedMonth('2027-02-21')).toBeNull()
  expect(askedMonth('2027-02-22')).toBe('2027-03')
})
