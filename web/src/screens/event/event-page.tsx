// The page of one event of a band.

import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useParams, useNavigate } from '@tanstack/react-router'
import { canEditEvent } from '@gaffer/domain/bands/access'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { Suspense, useMemo, type ReactNode } from 'react'
import { AbsentEvent, EventOfOtherBand } from '#features/events/absent-event.tsx'
import { useEvent } from '#features/events/queries.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { WhoSaidNo } from '#features/answers/event-answer-line.tsx'
import { EventAnswers } from '#features/answers/event-answers.tsx'
import { useUnansweredText } from '#features/answers/use-unanswered.ts'
import { ClashLines, ClashesProvider } from '#features/clashes/clashes.tsx'
import { EditAndDeleteButtons } from '#features/events/event-details/edit-and-delete-buttons.tsx'
import { EventFacts, EventLabels } from '#features/events/event-details/event-facts.tsx'
import { EventTabs, useAreEventTabsFirst } from '#features/practice/event-tabs.tsx'
import { ShareEvent } from '#features/events/event-details/share-event.tsx'
import { StatusActions } from '#features/events/event-details/status-actions.tsx'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { eventNameClassNameFor } from '#features/events/event-type-styles.tsx'
import { eventName } from '#features/events/format-event.ts'
import { EventNoticeReaders } from '#features/notices/event-notice-readers.tsx'
import { notesPropsOfEvent } from '#features/notes/notes-of-event.ts'
import { useGigAddress } from '#features/gig-sheets/use-gig-address.ts'
import { GigCountdown } from '#features/practice/gig-countdown.tsx'
import { useIsBelowFoldShown } from '#lib/use-is-below-fold-shown.ts'
import { useToday } from '#lib/use-now.ts'
import { lazyOverlay, lazyPart } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'

const loadForm = () => import('#features/gig-sheets/event-form-with-gig-sheet.tsx')
// A failed prefetch is ignored: opening the form imports it again and reports a failure.
const prepareForm = () => void loadForm().catch(() => undefined)
const EventDeps = lazyPart(() => import('#features/deps/event-deps.tsx'), 'EventDeps')
const GigMoney = lazyPart(() => import('#features/money/gig-money.tsx'), 'GigMoney')
const EventLifts = lazyPart(() => import('#features/lifts/event-lifts.tsx'), 'EventLifts')
const EventPlayed = lazyPart(() => import('#features/played/event-played.tsx'), 'EventPlayed')
const EventRecordings = lazyPart(() => import('./event-recordings.tsx'), 'EventRecordings')
const NotesSection = lazyPart(() => import('#features/notes/notes-section.tsx'), 'NotesSection')
const EventForm = lazyOverlay(loadForm, 'EventFormWithGigSheet')

