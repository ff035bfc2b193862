// The month as a list, by date.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatRelativeDay, formatDate } from '@gaffer/domain/shared/dates'
import { CalendarDays, CalendarPlus } from 'lucide-react'
import { useLayoutEffect, useMemo } from 'react'
import { EventListItem } from '#features/answers/event-list-item.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { agendaOfMonth, isEventInMonth } from '#features/events/day-grid/month-layout.ts'

/** The id of the list item of the first day from today on. */
export const agendaUpcomingDayId = 'agenda-next-day'

type Props = {
  month: string
  today: string
  events: readonly CalendarEntry[]
  /** All loaded events, including those that the filters hide. */
  unfilteredEvents: readonly CalendarEntry[]
  addLabel: string
  onShowAll: () => void
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
}

export function Agenda({ month, today, events, unfilteredEvents, ...on }: Props) {
  const days = useMemo(() => agendaOfMonth(month, events), [month, events])
  const upcomingDate = days.find(({ date }) => date >= today)?.date
  // The month, if days before today are listed in it and the list must scroll to today; else null.
  const monthToScroll = upcomingDate !== undefined && upcomingDate !== days[0]?.date ? month : null
  useLayoutEffect(() => {
    if (monthToScroll === null) return
    // Scrolls in the next frame, after the router has restored the scroll position of the page.
    const frame = requestAnimationFrame(() => document.getElementById(agendaUpcomingDayId)?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [monthToScroll])
  if (days.length === 0)
    return <NoEvents hidden={unfilteredEvents.filter((event) => isEventInMonth(month, event)).length} {...on} />
  return (
    <ol className="grid grid-cols-1 gap-5">
      {days.map(({ date, events: listed }) => (
        <li key={date} id={date === upcomingDate ? agendaUpcomingDayId : undefined} className="scroll-mt-4">
          <h2 className="mb-2 flex items-baseline gap-2 font-bold">
            {formatRelativeDay(date, today)}
            {date === today && <span className="text-sm font-normal text-muted">{formatDate(date)}</span>}
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {listed.map((event) => (
              <li key={event.id}>
                <EventListItem event={event} onOpen={on.onOpen} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

type NoEventsProps = Pick<Props, 'addLabel' | 'onShowAll' | 'onAdd'> & { hidden: number }

function NoEvents({ hidden, addLabel, onShowAll, onAdd }: NoEventsProps) {
  return (
    <EmptyState
      icon={<CalendarDays aria-hidden="true" className="size-10" />}
      title="No events this month"
      text="Add some practices or gigs to get started"
      action={
        hidden > 0 ? (
          <div className="grid justify-items-center gap-3">
            <p className="font-medium">{hidden} hidden by the filters</p>
            <Button variant="secondary" onClick={onShowAll}>
              Show all
            </Button>
          </div>
        ) : (
          <Button onClick={onAdd}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            {addLabel}
          </Button>
        )
      }
    />
  )
}
