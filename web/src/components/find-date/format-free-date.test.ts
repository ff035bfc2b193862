import type { DateAvailability } from '@gaffer/domain/free-dates'
import { expect, it } from 'vitest'
import { formatFoundDates, formatFreeDate, formatSeveralMissingMembers } from './format-free-date.ts'

const date = (free: number, ...reasons: DateAvailability['missing'][number]['reason'][]): DateAvailability => ({
  date: '2027-03-05',
  free: Array.from({ length: free }, (_, at) => `free-${at}`),
  missing: reasons.map((reason, at) => ({
    membershipId: `${at}`,
    displayName: ['Kit', 'Priya', 'Mags'][at] ?? '',
    reason,
  })),
})

it.each<[DateAvailability, string, string[]]>([
  [date(5), 'All free', []],
  [date(4, 'away'), 'Kit is away', []],
  [date(4, 'busy'), 'Kit is busy elsewhere', []],
  [date(3, 'away', 'busy'), '2 missing', ['Kit is away', 'Priya is busy elsewhere']],
  [date(0, 'event', 'event', 'event'), 'Already booked here', []],
  [date(0, 'away', 'event', 'event'), 'Already booked here', []],
  [date(0, 'away', 'busy'), '2 missing', ['Kit is away', 'Priya is busy elsewhere']],
])('the text of a found date says who is missing and why: %#', (one, text, names) => {
  expect([formatFreeDate(one), formatSeveralMissingMembers(one)]).toEqual([text, names])
})

it('the dates that suit everybody and those that miss one are counted', () => {
  expect(formatFoundDates([date(5), date(5), date(4, 'away')])).toBe('2 dates suit everybody, 1 misses one.')
  expect(formatFoundDates([date(5)])).toBe('1 date suits everybody.')
  expect(formatFoundDates([date(4, 'away'), date(4, 'busy')])).toBe('No date suits everybody, 2 miss one.')
  expect(formatFoundDates([date(3, 'away', 'busy')])).toMatch(/^On no date/)
})
