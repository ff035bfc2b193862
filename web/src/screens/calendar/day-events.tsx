// What is on a day, and adding to it: the list beneath the month on phones, and inside the day's dialog beside a mouse.

import type { Event } from '@gaffer/domain/event'
import { EventListItem } from '#components/event-list-item.tsx'

type Props = { events: readonly Event[]; onOpen: (event: Event) => void }

export function DayEvents({ events, onOpen }: Props) {
  if (events.length === 0) return <p className="py-1 text-muted">Nothing on this day.</p>
  return (
    <ul className="grid grid-cols-1 gap-2">
      {events.map((event) => (
        <li key={event.id}>
          <EventListItem event={event} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}
