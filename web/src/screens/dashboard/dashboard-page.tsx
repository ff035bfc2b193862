import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  CalendarDays,
  Plus,
  CalendarPlus,
  CalendarSearch,
  CalendarX2,
  ListOrdered,
  Music2,
  type LucideIcon,
} from 'lucide-react'
import { londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { memo, Suspense, useCallback, useMemo, useState } from 'react'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { useDaysAwaySheet } from '#features/events/days-away/use-days-away-sheet.tsx'
import { useToday, useNowMs } from '#lib/use-now.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { monthAheadRange, yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents } from '#features/events/queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import { ClashesProvider } from '#features/clashes/clashes.tsx'
import { useTodaysGigSheet } from '#features/gig-sheets/use-todays-gig-sheet.ts'
import { EmailOffer } from '#features/notices/email-offer.tsx'
import { BandAvatar } from '#features/bands/avatars.tsx'
import { findNextEvent } from '#features/events/next-event.ts'
import { useIsBelowFoldShown } from '#lib/use-is-below-fold-shown.ts'
import { floatingButtonClassName } from '#ui/floating-button.tsx'
import { useFirstStepsVisibility } from '#features/calendar-feeds/first-steps-done.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { UnreadNoticesSection } from './unread-notices-section.tsx'
import { AfterGigsSection } from './after-gigs-section.tsx'
import { MonthAvailabilityQuestion, useMonthQuestion } from './month-question.tsx'
import { UpcomingSection } from './upcoming-section.tsx'
import { BandTiles, CalendarTiles, SongTiles } from './quick-tiles.tsx'
import { AwaitingAnswerSection } from './awaiting-answer-section.tsx'

const FirstSteps = lazyPart(() => import('#features/calendar-feeds/first-steps.tsx'), 'FirstStepsOfBand')

export function DashboardPage() {
  const membership = useSelectedMembership()
  return membership ? <BandDashboard membership={membership} /> : <PersonalDashboard />
}

function PersonalDashboard() {
  const today = useToday()
  const { openDaysAway, daysAwaySheet } = useDaysAwaySheet({ membership: null, today })
  return (
    <>
      <BandPicker />
      <div className="mt-8 empty:hidden">
        <UnreadNoticesSection />
      </div>
      <Card as="section" className="mt-8 flex flex-wrap items-center justify-between gap-4 p-5">
        <div>
          <h2 className="font-semibold">Your own calendar</h2>
          <p className="text-sm text-muted">Every band you play in, and your days away, in one place.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/calendar" className={buttonClassNameFor({ variant: 'secondary' })}>
            <CalendarDays aria-hidden="true" className="size-5" />
            Open
          </Link>
          <Button variant="secondary" onClick={() => openDaysAway()}>
            I'm away
          </Button>
        </div>
      </Card>
      {daysAwaySheet}
    </>
  )
}

const noEvents: CalendarEntry[] = []
/** A band with this many events in the next month gets no first steps here: the page begins with the events. */
const minEventsToHideFirstSteps = 3

export function BandDashboard({ membership }: { membership: OwnMembership }) {
  const today = useToday()
  const upcoming = useBandEvents(membership.bandId, monthAheadRange(today))
  // These reads decide which sections are shown. The events are shown after all of them, so that the layout does not shift.
  const now = useNowMs()
  const next = upcoming.data && findNextEvent(upcoming.data, londonWallClock(now))
  const ofBand = { params: { bandId: membership.bandId } }
  const fees = useEndpoint('GET /api/bands/:bandId/unpaid-fees', ofBand)
  const unreported = useEndpoint('GET /api/bands/:bandId/unreported-gigs', ofBand)
  // On a phone, the lines of `AfterGigsSection` replace rows that other pages list too, so that the dashboard is at most three screens
  // long.
  const linesAfterGigs = [fees, unreported].filter(({ data }) => data && data.length > 0).length
  const monthQuestion = useMonthQuestion(membership, today)
  const awaitedReads = [
    fees,
    unreported,
    upcoming,
    useTodaysGigSheet(next, today),
    useBandEvents(membership.bandId, yearAheadRange(today)),
    useEndpoint('GET /api/me/notices', { query: {} }),
    useEndpoint('GET /api/bands/:bandId/clashes', {
      params: { bandId: membership.bandId },
      query: monthAheadRange(today),
    }),
    monthQuestion.availability,
  ]
  const [isSettled, setSettled] = useState(false)
  if (!isSettled && awaitedReads.every(({ isPending, isFetching }) => !isPending || !isFetching)) setSettled(true)
  const events = isSettled ? upcoming : { ...upcoming, data: undefined, error: null }
  const areEventsRead = events.data !== undefined
  const eventsAheadCount = events.data?.filter(({ type }) => type !== 'unavailable').length
  const hasFewEvents = eventsAheadCount !== undefined && eventsAheadCount < minEventsToHideFirstSteps
  const ranges = useMemo(() => (areEventsRead ? ([monthAheadRange(today)] as const) : null), [areEventsRead, today])
  const { openDaysAway, daysAwaySheet } = useDaysAwaySheet({ membership, today })
  const openDaysAwaySheet = useCallback(() => openDaysAway(), [openDaysAway])
  const [hasFirstSteps, hideFirstSteps] = useFirstStepsVisibility(membership)
  const isBelowFoldShown = useIsBelowFoldShown()
  return (
    <>
      <BandTile membership={membership} />
      {hasFirstSteps && hasFewEvents && (
        <Suspense fallback={null}>
          <FirstSteps membership={membership} events={events.data} today={today} onHide={hideFirstSteps} />
        </Suspense>
      )}
      <div className="grid grid-cols-1 gap-3 md:gap-6 xl:gap-10">
        <ClashesProvider membership={membership} ranges={ranges} events={events.data ?? noEvents}>
          <UpcomingSection
            read={events}
            today={today}
            fewerOnPhones={Math.max(0, linesAfterGigs - 1)}
            waiting={
              <>
                <EmailOffer />
                <AwaitingAnswerSection
                  bandId={membership.bandId}
                  today={today}
                  nextUpId={(isSettled && next?.id) || null}
                  fewerOnPhones={monthQuestion.isAsked ? 1 : 0}
                />
              </>
            }
          >
            <QuickActions today={today} onAway={openDaysAwaySheet} />
            {monthQuestion.month && (
              <MonthAvailabilityQuestion
                membership={membership}
                month={monthQuestion.month}
                onDismiss={monthQuestion.dismiss}
                onAway={openDaysAway}
              />
            )}
            <UnreadNoticesSection fewerOnPhones={linesAfterGigs} />
            <AfterGigsSection bandId={membership.bandId} today={today} />
          </UpcomingSection>
        </ClashesProvider>
        {isBelowFoldShown && (
          <>
            <CalendarTiles events={events} today={today} />
            <SongTiles bandId={membership.bandId} />
            <BandTiles membership={membership} />
          </>
        )}
      </div>
      {daysAwaySheet}
      {/* Space to scroll the last tile above the floating button. */}
      <div className="h-12 xl:hidden" />
      <AddSongButton />
    </>
  )
}

/** Memoised, because each answer renders the dashboard again. */
const AddSongButton = memo(function AddSongButton() {
  return (
    <Link
      to="/songs"
      search={{ add: '' }}
      aria-label="Add song"
      data-floating=""
      className={`${floatingButtonClassName} xl:hidden`}
    >
      <Plus aria-hidden="true" />
    </Link>
  )
})

function BandTile({ membership }: { membership: OwnMembership }) {
  const { band } = membership
  return (
    <div className="mb-3 flex flex-wrap items-center gap-4 xl:mb-8">
      <BandAvatar membership={membership} size="heading" />
      {/* At 200% text the name wraps below the avatar instead of breaking words. */}
      <div className="min-w-0 flex-1 basis-46">
        <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight break-words outline-none xl:text-3xl">
          {band.name}
        </h1>
        <p className="break-words text-muted">
          {membership.displayName} · {membership.role}
        </p>
      </div>
    </div>
  )
}

// The most frequent actions of members, in one row.

type QuickActionsProps = { today: string; onAway: () => void }

/** Memoised, because each answer renders the dashboard again. */
export const QuickActions = memo(function QuickActions({ today, onAway }: QuickActionsProps) {
  return (
    // At 200 % text the row becomes two.
    <ul
      aria-label="Quick actions"
      className="grid grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] gap-2 xl:grid-cols-5 xl:gap-3"
    >
      <QuickAction Icon={Music2} label="Practice list" to="/songs" />
      <QuickAction Icon={ListOrdered} label="Set lists" to="/setlists" />
      <li className="flex">
        <button type="button" onClick={onAway} className={quickActionClassName}>
          <QuickActionFace Icon={CalendarX2} label="I'm away" />
        </button>
      </li>
      <QuickAction Icon={CalendarSearch} label="Find a date" to="/calendar" search={{ find: '' }} />
      <QuickAction Icon={CalendarPlus} label="Add event" to="/calendar" search={{ add: today }} />
    </ul>
  )
})

const quickActionClassName =
  'flex min-h-17 flex-1 flex-col items-center justify-center gap-1 rounded-control border border-control bg-surface px-1 py-1.5 text-center text-xs leading-4 font-semibold transition-colors hover:bg-lit xl:min-h-14 xl:flex-row xl:gap-2.5 xl:text-sm xl:leading-5'

type QuickActionFaceProps = { Icon: LucideIcon; label: string }

function QuickAction({
  to,
  search,
  ...face
}: QuickActionFaceProps & { to: NonNullable<LinkProps['to']>; search?: LinkProps['search'] }) {
  return (
    <li className="flex">
      <Link to={to} {...(search && { search })} className={quickActionClassName}>
        <QuickActionFace {...face} />
      </Link>
    </li>
  )
}

function QuickActionFace({ Icon, label }: QuickActionFaceProps) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
      {label}
    </>
  )
}
