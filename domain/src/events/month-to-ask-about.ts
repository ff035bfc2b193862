// The month about which the dashboard asks "Are you free?". Not in availability.ts, which would load Zod on the dashboard.

import { addDays, addMonths, startOfMonth } from '@gaffer/domain/shared/dates'

/** The number of days at the end of a month on which the dashboard asks whether members are free in the next month. */
export const daysAskedBeforeMonth = 7

/** The next month (`yyyy-MM`) on the last `daysAskedBeforeMonth` days of this month, otherwise null. */
export function findMonthToAskAbout(today: string): string | null {
  const next = addMonths(startOfMonth(today), 1)
  return today >= addDays(next, -daysAskedBeforeMonth) ? next.slice(0, 7) : null
}
