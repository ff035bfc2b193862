// The page of one event of a band.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useParams } from '@tanstack/react-router'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { AbsentEvent, EventOfOtherBand } from '#features/events/absent-event.tsx'
import { useEvent } from '#features/events/queries.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { EventView } from './event-view.tsx'

export function EventPage() {
  const { bandId, eventId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/events/$eventId' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading="Event" />
  return <OfBand key={eventId} membership={membership} eventId={eventId} />
}

function OfBand({ membership, eventId }: { membership: OwnMembership; eventId: string }) {
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
