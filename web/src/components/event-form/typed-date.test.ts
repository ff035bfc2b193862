import { expect, it } from 'vitest'
import { parseTypedDate } from './typed-date.ts'

it.each([
  ['04/12/2026', '2026-12-04'],
  ['4/12/26', '2026-12-04'],
  [' 4.12.2026 ', '2026-12-04'],
  ['4-12-2026', '2026-12-04'],
  ['2026-12-04', '2026-12-04'],
  ['04122026', '2026-12-04'],
  ['041226', '2026-12-04'],
  ['0412', null],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2027', null],
  ['12/31/2026', null],
  ['tomorrow', null],
  ['', null],
])('the typed date "%s" is read as %s', (typed, date) => expect(parseTypedDate(typed, '2026-11-20')).toBe(date))

it('a typed date without a year is the next such day from today on', () => {
  expect(parseTypedDate('4/12', '2026-11-20')).toBe('2026-12-04')
  expect(parseTypedDate('4/1', '2026-11-20')).toBe('2027-01-04')
  expect(parseTypedDate('20/11', '2026-11-20')).toBe('2026-11-20')
  expect(parseTypedDate('19/11', '2026-11-20')).toBe('2027-11-19')
})
