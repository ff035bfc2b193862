// How the member left the calendar in this tab: month or agenda, which day, which filters. Kept for when they come back.

import { isRealDate } from '@gaffer/domain/dates'
import { readStored, store } from '#lib/browser-storage.ts'

export type CalendarView = {
  view: 'month' | 'agenda'
  /** Null for today, whatever day that is by then. */
  day: string | null
  shown: { band: boolean; mine: boolean }
}

const untouched: CalendarView = { view: 'month', day: null, shown: { band: true, mine: true } }

/** Anything stored that is not a view reads as an untouched one. */
export function readCalendarView(): CalendarView {
  try {
    const { view, day, shown } = JSON.parse(readStored('calendarView') ?? '{}') as Partial<CalendarView>
    return {
      view: view === 'agenda' ? 'agenda' : 'month',
      day: typeof day === 'string' && isRealDate(day) ? day : null,
      shown: { band: shown?.band !== false, mine: shown?.mine !== false },
    }
  } catch {
    // No JSON, or the JSON of null.
    return untouched
  }
}

export function storeCalendarView(view: CalendarView): void {
  store('calendarView', JSON.stringify(view))
}
