// The month ahead as a list, three events or all. `children` are the empty state.

import { limits } from '@gaffer/domain/shared/limits'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EventListItem } from '#features/answers/event-list-item.tsx'
import { Button } from '#ui/button.tsx'

type Props = { events: readonly CalendarEntry[]; today: string; children?: ReactNode }

export function UpcomingAgenda({ events, today, children }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? events : events.slice(0, limits.upcomingShown)
  return (
    <section aria-labelledby="upcoming-events">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1 md:min-h-12 md:py-2">
        <h2 id="upcoming-events" className="text-lg font-bold">
          Upcoming Events
        </h2>
        <p className="text-sm text-muted">{events.length} events scheduled</p>
      </div>
      {events.length > 0 ? (
        <ul id="upcoming-list" className="grid grid-cols-1 gap-2 pt-1 md:pt-2">
          {shown.map((event) => (
            <li key={event.id}>
              <EventListItem event={event} today={today} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="pt-2">{children}</div>
      )}
      {events.length > limits.upcomingShown && (
        <Button
          variant="secondary"
          isWide
          className="mt-2 md:mt-3"
          aria-expanded={isExpanded}
          aria-controls="upcoming-list"
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show Less' : 'Show All'}
          <ChevronDown aria-hidden="true" className={isExpanded ? 'size-5 rotate-180' : 'size-5'} />
        </Button>
      )}
    </section>
  )
}
