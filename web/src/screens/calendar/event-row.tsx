// An entry in a list: what, when, where, and whose. Pressing it opens it.

import type { Event } from '@gaffer/domain/event'
import { eventTypeLabels } from '@gaffer/domain/event-type'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { eventPlace } from '#components/format-event.ts'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { Badge } from '#ui/badge.tsx'
import { datesOf, entryName, timesOf } from './format-entry.ts'

export function CalendarEventRow({ event, onOpen }: { event: Event; onOpen: (event: Event) => void }) {
  const isAway = event.type === 'unavailable'
  const facts = [
    (isAway || event.title) && eventTypeLabels[event.type],
    isAway && event.title,
    event.endDate && event.endDate !== event.date ? datesOf(event) : timesOf(event),
    eventPlace(event),
  ].filter(Boolean)
  return (
    <button
      type="button"
      onClick={() => onOpen(event)}
      className="flex min-h-16 w-full items-center gap-3 rounded-card border border-hairline bg-surface py-2.5 pr-2 pl-3 text-left transition-colors hover:bg-lit"
    >
      <span
        className={clsx(
          'grid size-10 shrink-0 place-content-center rounded-control',
          isAway ? 'hatched border border-unavailable-mark bg-unavailable-chip' : eventLooks[event.type].chip,
        )}
      >
        <span className={clsx(isAway && 'rounded-full bg-unavailable-chip p-1 text-unavailable-ink')}>
          <EventIcon type={event.type} />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words">{entryName(event)}</span>
        <span className="block text-sm break-words text-muted">{facts.join(' · ')}</span>
        {event.bandName && <Badge className="mt-1 max-w-full truncate">{event.bandName}</Badge>}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
    </button>
  )
}
