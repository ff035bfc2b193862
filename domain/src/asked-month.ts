// Which month the dashboard asks about. Apart from availability.ts: pages that show no answer load no schema.

import { addDays, addMonths, startOfMonth } from './dates.ts'

/** The days before a month during which the dashboard asks members who have said nothing about it. */
export const daysAskedBefore = 7

/** The next month (`yyyy-MM`) during the last days of this one, else null. */
export function askedMonth(today: string): string | null {
  const next = addMonths(startOfMonth(today), 1)
  return today >= addDays(next, -daysAskedBefore) ? next.slice(0, 7) : null
}
