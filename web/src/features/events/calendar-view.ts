// Stores the calendar's view, day and filters in session storage.

import { isRealDate } from '@gaffer/domain/shared/dates'
import { readStored, writeStored } from '#lib/browser-storage.ts'

export type CalendarViewState = {
  view: 'month' | 'agenda'
  /** The shown day (yyyy-MM-dd); null for today. */
  day: string | null
  shown: { band: boolean; mine: boolean }
}

const defaultView: CalendarViewState = { view: 'month', day: null, shown: { band: true, mine: true } }

/** The stored view; the default if none is stored or it is invalid. */
export function readCalendarView(): CalendarViewState {
  try {
    const { view, day, shown } = JSON.parse(readStored('calendarView') ?? '{}') as Partial<CalendarViewState>
    return {
      view: view === 'agenda' ? 'agenda' : 'month',
      day: typeof day === 'string' && isRealDate(day) ? day : null,
      shown: { band: shown?.band !== false, mine: shown?.mine !== false },
    }
  } catch {
    // The stored value is not JSON, or is `null`.
    return defaultView
  }
}

export function storeCalendarView(view: CalendarViewState): void {
  writeStored('calendarView', JSON.stringify(view))
}
