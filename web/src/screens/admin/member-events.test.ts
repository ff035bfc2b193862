import { expect, test } from 'vitest'
import { displayDays, splitByToday } from './member-events.ts'

const day = (date: string, endDate: string | null = null) => ({ date, endDate })

test('events that have not ended come soonest first, past ones latest first', () => {
  const [old, recent, running, today, later] = [
    day('2025-01-01'),
    day('2026-11-20', '2026-11-21'),
    day('2026-11-20', '2026-11-22'),
    day('2026-11-22'),
    day('2027-03-05'),
  ]
  expect(splitByToday([old, recent, running, today, later], '2026-11-22')).toEqual({
    upcoming: [running, today, later],
    past: [recent, old],
  })
})

test('dates of an event show the year, and both ends of several days', () => {
  expect(displayDays(day('2027-03-05'))).toBe('05/03/2027')
  expect(displayDays(day('2027-03-05', '2027-03-05'))).toBe('05/03/2027')
  expect(displayDays(day('2026-12-31', '2027-01-02'))).toBe('31/12/2026 – 02/01/2027')
})
