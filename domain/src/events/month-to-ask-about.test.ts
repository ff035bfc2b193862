import { expect, it } from 'vitest'
import { findMonthToAskAbout } from './month-to-ask-about.ts'

it('findMonthToAskAbout returns the next month in the last seven days of a month, otherwise null', () => {
  expect(findMonthToAskAbout('2026-11-23')).toBeNull()
  expect(findMonthToAskAbout('2026-11-24')).toBe('2026-12')
  expect(findMonthToAskAbout('2026-12-31')).toBe('2027-01')
  expect(findMonthToAskAbout('2027-02-21')).toBeNull()
  expect(findMonthToAskAbout('2027-02-22')).toBe('2027-03')
})
