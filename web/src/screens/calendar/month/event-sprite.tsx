// An SVG sprite of the event icons. A month shows more than a hundred icons, and `<use>` is much cheaper than drawing each.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventType } from '@gaffer/domain/shared/event-type'
import { EventTypeIcon } from '#features/events/event-type-styles.tsx'

/** Render it once on a page with `EventSpriteIcon`s of these events. */
export function EventIconSymbols({ events }: { events: readonly CalendarEntry[] }) {
  const types = [...new Set(events.map(({ type }) => type))]
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {types.map((type) => (
        <symbol key={type} id={`event-${type}`} viewBox="0 0 24 24">
          <EventTypeIcon type={type} className="" />
        </symbol>
      ))}
    </svg>
  )
}

export function EventSpriteIcon({ type, className }: { type: EventType; className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
      <use href={`#event-${type}`} />
    </svg>
  )
}
