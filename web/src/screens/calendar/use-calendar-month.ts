// The visible month: the selected day, the loaded entries, and the filtered ones.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { startOfMonth } from '@gaffer/domain/shared/dates'
import { useMemo, useSyncExternalStore } from 'react'
import { gridRangeOfMonth, shiftMonth } from '#features/events/date-ranges.ts'
import { useCalendarEntries, usePrefetchEntries } from '#features/events/queries.ts'
import { isBusyOn } from '#features/busy-calendars/format-busy.ts'
import { useToday } from '#lib/use-now.ts'
import type { Breakpoint } from '#ui/use-breakpoint.ts'
import { layOutMonth, type CellCapacity } from '#features/events/month/month-layout.ts'
import { useCalendarView } from './use-calendar-view.ts'

const titles: CellCapacity = { lanes: 3, icons: 0 }
const rooms: Record<Breakpoint, CellCapacity> = {
  wide: titles,
  middle: titles,
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
    const { lanes, icons } = rooms[width]
    return layOutMonth(month, events, { lanes: isSmallPhone ? 1 : lanes, icons })
  }, [month, events, width, isSmallPhone])

  /** Turns to another month: selects today if the month contains it, else the first day of the month. */
  function turn(by: number) {
    const next = shiftMonth(month, by)
    setDay(startOfMonth(today) === next ? today : next)
  }

  function eventsOn(date: string): readonly CalendarEntry[] {
    return weeks.flatMap((week) => week.days).find((one) => one.date === date)?.events ?? []
  }

  /** The busy times of a day; empty while the band's events are hidden. */
  function busyOn(date: string): readonly MemberBusyTime[] {
    return shown.band ? (query.data?.busy.filter((busy) => isBusyOn(busy, date)) ?? []) : []
  }

  /** The newest loaded version of an event: it may have been changed since it was opened. */
  function latest(event: CalendarEntry): CalendarEntry {
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
    latest,
  }
}

export type CalendarMonthState = ReturnType<typeof useCalendarMonth>

function listenToSmallPhone(listener: () => void): () => void {
  smallPhone.addEventListener('change', listener)
  return () => smallPhone.removeEventListener('change', listener)
}
