// One of the events that follow.

import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { eventName, eventPlace, eventWhen } from '#components/format-event.ts'

export function EventRow({ event, today }: { event: Event; today: string }) {
  const place = eventPlace(event)
  return (
    <Link
      to="/calendar"
      search={{ event: event.id }}
      className="flex items-center gap-4 rounded-card border border-hairline bg-surface px-4 py-3 transition-colors hover:bg-lit"
    >
      <span className={clsx('grid size-10 shrink-0 place-content-center rounded-control', eventLooks[event.type].chip)}>
        <EventIcon type={event.type} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words">
          {eventName(event)}
          {event.title && <span className="sr-only">, {eventTypeLabels[event.type]}</span>}
        </span>
        <span className="block text-sm break-words text-muted">
          {eventWhen(event, today)}
          {place && ` · ${place}`}
        </span>
      </span>
    </Link>
  )
}
