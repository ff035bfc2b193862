// The days that a month's grid shows: what is read for it.

import { addDays, monthWeeks } from '@gaffer/domain/dates'
import type { DateRange } from '#data/events.ts'

/** From the Monday before the month's first day to the Sunday after its last. */
export function gridRange(month: string): DateRange {
  const weeks = monthWeeks(month)
  const startDate = weeks[0]?.[0] ?? month
  return { startDate, endDate: addDays(startDate, weeks.length * 7 - 1) }
}
