// The days away that remain after a member frees the days of an event.

import { addDays } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan, endDateOfSpan, type Span } from '@gaffer/domain/shared/span'

/** First and last day; `endDate` null means one day. */
export type DayRange = { date: string; endDate: string | null }

/** The days away before and after the event: none, one or two ranges. */
export function subtractEventFromDaysAway(away: Pick<Span, 'date' | 'endDate'>, event: Span): DayRange[] {
  const last = endDateOfSpan({ ...event, ...away })
  const [before, after] = [addDays(event.date, -1), addDays(lastDayOfSpan(event), 1)]
  return [
    rangeOrNull(away.date, before < last ? before : last),
    rangeOrNull(after > away.date ? after : away.date, last),
  ].filter((one) => one !== null)
}

function rangeOrNull(date: string, last: string): DayRange | null {
  if (date > last) return null
  return { date, endDate: date === last ? null : last }
}
