import { expect, it } from 'vitest'
import { askedMonth } from './asked-month.ts'

it('during its last seven days, a month asks about the next one', () => {
  expect(askedMonth('2026-11-23')).toBeNull()
  expect(askedMonth('2026-11-24')).toBe('2026-12')
  expect(askedMonth('2026-12-31')).toBe('2027-01')
  expect(askedMonth('2027-02-21')).toBeNull()
  expect(askedMonth('2027-02-22')).toBe('2027-03')
})
