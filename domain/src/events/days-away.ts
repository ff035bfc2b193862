// The days away that remain after a member frees the days of an event.

import { addDays } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan, endDateOfSpan, type Span } from '@gaffer/domain/shared/span'

/** First and last day; `endDate` null means one day. */
export type DayRange = { date: string; endDate: string | null }

/** The days away before and after the event: none, one or two ranges. */
export function subtractEventFromDaysAway(away: Pick<Span, 'date' | 'endDate'>, event: Span): DayRange[] {
  const lastDay = endDateOfSpan({ ...event, ...away })
  const [before, after] = [addDays(event.date, -1), addDays(lastDayOfSpan(event), 1)]
  return [
    rangeOrNull(away.date, before < lastDay ? before : lastDay),
    rangeOrNull(after > away.date ? after : away.date, lastDay),
  ].filter((one) => one !== null)
}

function rangeOrNull(date: string, lastDay: string): DayRange | null {
  if (date > lastDay) return null
  return { date, endDate: date === lastDay ? null : lastDay }
}
