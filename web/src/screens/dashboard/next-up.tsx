import { eventPlace } from '@gaffer/domain/events/event-place'
import { formatRelativeDay } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import { memo } from 'react'
import { AnswerPrompt } from '#features/answers/answer-prompt.tsx'
import { AnswerCountsLine, OwnAnswerPill, WhoSaidNo } from '#features/answers/event-answer-line.tsx'
import { EventStatusPrefix } from '#features/answers/event-list-item.tsx'
import { MovedFrom } from '#features/events/moved-from.tsx'
import { eventChipClassNameFor, EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { eventName, formatUnconfirmedStatus, formatEventDayAndTimes } from '#features/events/format-event.ts'
import { TodaysGigTimes } from '#features/gig-sheets/todays-gig.tsx'
import { useTodaysGigSheet } from '#features/gig-sheets/use-todays-gig-sheet.ts'
import { TodaysLift } from '#features/lifts/todays-lift.tsx'
import { ClashLines } from '#features/clashes/clashes.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'

type Props = {
  event: CalendarEntry
  today: string
  /** Whether the event is a public gig or festival of today: the card says so, is highlighted and links to the details. */
  isGigToday: boolean
}

export function DashboardNextUp({ event, today, isGigToday }: Props) {
  const place = eventPlace(event)
  const { sheet } = useTodaysGigSheet(event, today)
  const typeStyle = eventTypeStyles[event.type]
  const details = (
    <>
      <span className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 empty:hidden xl:mt-3">
        {place && (
          <span className="flex min-w-0 items-center gap-2 text-muted">
            <MapPin aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 break-words">{place}</span>
          </span>
        )}
        <TodaysLift event={event} today={today} />
        <AnswerCountsLine event={event} className="text-muted" />
        <WhoSaidNo event={event} />
      </span>
      <ClashLines eventId={event.id} className="mt-1.5 xl:mt-3" />
    </>
  )
  return (
    <div
      className={clsx(
        cardClassName,
        'relative flex flex-col overflow-hidden',
        isGigToday && 'border-[color-mix(in_srgb,var(--success)_45%,var(--surface))]',
      )}
    >
      <span aria-hidden="true" className={clsx('absolute inset-y-0 left-0 w-1.5', typeStyle.markBg)} />
      <Link
        to="/calendar"
        search={{ event: event.id }}
        className={clsx(
          'block p-4 pl-5 transition-colors hover:bg-lit xl:p-7 xl:pl-8',
          // With a gig sheet, the running times follow below the link, which then has less padding and does not fill the card.
          sheet ? 'pb-3 xl:pb-4' : 'flex-1',
        )}
      >
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm font-semibold text-muted">Next Up</span>
          <span
            className={clsx(
              'inline-flex items-center gap-1.5 rounded-chip px-2 py-0.5 text-sm font-semibold',
              eventChipClassNameFor(event),
            )}
          >
            <EventTypeIcon type={event.type} className="size-4" />
            {eventTypeLabels[event.type]}
          </span>
        </span>
        <span className="mt-1.5 block text-2xl font-bold tracking-tight break-words xl:mt-3 xl:text-3xl">
          {isGigToday && <span className="text-success">Gig today: </span>}
          {eventName(event)}
        </span>
        <span className="mt-1 block text-lg font-medium">
          <EventStatusPrefix event={event} />
          {formatEventDayAndTimes(event, today)}
        </span>
        <MovedFrom event={event} className="mt-1 block" />
        {!sheet && details}
      </Link>
      {sheet && (
        <div className="px-4 pb-4 pl-5 xl:px-7 xl:pb-7 xl:pl-8">
          <TodaysGigTimes event={event} sheet={sheet} />
          {details}
        </div>
      )}
      <AnswerPrompt key={event.id} event={event} className="px-4 pb-4 pl-5 xl:px-7 xl:pb-7 xl:pl-8" />
      {isGigToday && (
        <Link
          to="/calendar"
          search={{ event: event.id }}
          className={`${buttonClassNameFor({ variant: 'secondary' })} mx-4 mb-4 ml-5 self-start xl:mb-7 xl:ml-8`}
        >
          View Details
        </Link>
      )}
    </div>
  )
}

/** One of the events after the next one, in one row. Memoised: an answer changes one event of the list. */
export const FollowingEvent = memo(function FollowingEvent({ event, today }: { event: CalendarEntry; today: string }) {
  const status = formatUnconfirmedStatus(event)
  return (
    <Link
      to="/calendar"
      search={{ event: event.id }}
      className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1.5 xl:min-h-14 transition-colors hover:bg-lit"
    >
      <span className="w-21 shrink-0 text-sm font-semibold text-muted tabular-nums">
        {formatRelativeDay(event.date < today ? today : event.date, today)}
      </span>
      <EventTypeIcon type={event.type} className={`size-5 shrink-0 ${eventTypeStyles[event.type].mark}`} />
      {/* On a narrow screen the answer goes beneath the name, and with large text the name beneath the date. */}
      <span className="flex min-w-0 flex-1 basis-24 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="relative line-clamp-2 min-w-0 flex-1 basis-20 font-medium break-words">
          {eventName(event)}
          {status && <span className="text-sm font-normal text-muted"> · {status}</span>}
          {event.title && <span className="sr-only">, {eventTypeLabels[event.type]}</span>}
        </span>
        <OwnAnswerPill event={event} />
      </span>
    </Link>
  )
})
