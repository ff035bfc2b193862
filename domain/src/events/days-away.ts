// The rest of a member's days away after they say that they are free for an event within them.

import { addDays } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan, endDateOfSpan, type Span } from '@gaffer/domain/shared/span'

export type DayRange = { date: string; endDate: string | null }

/** The days away before and after the span: none, one or two ranges. */
export function subtractEventFromDaysAway(away: Pick<Span, 'date' | 'endDate'>, event: Span): DayRange[] {
  const last = endDateOfSpan({ ...event, ...away })
  const [before, after] = [addDays(event.date, -1), addDays(lastDayOfSpan(event), 1)]
  return [range(away.date, before < last ? before : last), range(after > away.date ? after : away.date, last)].filter(
    (one) => one !== null,
  )
}

function range(date: string, last: string): DayRange | null {
  if (date > last) return null
  return { date, endDate: date === last ? null : last }
}
