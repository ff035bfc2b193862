import { expect, test } from 'vitest'
import { splitByToday } from './kept-events.tsx'

const day = (date: string, endDate: string | null = null) => ({ date, endDate })

test('splitByToday puts events that have not ended soonest first, and past events latest first', () => {
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
