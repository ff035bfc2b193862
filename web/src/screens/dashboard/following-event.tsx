// One of the five after the next, in a line.

import type { Event } from '@gaffer/domain/event'
import { dayLabel } from '@gaffer/domain/dates'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { Link } from '@tanstack/react-router'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { eventName } from '#components/format-event.ts'

export function FollowingEvent({ event, today }: { event: Event; today: string }) {
  return (
    <Link
      to="/calendar"
      search={{ event: event.id }}
      className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2 transition-colors hover:bg-lit"
    >
      <span className="w-21 shrink-0 text-sm font-semibold text-muted tabular-nums">
        {dayLabel(event.date < today ? today : event.date, today)}
      </span>
      <EventIcon type={event.type} className={`size-5 shrink-0 ${eventLooks[event.type].mark}`} />
      {/* With large text the name goes beneath. */}
      <span className="relative min-w-0 flex-1 basis-32 truncate font-medium">
        {eventName(event)}
        {event.title && <span className="sr-only">, {eventTypeLabels[event.type]}</span>}
      </span>
    </Link>
  )
}
