import { expect, it } from 'vitest'
import { targetDayOfKey } from './day-grid-navigation.tsx'

const press = (day: string, key: string, shiftKey = false) => targetDayOfKey(day, { key, shiftKey })

it.each([
  ['ArrowLeft', '2027-02-28'],
  ['ArrowRight', '2027-03-02'],
  ['ArrowUp', '2027-02-22'],
  ['ArrowDown', '2027-03-08'],
  ['PageUp', '2027-02-01'],
  ['PageDown', '2027-04-01'],
])('in the day grid %s moves from 1 March 2027 to %s', (key, to) => expect(press('2027-03-01', key)).toBe(to))

it('in the day grid Home moves to the Monday of the week and End to its Sunday', () => {
  expect(press('2027-03-03', 'Home')).toBe('2027-03-01')
  expect(press('2027-03-03', 'End')).toBe('2027-03-07')
  expect(press('2027-03-07', 'End')).toBe('2027-03-07')
})

it('in the day grid Shift with PageUp or PageDown moves by a year, and a move into a shorter month ends at the last day of that month', () => {
  expect(press('2028-02-29', 'PageDown', true)).toBe('2029-02-28')
  expect(press('2027-03-31', 'PageUp')).toBe('2027-02-28')
  expect(press('2027-03-01', 'PageUp', true)).toBe('2026-03-01')
})

it('the keys of the day grid stop at the first and last allowed day, and Enter does not move', () => {
  expect(press('2100-12-31', 'ArrowDown')).toBe('2100-12-31')
  expect(press('2000-01-01', 'PageUp', true)).toBe('2000-01-01')
  expect(targetDayOfKey('2027-03-05', { key: 'ArrowUp', shiftKey: false }, '2027-03-03')).toBe('2027-03-03')
  expect(press('2027-03-01', 'Enter')).toBeNull()
})
