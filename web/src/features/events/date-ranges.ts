// The date ranges for which pages request events. Part of the prefetch script, so it must stay small.

import { addDays, addMonths, firstYear, lastYear, monthWeeks, startOfMonth } from '@gaffer/domain/shared/dates'

/** A range from its first to its last day, both included (yyyy-MM-dd). */
export type DateRange = { startDate: string; endDate: string }

/** The range of a month's grid: whole weeks, from Monday to Sunday. */
export function gridRangeOfMonth(month: string): DateRange {
  const weeks = monthWeeks(month)
  const startDate = weeks[0]?.[0] ?? month
  return { startDate: clampDate(startDate), endDate: clampDate(addDays(startDate, weeks.length * 7 - 1)) }
}

/** The first day of the month `by` months later, within the years of the calendar. */
export function shiftMonth(month: string, by: number): string {
  return startOfMonth(clampDate(addMonths(month, by)))
}

/** The range from today to the same day next month. */
export function monthAheadRange(today: string): DateRange {
  return { startDate: today, endDate: addMonths(today, 1) }
}

/** The range from today to the same day next year. */
export function yearAheadRange(today: string): DateRange {
  return { startDate: today, endDate: clampDate(addMonths(today, 12)) }
}

/** The date, limited to the years that the server accepts. */
function clampDate(date: string): string {
  const [first, last] = [`${firstYear}-01-01`, `${lastYear}-12-31`]
  return date < first ? first : date > last ? last : date
}
