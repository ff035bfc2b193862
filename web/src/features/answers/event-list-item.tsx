// An event in a list, with its type, name, time and place. A press opens the event.

import { eventPlace } from '@gaffer/domain/events/event-place'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Badge, UnreadDot } from '#ui/badge.tsx'
import { cardClassName } from '#ui/card.tsx'
import { AnswerCountsLine, OwnAnswerPill } from './event-answer-line.tsx'
import { ClashLines } from '#features/clashes/clashes.tsx'
import {
  cancelledEventClassName,
  eventChipClassNameFor,
  EventTypeIcon,
  eventNameClassNameFor,
} from '#features/events/event-type-styles.tsx'
import {
  formatEventDates,
  eventName,
  formatOptionNumber,
  formatUnconfirmedStatus,
  formatEventTimes,
  formatEventDayAndTimes,
} from '#features/events/format-event.ts'
import { MovedFrom } from '#features/events/moved-from.tsx'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'

type Props = {
  event: CalendarEntry
  /** Today (yyyy-MM-dd): the item names the event's day relative to it. Left out in a list that is grouped by day. */
  today?: string
  /** Called on a press. Without `onOpen`, the item is a link to the event in the calendar. */
  onOpen?: (event: CalendarEntry) => void
}

/** Memoised, so that an answer to one event of a list does not render the other events again. */
export const EventListItem = memo(function EventListItem({ event, today, onOpen }: Props) {
  const isAway = event.type === 'unavailable'
  const className = `${cardClassName} @container flex min-h-16 w-full flex-wrap items-center gap-x-3 gap-y-2 py-2.5 pr-2 pl-3 text-left transition-colors hover:bg-lit`
  const content = (
    <>
      <span
        className={clsx(
          'grid size-10 shrink-0 place-content-center rounded-control',
          isAway ? 'hatched border border-unavailable-mark bg-unavailable-chip' : eventChipClassNameFor(event),
        )}
      >
        <span
          className={clsx(
            isAway && 'rounded-full bg-unavailable-chip p-1 text-unavailable-ink',
            event.status === 'cancelled' && cancelledEventClassName,
          )}
        >
          <EventTypeIcon type={event.type} />
        </span>
      </span>
      {/* At large text sizes the text wraps below the icon. */}
      <span className="min-w-0 flex-1 basis-40">
        <span className={clsx('block font-semibold break-words', eventNameClassNameFor(event))}>
          {eventName(event)}
          {event.hasUnreadNotes && (
            <>
              {' '}
              <UnreadDot label="Unread notes" />
            </>
          )}
        </span>
        <span className="block text-sm break-words text-muted">
          <EventStatusPrefix event={event} />
          {listEventFacts(event, today).join(' · ')}
        </span>
        <MovedFrom event={event} className="block text-sm" />
        <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 empty:hidden">
          <AnswerCountsLine event={event} className="min-w-0 flex-1 basis-32 text-sm break-words text-muted" />
          <OwnAnswerPill event={event} />
        </span>
        <WaitingToSendMark subjectId={event.id} className="mt-0.5" />
        <ClashLines eventId={event.id} maxShown={1} className="mt-0.5" />
        {event.bandName && (
          <Badge className="mt-1 max-w-full">
            <span className="truncate">{event.bandName}</span>
          </Badge>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint @max-[16rem]:hidden" />
    </>
  )
  if (!onOpen) {
    return (
      <EventLink event={event} className={className}>
        {content}
      </EventLink>
    )
  }
  return (
    <button type="button" onClick={() => onOpen(event)} className={className}>
      {content}
    </button>
  )
})

/** Shows "Pencilled · Option 2 of 3 · " in front of an event's other facts. */
export function EventStatusPrefix({ event }: { event: CalendarEntry }) {
  const words = [formatUnconfirmedStatus(event), formatOptionNumber(event)].filter(Boolean)
  return words.length > 0 && <span className="font-semibold text-text">{words.join(' · ')} · </span>
}

/** A link that opens the event in the calendar, as the specification requires of links on the dashboard. */
export function EventLink({ event, ...rest }: { event: CalendarEntry; className?: string; children: ReactNode }) {
  return <Link to="/calendar" search={{ event: event.id }} {...rest} />
}

function listEventFacts(event: CalendarEntry, today: string | undefined): string[] {
  const isAway = event.type === 'unavailable'
  const isMultiDay = event.endDate !== null && event.endDate !== event.date
  const dateText =
    today !== undefined
      ? formatEventDayAndTimes(event, today)
      : isMultiDay
        ? formatEventDates(event)
        : formatEventTimes(event)
  const facts = [
    (isAway || event.title) && eventTypeLabels[event.type],
    isAway && event.title,
    dateText,
    eventPlace(event),
  ]
  return facts.filter((fact): fact is string => Boolean(fact))
}