export function EventPage() {
  const { bandId, eventId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/events/$eventId' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading="Event" />
  return <EventOfBand key={eventId} membership={membership} eventId={eventId} />
}

function EventOfBand({ membership, eventId }: { membership: OwnMembership; eventId: string }) {
  const { bandId } = membership
  useSelectLinkedBand(bandId)
  const event = useEvent(bandId, eventId)
  // Checked before the data: a deleted event is still in the query cache.
  if (hasErrorCode(event.error, 'not_found', 'invalid_input')) {
    return <AbsentEvent heading="Event" {...eventMessages.eventPageAbsent} />
  }
  return (
    <>
      {!event.data && <PageHeading title="Event" />}
      <QueryState
        query={event}
        fallback="Failed to fetch the event"
        loading={
          <SkeletonGroup label="Loading the event">
            <div className="grid grid-cols-1 gap-6 xl:grid-cols-[1.4fr_1fr]">
              <Skeleton className="h-60" isCard />
              <Skeleton className="h-80" isCard />
            </div>
          </SkeletonGroup>
        }
      >
        {(data) => <EventView event={data} membership={membership} />}
      </QueryState>
    </>
  )
}

type EventViewProps = { event: CalendarEntry; membership: OwnMembership }

/** An event on its own page: in two columns on a desktop, with the answers on the right. */
export function EventView({ event, membership }: EventViewProps) {
  const isAway = event.type === 'unavailable'
  const areTabsFirst = useAreEventTabsFirst(event)
  const tabs = !isAway && (
    <Card className="p-4 sm:p-5 xl:@min-[48rem]:col-start-1">
      <EventTabs event={event} bandId={membership.bandId} />
    </Card>
  )
  const clashRanges = useMemo(() => [{ startDate: event.date, endDate: event.date }] as const, [event.date])
  const events = useMemo(() => [event], [event])
  const address = useGigAddress(event, membership.bandId)
  const unanswered = useUnansweredText(event, membership.bandId)
  return (
    <ClashesProvider membership={membership} ranges={clashRanges} events={events}>
      <PageHeading
        title={<span className={clsx('break-words', eventNameClassNameFor(event))}>{eventName(event)}</span>}
        text={membership.band.name}
      />
      <div className="@container">
        {/* One column at large text sizes, also on a desktop. */}
        <div
          className={clsx(
            'grid grid-cols-1 items-start gap-5 xl:gap-8',
            !isAway && 'xl:@min-[48rem]:grid-cols-[1.3fr_1fr] xl:@min-[48rem]:grid-rows-[auto_auto_auto_1fr]',
          )}
        >
          {areTabsFirst && tabs}
          <Card className="grid grid-cols-1 gap-4 p-4 sm:p-5 xl:@min-[48rem]:col-start-1">
            <EventLabels event={event} />
            <ClashLines eventId={event.id} />
            <EventFacts event={event} address={address} />
            <WhoSaidNo event={event} className="block" />
            {!isAway && (
              <EventNoticeReaders bandId={membership.bandId} eventId={event.id} membershipId={membership.id} />
            )}
            {isGigOrFestival(event.type) && <GigCountdown event={event} bandId={membership.bandId} />}
            {!isAway && <StatusActions event={event} unanswered={unanswered} onChanged={noop} />}
          </Card>
          {!isAway && (
            <Card className="p-4 sm:p-5 xl:@min-[48rem]:col-start-2 xl:@min-[48rem]:row-span-4 xl:@min-[48rem]:row-start-1">
              <EventAnswers event={event} membership={membership} />
              {isGigOrFestival(event.type) && (
                <Suspense>
                  <EventDeps event={event} membership={membership} />
                </Suspense>
              )}
            </Card>
          )}
          <BelowFirstScreen event={event} membership={membership} tabs={areTabsFirst ? null : tabs} />
        </div>
      </div>
    </ClashesProvider>
  )
}

/** The part of the page below the first screen of a phone. */
function BelowFirstScreen({ event, membership, tabs }: EventViewProps & { tabs: ReactNode }) {
  const today = useToday()
  const isGig = isGigOrFestival(event.type)
  const isAway = event.type === 'unavailable'
  if (!useIsBelowFoldShown()) return null
  return (
    <>
      {isGig && <GigLiftsAndPlayedList event={event} membership={membership} />}
      {isGig && (
        <div className="has-[>:empty]:hidden xl:@min-[48rem]:col-start-1">
          <Suspense>
            <GigMoney event={event} membership={membership} hasBegun={event.date <= today} />
          </Suspense>
        </div>
      )}
      <EventActions event={event} membership={membership} />
      {tabs}
      {!isAway && (
        <Suspense>
          <Card className="p-4 sm:p-5 xl:@min-[48rem]:col-start-1">
            <EventRecordings event={event} membership={membership} />
          </Card>
        </Suspense>
      )}
      {!isAway && (
        <Card className="p-4 sm:p-5 xl:@min-[48rem]:col-start-1">
          <Suspense fallback={<Skeleton className="h-32" />}>
            <NotesSection {...notesPropsOfEvent(event, membership)} />
          </Suspense>
        </Card>
      )}
    </>
  )
}

/** The lifts of a gig until its last day, and its played list from its first day. A cancelled gig has neither. */
function GigLiftsAndPlayedList({ event, membership }: EventViewProps) {
  const today = useToday()
  const isPlayed = event.status !== 'cancelled' && event.date <= today
  const isOver = (event.endDate ?? event.date) < today
  return (
    <div className="grid grid-cols-1 gap-5 empty:hidden xl:gap-8 xl:@min-[48rem]:col-start-1">
      {isPlayed && (
        <Card className="p-4 sm:p-5">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <EventPlayed event={event} bandId={membership.bandId} />
          </Suspense>
        </Card>
      )}
      {!isOver && event.status !== 'cancelled' && (
        <Card className="p-4 sm:p-5">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <EventLifts event={event} membership={membership} />
          </Suspense>
        </Card>
      )}
    </div>
  )
}

// `onChanged` does nothing here: the page gets the changed event from its own query.
const noop = () => undefined

function EventActions({ event, membership }: EventViewProps) {
  const { user } = useMeOrThrow()
  const navigate = useNavigate()
  const form = useDialogState<EventFormInitialState>()
  const today = useToday()
  const leave = () => void navigate({ to: '/calendar', replace: true })
  if (!canEditEvent({ userId: user.id, membershipId: membership.id }, event)) {
    return <p className="text-muted">{eventMessages.onlyOwnerEdits(event.displayName ?? 'their owner')}</p>
  }
  return (
    <div className="grid grid-cols-1 gap-3 xl:col-start-1" onPointerEnter={prepareForm} onFocus={prepareForm}>
      <EditAndDeleteButtons
        event={event}
        onDeleted={leave}
        onChanged={noop}
        edit={
          <>
            {event.type !== 'unavailable' && <ShareEvent event={event} size="narrow" />}
            <Button variant="secondary" size="narrow" onClick={() => form.open({ event, date: event.date })}>
              <Pencil aria-hidden="true" className="size-5" />
              Edit
            </Button>
          </>
        }
      />
      {form.subject && (
        <Suspense>
          <EventForm
            key={form.count}
            isOpen={form.isOpen}
            subject={form.subject}
            membership={membership}
            today={today}
            onClose={form.close}
            onSaved={form.close}
            onDeleted={leave}
          />
        </Suspense>
      )}
    </div>
  )
}
