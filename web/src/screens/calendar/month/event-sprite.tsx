// The icons of events, drawn once for the whole grid. A month shows more than a hundred, and pointing at a drawing
// costs a fraction of drawing it again.

import type { Event } from '@gaffer/domain/event'
import type { EventType } from '@gaffer/domain/event-type'
import { EventIcon } from '#components/event-type-styles.tsx'

/** Stands once on the page that shows `SpriteIcon`s of these events. */
export function EventSprite({ events }: { events: readonly Event[] }) {
  const types = [...new Set(events.map(({ type }) => type))]
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {types.map((type) => (
        <symbol key={type} id={`event-${type}`} viewBox="0 0 24 24">
          <EventIcon type={type} className="" />
        </symbol>
      ))}
    </svg>
  )
}

export function SpriteIcon({ type, className }: { type: EventType; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <use href={`#event-${type}`} />
    </svg>
  )
}
