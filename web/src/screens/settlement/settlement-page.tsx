// The settlement of a gig, which divides its fee. For admins and owners.

import { eventPlace } from '@gaffer/domain/events/event-place'
import { canManageMoney } from '@gaffer/domain/money/access'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { formatDate } from '@gaffer/domain/shared/dates'
import { Link, useParams } from '@tanstack/react-router'
import { PoundSterling } from 'lucide-react'
import { Suspense } from 'react'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { AbsentEvent, EventOfOtherBand } from '#features/events/absent-event.tsx'
import { eventName } from '#features/events/format-event.ts'
import { useEvent } from '#features/events/queries.ts'
import { useActiveMembers } from '#features/money/queries.ts'
import { SettledSettlement } from '#features/money/settled-settlement.tsx'
import { SettlementForm } from '#features/money/settlement-form.tsx'
import { hasErrorCode } from '#lib/api-error.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { combineReads, QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useToday } from '#lib/use-now.ts'
import { buttonClassNameFor } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { eventMessages } from '@gaffer/domain/events/event-messages'

const DepInvoices = lazyPart(() => import('#features/money/dep-invoice.tsx'), 'DepInvoices')

const heading = 'Settlement'

export function SettlementPage() {
  const { bandId, eventId } = useParams({
    from: '/cached/signed-in/layout/bands/$bandId/events/$eventId/settlement',
  })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading={heading} />
  if (!canManageMoney(membership)) return <SettlementNotAllowed bandId={bandId} />
  return <SettlementOfBand key={eventId} membership={membership} eventId={eventId} />
}

function SettlementNotAllowed({ bandId }: { bandId: string }) {
  return (
    <>
      <PageHeading title={heading} />
      <EmptyState
        icon={<PoundSterling aria-hidden="true" className="size-10" />}
        {...moneyMessages.settlementForAdmins}
        action={
          <Link to="/bands/$bandId/money" params={{ bandId }} className={buttonClassNameFor({})}>
            Money
          </Link>
        }
      />
    </>
  )
}

function SettlementOfBand({ membership, eventId }: { membership: OwnMembership; eventId: string }) {
  const { bandId } = membership
  useSelectLinkedBand(bandId)
  const event = useEvent(bandId, eventId)
  const settlement = useEndpoint('GET /api/bands/:bandId/events/:eventId/settlement', { params: { bandId, eventId } })
  const members = useActiveMembers(bandId)
  if (hasErrorCode(event.error, 'not_found', 'invalid_input')) {
    return <AbsentEvent heading={heading} {...eventMessages.eventPageAbsent} />
  }
  return (
    <>
      <PageHeading
        title={heading}
        text={
          event.data && (
            <Link
              to="/bands/$bandId/events/$eventId"
              params={{ bandId, eventId }}
              className="inline-flex min-h-11 items-center underline"
            >
              {eventName(event.data)}, {formatDate(event.data.date)}
            </Link>
          )
        }
      />
      <QueryState
        query={combineReads({ event, settlement, members })}
        fallback={moneyMessages.settlementNotRead}
        loading={
          <SkeletonGroup label="Loading the settlement">
            <Skeleton className="h-96" isCard />
          </SkeletonGroup>
        }
      >
        {(data) => <SettlementView membership={membership} {...data} />}
      </QueryState>
    </>
  )
}

type SettlementViewProps = {
  membership: OwnMembership
  event: CalendarEntry
  settlement: Settlement
  members: readonly { id: string; displayName: string }[]
}

export function SettlementView({ membership: { bandId, band }, event, settlement, members }: SettlementViewProps) {
  const today = useToday()
  const gig = {
    bandName: band.name,
    title: eventName(event),
    date: event.date,
    place: eventPlace(event),
  }
  return (
    <>
      {settlement.status === 'settled' ? (
        <SettledSettlement bandId={bandId} settlement={settlement} />
      ) : (
        <SettlementForm bandId={bandId} settlement={settlement} members={members} />
      )}
      {settlement.deps.length > 0 && (
        <Suspense>
          <DepInvoices deps={settlement.deps} gig={gig} today={today} />
        </Suspense>
      )}
    </>
  )
}
