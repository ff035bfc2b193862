// The view (month or agenda), the selected day and the filters. Stored for this tab, so that they survive navigation;
// month and view are search parameters too, so that a link shows the same.

import { startOfMonth } from '@gaffer/domain/shared/dates'
import type { CalendarSearch } from '@gaffer/domain/shared/search-parameters'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readCalendarView, storeCalendarView } from '#features/events/calendar-view.ts'

/** Safari throws after 100 history changes in 30 s, which a held-down key would make. */
const searchDelayMs = 300

type Shown = Pick<CalendarSearch, 'month' | 'view'>

export function useCalendarView(today: string) {
  const search = useSearch({ from: '/cached/signed-in/layout/calendar' })
  const [stored] = useState(readCalendarView)
  const [view, setView] = useState(search.view ?? stored.view)
  const [day, setDay] = useState(dayIn(search.month, stored.day ?? today, today))
  const [shown, setShown] = useState(stored.shown)
  // A selected today moves on at midnight.
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
      setDay(dayIn(asked.month, day, today))
      if (asked.view) setView(asked.view)
    },
  })
  return { view, setView, day, setDay, shown, setShown }
}

type Binding = { shown: Shown; onNavigate: (asked: Shown) => void }

/** Writes month and view to the address, and reports changes of it by a link or the Back button. */
function useShownSearch({ month, view }: Shown, { shown, onNavigate }: Binding): void {
  const navigate = useNavigate()
  const written = useRef<Shown>({ month, view })
  const isShown = month === shown.month && view === shown.view

  const adopt = useEffectEvent(() => onNavigate({ month, view }))
  useEffect(() => {
    const isOwn = month === written.current.month && view === written.current.view
    written.current = { month, view }
    if (!isOwn) adopt()
  }, [month, view])

  useEffect(() => {
    if (isShown) return
    const timer = setTimeout(() => {
      const next = { month: shown.month, view: shown.view }
      written.current = next
      // Only the search parameters change, so a form with unsaved changes must not block the navigation.
      void navigate({
        from: '/calendar',
        to: '/calendar',
        search: (last) => ({ ...last, ...next }),
        replace: true,
        ignoreBlocker: true,
        resetScroll: false,
      })
    }, searchDelayMs)
    return () => clearTimeout(timer)
  }, [isShown, navigate, shown.month, shown.view])
}

/** `day` if the month contains it, else today if the month contains that, else the first of the month. */
function dayIn(month: string | undefined, day: string, today: string): string {
  if (month === undefined || day.startsWith(month)) return day
  return today.startsWith(month) ? today : `${month}-01`
}
