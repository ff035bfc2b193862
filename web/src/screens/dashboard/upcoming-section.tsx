import { eventPlace } from '@gaffer/domain/events/event-place'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarDays, CalendarPlus, Megaphone, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { QueryState, type Read } from '#lib/query-state.tsx'
import { eventName, formatEventDayAndTimes } from '#features/events/format-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { publicGigsAndFestivalsToday, findNextEvent, upcomingEvents } from '#features/events/next-event.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonClassNameFor, Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useBreakpoint, useIsPhone } from '#ui/use-breakpoint.ts'
import { EventListItem } from '#features/answers/event-list-item.tsx'
import { FollowingEvent, DashboardNextUp } from './next-up.tsx'

type Props = {
  read: Read<CalendarEntry[]>
  today: string
  /** The events that wait for the member's answer, after the next event. */
  waiting?: ReactNode
  /** Shown between `waiting` and the agenda. */
  children?: ReactNode
  /** On a phone, the number of events to leave out after the next one: the agenda lists them too. */
  fewerOnPhones?: number
}

export function UpcomingSection({ read, today, waiting, children, fewerOnPhones = 0 }: Props) {
  const { data } = read
  const now = useNowMs()
  const isWide = useBreakpoint() === 'wide'
  const isPhone = useIsPhone()
  if (!data) {
    return (
      <>
        <QueryState query={read} fallback="Failed to fetch events" loading={<UpcomingSkeleton />} />
        {read.error && children}
      </>
    )
  }

  const events = upcomingEvents(data, today)
  const next = findNextEvent(data, londonWallClock(now))
  const gigs = publicGigsAndFestivalsToday(events, today)
  const otherGigs = gigs.filter((event) => event !== next)
  const gigsToday = otherGigs.length > 0 && <GigsToday events={otherGigs} today={today} />
  if (!next) {
    return (
      <div className={rowsClassName}>
        {gigsToday}
        {waiting}
        {children}
        <UpcomingAgenda events={events} today={today}>
          <NothingAhead today={today} />
        </UpcomingAgenda>
      </div>
    )
  }
  const following = events.filter((event) => event !== next)
  const maxShown = limits.eventsAfterNextShown - (isPhone ? fewerOnPhones : 0)
  const followingList = following.length > 0 && <FollowingEvents events={following.slice(0, maxShown)} today={today} />
  return (
    <div className={rowsClassName}>
      {gigsToday}
      <section
        aria-label="Next"
        className={clsx('grid grid-cols-1 gap-3 xl:gap-4', following.length > 0 && 'xl:grid-cols-[1.5fr_1fr]')}
      >
        <DashboardNextUp event={next} today={today} isGigToday={gigs.includes(next)} />
        {isWide && followingList}
      </section>
      {waiting}
      {children}
      {!isWide && followingList}
      <UpcomingAgenda events={events} today={today} />
    </div>
  )
}

const rowsClassName = 'grid grid-cols-1 gap-3 md:gap-5 xl:gap-8'

/** The events after the next one: on wide screens beside it, on narrower screens below the events that wait for an answer. */
function FollowingEvents({ events, today }: { events: readonly CalendarEntry[]; today: string }) {
  return (
    <ul aria-label="After that" className={`${cardClassName} divide-y divide-hairline overflow-hidden`}>
      {events.map((event) => (
        <li key={event.id}>
          <FollowingEvent event={event} today={today} />
        </li>
      ))}
    </ul>
  )
}

/** The gigs of today other than the one in the Next Up card, one line each. */
function GigsToday({ events, today }: { events: readonly CalendarEntry[]; today: string }) {
  return (
    <Banner tone="success" icon={<Megaphone aria-hidden="true" className="size-6 shrink-0 text-success" />}>
      <ul className="grid grid-cols-1 gap-1">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold break-words">Gig today: {eventName(event)}</p>
              <p className="truncate text-sm text-muted">
                {[formatEventDayAndTimes(event, today), eventPlace(event)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Link
              to="/calendar"
              search={{ event: event.id }}
              className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
            >
              View Details
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function NothingAhead({ today }: { today: string }) {
  return (
    <EmptyState
      icon={<CalendarDays aria-hidden="true" className="size-10" />}
      title="Nothing in the next month"
      text="Add the next practice, and everybody will see it."
      action={
        <Link to="/calendar" search={{ add: today }} className={buttonClassNameFor()}>
          <CalendarPlus aria-hidden="true" className="size-5" />
          Add Event
        </Link>
      }
    />
  )
}

/** A skeleton as high as the screen: the sections below it are out of sight, and do not visibly move when the events are shown. */
function UpcomingSkeleton() {
  return (
    <SkeletonGroup label="Loading events">
      <div className="min-h-dvh">
        <div className="grid grid-cols-1 gap-3 xl:grid-cols-[1.5fr_1fr] xl:gap-4">
          <Skeleton className="h-44 xl:h-70" />
          <Skeleton className="h-70" />
        </div>
        <Skeleton className="mt-8 mb-4 h-8 w-48" />
        <div className="grid grid-cols-1 gap-2">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
      </div>
    </SkeletonGroup>
  )
}

type UpcomingAgendaProps = { events: readonly CalendarEntry[]; today: string; children?: ReactNode }

/** The month ahead as a list of the next three events, or of all. `children` are the empty state. */
function UpcomingAgenda({ events, today, children }: UpcomingAgendaProps) {
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
