// The chosen band at a glance: what is next, who is in it.

import { addMonths, todayInLondon } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { Link } from '@tanstack/react-router'
import { CalendarDays, CalendarPlus, Megaphone } from 'lucide-react'
import { useState } from 'react'
import { useBandEvents } from '#data/events.ts'
import type { OwnMembership } from '#data/me.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { eventName, eventPlace } from '#parts/event-words.ts'
import { MemberAvatar } from '#parts/member-icon.tsx'
import { Banner } from '#ui/banner.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/page-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
import { MembersTile } from './members-tile.tsx'
import { NextUp } from './next-up.tsx'
import { onToday, upcoming } from '#parts/upcoming.ts'

export function BandHome({ membership }: { membership: OwnMembership }) {
  const { band } = membership
  return (
    <>
      <div className="mb-6 flex items-center gap-4 xl:mb-8">
        <MemberAvatar
          member={{ ...membership, avatarUrl: band.avatarUrl }}
          className="size-14! xl:size-16!"
          iconClassName="size-7"
        />
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight break-words outline-none xl:text-3xl">
            {band.name}
          </h1>
          <p className="break-words text-muted">
            {membership.displayName} · {membership.role}
          </p>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[1.6fr_1fr] xl:items-start">
        <ComingUp bandId={band.id} />
        <MembersTile membership={membership} />
      </div>
    </>
  )
}

function ComingUp({ bandId }: { bandId: string }) {
  const [today] = useState(() => todayInLondon(new Date()))
  const { data, error, refetch, isFetching } = useBandEvents(bandId, {
    startDate: today,
    endDate: addMonths(today, 1),
  })

  if (!data && error) {
    return (
      <ErrorState
        text={sentenceOf(error, 'Failed to fetch events')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <SkeletonGroup>
        <Skeleton className="h-44" />
        <Skeleton className="mt-4 h-18" />
        <Skeleton className="mt-3 h-18" />
      </SkeletonGroup>
    )
  }

  const [next, ...following] = upcoming(data, today)
  const tonight = onToday(data, today)
  if (!next) {
    return (
      <EmptyState
        icon={<CalendarDays aria-hidden="true" className="size-10" />}
        title="Nothing in the next month"
        text="Put the next practice in, and everybody sees it."
        action={
          <Link to="/calendar" className={buttonLook()}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            Add Event
          </Link>
        }
      />
    )
  }
  return (
    <section aria-label="Coming up" className="grid grid-cols-1 content-start gap-4">
      {tonight && (
        <Banner
          tone="success"
          icon={<Megaphone aria-hidden="true" className="size-6 text-success" />}
          action={
            <Link to="/calendar" className={buttonLook({ variant: 'secondary' })}>
              View Details
            </Link>
          }
        >
          <p className="font-semibold">Gig today: {eventName(tonight)}</p>
          {eventPlace(tonight) && <p className="text-sm text-muted">{eventPlace(tonight)}</p>}
        </Banner>
      )}
      <NextUp event={next} today={today} />
      {following.length > 0 && (
        <>
          <h2 className="mt-2 text-lg font-bold">Then</h2>
          <ul className="grid gap-2">
            {following.slice(0, limits.followingShown).map((event) => (
              <li key={event.id}>
                <EventRow event={event} today={today} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to="/calendar" className={buttonLook({ variant: 'secondary' })}>
        <CalendarDays aria-hidden="true" className="size-5" />
        Open the calendar
      </Link>
    </section>
  )
}
