// Whether a member is away and whether an event is on, for each day of a month. Uses the same query as the month grid.

import { addDays } from '@gaffer/domain/shared/dates'
import { useMemo } from 'react'
import { gridRangeOfMonth } from '#features/events/date-ranges.ts'
import { useCalendarEntries } from '#features/events/queries.ts'
import { lastShownDay } from '#features/events/month/month-layout.ts'

export type DayMarks = { isAway: boolean; isOn: boolean }

/** Empty while loading. */
export function useDayMarks(bandId: string | null, month: string): ReadonlyMap<string, DayMarks> {
  const range = gridRangeOfMonth(month)
  const { data } = useCalendarEntries(bandId, range)
  return useMemo(() => {
    const marks = new Map<string, DayMarks>()
    for (const event of [...(data?.band ?? []), ...(data?.mine ?? [])]) {
      const isAway = event.type === 'unavailable'
      const [first, last] = [later(event.date, range.startDate), sooner(lastShownDay(event), range.endDate)]
      for (let date = first; date <= last; date = addDays(date, 1)) {
        const before = marks.get(date)
        marks.set(date, { isAway: isAway || before?.isAway === true, isOn: !isAway || before?.isOn === true })
      }
    }
    return marks
  }, [data, range.startDate, range.endDate])
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function sooner(a: string, b: string): string {
  return a < b ? a : b
}
