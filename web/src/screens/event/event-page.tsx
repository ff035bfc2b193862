// The page of one event of a band.

import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useEvent } from '#features/events/queries.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { selectBandIfMember } from '#features/bands/selected-band-store.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { EventView } from './event-view.tsx'

export function EventPage() {
  const { bandId, eventId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/events/$eventId' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <Absent {...eventMessages.eventPageNotMember} to="/dashboard" label="Go to the dashboard" />
  return <OfBand key={eventId} membership={membership} eventId={eventId} />
}

function OfBand({ membership, eventId }: { membership: OwnMembership; eventId: string }) {
  const { bandId } = membership
  useSelectLinkedBand(bandId)
  const event = useEvent(bandId, eventId)
  // Checked before the data: a deleted event is still in the query cache.
  if (hasErrorCode(event.error, 'not_found', 'invalid_input')) {
    return <Absent {...eventMessages.eventPageAbsent} to="/calendar" label="Go to the calendar" />
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

/** A link to another band's event selects that band. */
function useSelectLinkedBand(bandId: string): void {
  const { bands } = useMeOrThrow()
  const select = useEffectEvent((linked: string) => selectBandIfMember(bands, linked))
  useEffect(() => void select(bandId), [bandId])
}

type AbsentProps = { title: string; text: string; to: '/calendar' | '/dashboard'; label: string }

function Absent({ title, text, to, label }: AbsentProps) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title="Event" />
      <EmptyState
        icon={<CalendarX2 aria-hidden="true" className="size-10" />}
        title={title}
        text={text}
        action={<Button onClick={() => void navigate({ to })}>{label}</Button>}
      />
    </>
  )
}
