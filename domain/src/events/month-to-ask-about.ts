// The month about which the dashboard asks "Are you free?". Not in availability.ts, which would load Zod on the dashboard.

import { addDays, addMonths, startOfMonth } from '@gaffer/domain/shared/dates'

/** For how many days before a month the dashboard asks members who have not said whether they are free in it. */
export const monthAskedDaysBefore = 7

/** The next month (`yyyy-MM`) on the last `monthAskedDaysBefore` days of this month, otherwise null. */
export function findMonthToAskAbout(today: string): string | null {
  const next = addMonths(startOfMonth(today), 1)
  return today >= addDays(next, -monthAskedDaysBefore) ? next.slice(0, 7) : null
}
