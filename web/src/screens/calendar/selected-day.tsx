// The chosen day beneath the month, on screens without room for titles in its cells.

import type { Event } from '@gaffer/domain/event'
import { dayLabel, weekdayAndDate } from '@gaffer/domain/dates'
import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DayEvents } from './day-events.tsx'

type Props = {
  date: string
  today: string
  /** Undefined while they are on their way. */
  events: readonly Event[] | undefined
  addLabel: string
  headingRef: Ref<HTMLHeadingElement>
  onOpen: (event: Event) => void
  onAdd: () => void
}

export function SelectedDay({ date, today, events, addLabel, headingRef, onOpen, onAdd }: Props) {
  const label = dayLabel(date, today)
  const isNear = label === 'Today' || label === 'Tomorrow'
  return (
    <section aria-labelledby="chosen-day">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2
          id="chosen-day"
          ref={headingRef}
          tabIndex={-1}
          className="min-w-0 flex-1 basis-44 scroll-mt-4 scroll-mb-40 text-lg leading-tight font-bold break-words outline-none"
        >
          {isNear && <span className="block text-xs leading-4 font-semibold text-accent">{label}</span>}
          {weekdayAndDate(date)}
        </h2>
        <Button variant="secondary" size="sm" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-5" />
          <span aria-hidden="true">Add</span>
          <span className="sr-only">
            {addLabel} on {weekdayAndDate(date)}
          </span>
        </Button>
      </div>
      {events ? <DayEvents events={events} onOpen={onOpen} /> : <Skeleton className="h-16" />}
    </section>
  )
}
