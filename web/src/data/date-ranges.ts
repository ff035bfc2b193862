// The stretches of days that pages read. Knows no band, and needs nothing that is heavy.

import { addDays, addMonths, monthWeeks } from '@gaffer/domain/dates'

/** First and last day, yyyy-MM-dd. */
export type DateRange = { startDate: string; endDate: string }

/** What a month's grid shows: from the Monday before the month's first day to the Sunday after its last. */
export function gridRange(month: string): DateRange {
  const weeks = monthWeeks(month)
  const startDate = weeks[0]?.[0] ?? month
  return { startDate, endDate: addDays(startDate, weeks.length * 7 - 1) }
}

/** From today to the same day next month. */
export function monthAhead(today: string): DateRange {
  return { startDate: today, endDate: addMonths(today, 1) }
}
