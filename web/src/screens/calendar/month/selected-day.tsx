// The list of the selected day beneath the month, on screens whose cells have no room for titles.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatRelativeDay, weekdayAndDate } from '@gaffer/domain/shared/dates'
import type { CSSProperties, Ref } from 'react'
import { formatBusy } from '#features/busy-calendars/format-busy.ts'
import { EventListItem } from '#features/answers/event-list-item.tsx'
import { AwayButton } from '#features/events/days-away/use-days-away-sheet.tsx'
import { FindDateButton } from '#features/free-dates/use-find-date-sheet.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = {
  date: string
  today: string
  /** The events of the day; undefined while loading. */
  events: readonly CalendarEntry[] | undefined
  busy: readonly MemberBusyTime[]
  addLabel: string
  headingRef: Ref<HTMLHeadingElement>
  /** The height in pixels of the pinned month that the list scrolls under: a focused item stays below it. */
  pinnedHeight: number
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
  onAway: () => void
  onFindDate: (() => void) | null
}

export function SelectedDay({ date, today, events, busy, addLabel, headingRef, pinnedHeight, ...on }: Props) {
  const label = formatRelativeDay(date, today)
  const isTodayOrTomorrow = label === 'Today' || label === 'Tomorrow'
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
          className="min-w-0 flex-1 basis-44 scroll-mt-(--pinned) scroll-mb-20 text-lg font-bold break-words outline-none"
        >
          {isTodayOrTomorrow && <span className="block text-xs leading-4 font-semibold text-accent">{label}</span>}
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
          <FindDateButton onPress={on.onFindDate} />
        </div>
      </div>
      {events ? (
        <DayEvents date={date} events={events} busy={busy} onOpen={on.onOpen} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  )
}

type DayEventsProps = Pick<Props, 'date' | 'busy' | 'onOpen'> & { events: readonly CalendarEntry[] }

export function DayEvents({ date, events, busy, onOpen }: DayEventsProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {events.length === 0 && <p className="py-1 text-muted">Nothing on this day.</p>}
      {events.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {events.map((event) => (
            <li key={event.id}>
              <EventListItem event={event} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {busy.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 text-sm text-muted">
          {busy.map((one) => (
            <li key={`${one.membershipId} ${one.date} ${one.startTime}`} className="break-words">
              {formatBusy(one, date)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
