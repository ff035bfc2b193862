// The list of the selected day beneath the month, on screens whose cells have no room for titles.

import type { Event } from '@gaffer/domain/event'
import { dayLabel, weekdayAndDate } from '@gaffer/domain/dates'
import type { CSSProperties, Ref } from 'react'
import { EventListItem } from '#components/event-list-item.tsx'
import { AwayButton } from '#components/days-away/away-button.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = {
  date: string
  today: string
  /** Undefined while loading. */
  events: readonly Event[] | undefined
  addLabel: string
  headingRef: Ref<HTMLHeadingElement>
  /** The height in pixels of the pinned month that the list scrolls under: a focused item stays below it. */
  pinnedHeight: number
  onOpen: (event: Event) => void
  onAdd: () => void
  onAway: () => void
}

export function SelectedDay({ date, today, events, addLabel, headingRef, pinnedHeight, ...on }: Props) {
  const label = dayLabel(date, today)
  const isNear = label === 'Today' || label === 'Tomorrow'
  return (
    <section
      aria-labelledby="selected-day"
      style={{ '--pinned': `${pinnedHeight + 8}px` } as CSSProperties}
      className="[&_button]:scroll-mt-(--pinned)"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2
          id="selected-day"
          ref={headingRef}
          tabIndex={-1}
          className="min-w-0 flex-1 basis-44 scroll-mt-(--pinned) scroll-mb-20 text-lg leading-tight font-bold break-words outline-none"
        >
          {isNear && <span className="block text-xs leading-4 font-semibold text-accent">{label}</span>}
          {weekdayAndDate(date)}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={on.onAdd}>
            <span aria-hidden="true">Add</span>
            <span className="sr-only">
              {addLabel} on {weekdayAndDate(date)}
            </span>
          </Button>
          <AwayButton onPress={on.onAway} />
        </div>
      </div>
      {events ? <DayEvents events={events} onOpen={on.onOpen} /> : <Skeleton className="h-16" />}
    </section>
  )
}

export function DayEvents({ events, onOpen }: { events: readonly Event[]; onOpen: (event: Event) => void }) {
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
