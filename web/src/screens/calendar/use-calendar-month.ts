// The state of the calendar page: the selected day, and the loaded and filtered entries of its month.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { startOfMonth } from '@gaffer/domain/shared/dates'
import { useMemo, useSyncExternalStore, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CalendarSearch } from '@gaffer/domain/shared/search-parameters'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { gridRangeOfMonth, shiftMonth } from '#features/events/date-ranges.ts'
import { useCalendarEntries, usePrefetchEntries } from '#features/events/queries.ts'
import { isBusyOn } from '#features/busy-calendars/format-busy.ts'
import { useToday } from '#lib/use-now.ts'
import type { Breakpoint } from '#ui/use-breakpoint.ts'
import { layOutMonth, type CellCapacity } from '#features/events/day-grid/month-layout.ts'
import { readCalendarView, storeCalendarView } from '#features/events/calendar-view.ts'

const titleCapacity: CellCapacity = { lanes: 3, icons: 0 }
const cellCapacities: Record<Breakpoint, CellCapacity> = {
  wide: titleCapacity,
  middle: titleCapacity,
  narrow: { lanes: 2, icons: 3 },
  tight: { lanes: 2, icons: 2 },
}
/** The media query of `small-phone` in app.css, whose rows of 48 px have space for one bar. */
const smallPhone = matchMedia('(max-width: 47.99rem) and (max-height: 43.74rem)')

export function useCalendarMonth(bandId: string | null, width: Breakpoint) {
  const today = useToday()
  const { view, setView, day, setDay, shown, setShown } = useCalendarView(today)
  const month = startOfMonth(day)
  const query = useCalendarEntries(
    bandId,
    useMemo(() => gridRangeOfMonth(month), [month]),
  )
  const neighbours = useMemo(() => [1, -1].map((by) => gridRangeOfMonth(shiftMonth(month, by))), [month])
  usePrefetchEntries(bandId, neighbours)

  const all = useMemo(() => (query.data ? [...query.data.band, ...query.data.mine] : []), [query.data])
  const events = useMemo(
    () => (query.data ? [...(shown.band ? query.data.band : []), ...(shown.mine ? query.data.mine : [])] : []),
    [query.data, shown],
  )
  const isSmallPhone = useSyncExternalStore(listenToSmallPhone, () => smallPhone.matches)
  const weeks = useMemo(() => {
    const { lanes, icons } = cellCapacities[width]
    return layOutMonth(month, events, { lanes: isSmallPhone ? 1 : lanes, icons })
  }, [month, events, width, isSmallPhone])

  /** Turns to another month: selects today if the month contains it, else the first day of the month. */
  function turn(by: number) {
    const newMonth = shiftMonth(month, by)
    setDay(startOfMonth(today) === newMonth ? today : newMonth)
  }

  function eventsOn(date: string): readonly CalendarEntry[] {
    return weeks.flatMap((week) => week.days).find((one) => one.date === date)?.events ?? []
  }

  /** The busy times of a day; empty while the band's events are hidden. */
  function busyOn(date: string): readonly MemberBusyTime[] {
    return shown.band ? (query.data?.busy.filter((busy) => isBusyOn(busy, date)) ?? []) : []
  }

  /** The newest loaded version of an event: it may have been changed since it was opened. */
  function latestVersionOf(event: CalendarEntry): CalendarEntry {
    const read = all.find(({ id }) => id === event.id)
    return read && read.version > event.version ? read : event
  }

  return {
    today,
    view,
    setView,
    day,
    setDay,
    turn,
    month,
    shown,
    setShown,
    all,
    events,
    weeks,
    query,
    eventsOn,
    busyOn,
    latestVersionOf,
  }
}

export type CalendarMonthState = ReturnType<typeof useCalendarMonth>

function listenToSmallPhone(listener: () => void): () => void {
  smallPhone.addEventListener('change', listener)
  return () => smallPhone.removeEventListener('change', listener)
}

/** The delay of writes to the address. Safari throws after 100 history changes in 30 s, and a held-down key would make more. */
const searchDelayMs = 300

type ShownMonthAndView = Pick<CalendarSearch, 'month' | 'view'>

/**
 * The view (month or agenda), the selected day and the filters. Stored for this tab, so that they survive navigation; month and view are
 * search parameters too, so that a link shows the same.
 */
function useCalendarView(today: string) {
  const search = useSearch({ from: '/cached/signed-in/layout/calendar' })
  const [stored] = useState(readCalendarView)
  const [view, setView] = useState(search.view ?? stored.view)
  const [day, setDay] = useState(chooseDayInMonth(search.month, stored.day ?? today, today))
  const [shown, setShown] = useState(stored.shown)
  // If today is selected at midnight, the new day is selected.
  const [lastToday, setLastToday] = useState(today)
  if (lastToday !== today) {
    setLastToday(today)
    if (day === lastToday) setDay(today)
  }

  useEffect(() => storeCalendarView({ view, day: day === today ? null : day, shown }), [view, day, today, shown])
  useShownSearch(search, {
    // The defaults are left out of the address.
    shown: {
      month: startOfMonth(day) === startOfMonth(today) ? undefined : day.slice(0, 7),
      view: view === 'month' ? undefined : view,
    },
    onNavigate(asked) {
      setDay(chooseDayInMonth(asked.month, day, today))
      if (asked.view) setView(asked.view)
    },
  })
  return { view, setView, day, setDay, shown, setShown }
}

type SearchBinding = { shown: ShownMonthAndView; onNavigate: (asked: ShownMonthAndView) => void }

/** Writes month and view to the address, debounced, and reports changes of the address by a link or the Back button. */
function useShownSearch({ month, view }: ShownMonthAndView, { shown, onNavigate }: SearchBinding): void {
  const navigate = useNavigate()
  const lastWritten = useRef<ShownMonthAndView>({ month, view })
  const isShown = month === shown.month && view === shown.view

  const reportNavigation = useEffectEvent(() => onNavigate({ month, view }))
  useEffect(() => {
    const isOwnWrite = month === lastWritten.current.month && view === lastWritten.current.view
    lastWritten.current = { month, view }
    if (!isOwnWrite) reportNavigation()
  }, [month, view])

  useEffect(() => {
    if (isShown) return
    const timer = setTimeout(() => {
      const newSearch = { month: shown.month, view: shown.view }
      lastWritten.current = newSearch
      // Only the search parameters change, so a form with unsaved changes must not block the navigation.
      void navigate({
        from: '/calendar',
        to: '/calendar',
        search: (last) => ({ ...last, ...newSearch }),
        replace: true,
        ignoreBlocker: true,
        resetScroll: false,
      })
    }, searchDelayMs)
    return () => clearTimeout(timer)
  }, [isShown, navigate, shown.month, shown.view])
}

/** `day` if `month` contains it or is undefined; else today if the month contains today; else the first day of the month. */
function chooseDayInMonth(month: string | undefined, day: string, today: string): string {
  if (month === undefined || day.startsWith(month)) return day
  return today.startsWith(month) ? today : `${month}-01`
}
