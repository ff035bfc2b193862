// The month that is looked at: the chosen day in it, what was read of it, and what of that the filters show.

import type { Event } from '@gaffer/domain/event'
import { startOfMonth } from '@gaffer/domain/dates'
import { useMemo } from 'react'
import { gridRange, turnedMonth } from '#api/date-ranges.ts'
import { useCalendarEntries, usePrefetchEntries } from '#api/events.ts'
import type { Width } from '#ui/use-breakpoint.ts'
import { layOutMonth, type CellCapacity } from './month-layout.ts'
import { useCalendarView } from './use-calendar-view.ts'
import { useToday } from './use-today.ts'

const titles: CellCapacity = { lanes: 3, icons: 0 }
const rooms: Record<Width, CellCapacity> = {
  wide: titles,
  middle: titles,
  narrow: { lanes: 2, icons: 3 },
  tight: { lanes: 2, icons: 2 },
}

export function useMonth(bandId: string | null, width: Width) {
  const today = useToday()
  const { view, setView, day, setDay, shown, setShown } = useCalendarView(today)
  const month = startOfMonth(day)
  const query = useCalendarEntries(
    bandId,
    useMemo(() => gridRange(month), [month]),
  )
  const neighbours = useMemo(() => [1, -1].map((by) => gridRange(turnedMonth(month, by))), [month])
  usePrefetchEntries(bandId, neighbours)

  const all = useMemo(() => (query.data ? [...query.data.band, ...query.data.mine] : []), [query.data])
  const events = useMemo(
    () => (query.data ? [...(shown.band ? query.data.band : []), ...(shown.mine ? query.data.mine : [])] : []),
    [query.data, shown],
  )
  const weeks = useMemo(() => layOutMonth(month, events, rooms[width]), [month, events, width])

  /** Another month opens on today, where that is in it, else on its first day. */
  function turn(by: number) {
    const next = turnedMonth(month, by)
    setDay(startOfMonth(today) === next ? today : next)
  }

  function eventsOn(date: string): readonly Event[] {
    return weeks.flatMap((week) => week.days).find((one) => one.date === date)?.events ?? []
  }

  /** The newest that is known of an event: somebody may have changed it since it was opened. */
  function latest(event: Event): Event {
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
    latest,
  }
}

export type MonthState = ReturnType<typeof useMonth>
