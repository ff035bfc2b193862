// The stretches of days that pages read. Knows no band, and needs nothing that is heavy.

import { addDays, addMonths, firstYear, lastYear, monthWeeks, startOfMonth } from '@gaffer/domain/dates'

/** First and last day, yyyy-MM-dd. */
export type DateRange = { startDate: string; endDate: string }

/** What a month's grid shows: from the Monday before the month's first day to the Sunday after its last. */
export function gridRange(month: string): DateRange {
  const weeks = monthWeeks(month)
  const startDate = weeks[0]?.[0] ?? month
  return { startDate: known(startDate), endDate: known(addDays(startDate, weeks.length * 7 - 1)) }
}

/** The first day of another month, as far as calendars reach. */
export function turnedMonth(month: string, by: number): string {
  return startOfMonth(known(addMonths(month, by)))
}

/** From today to the same day next month. */
export function monthAhead(today: string): DateRange {
  return { startDate: today, endDate: addMonths(today, 1) }
}

/** The nearest day that the server knows. */
function known(date: string): string {
  const [first, last] = [`${firstYear}-01-01`, `${lastYear}-12-31`]
  return date < first ? first : date > last ? last : date
}
