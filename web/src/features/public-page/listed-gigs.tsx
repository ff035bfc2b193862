// Chooses the gigs that the public page lists. Any member may choose them, here or in the form of a gig.

import type { BandEvent, CalendarEntry } from '@gaffer/domain/events/event'
import { canBePublic, eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { Link } from '@tanstack/react-router'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents, useChangeEvent } from '#features/events/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'

export function ListedGigs({ bandId, today }: { bandId: string; today: string }) {
  const read = useBandEvents(bandId, yearAheadRange(today))
  const change = useChangeEvent(bandId, { title: 'Not changed' })
  return (
    <section aria-labelledby="listed-gigs" className="grid grid-cols-1 gap-2">
      <h3 id="listed-gigs" className="text-lg font-bold">
        Gigs on the page
      </h3>
      <p className="text-sm text-muted">Confirmed public gigs and festivals that are on. Visitors see nothing else.</p>
      <QueryState query={read} fallback="Failed to fetch the gigs" loading={<Skeleton className="h-24" />}>
        {(entries) => {
          const gigs = entries.filter(isPublicGig)
          if (gigs.length === 0) return <p className="text-muted">There is no public gig in the next twelve months.</p>
          return (
            <ul className="divide-y divide-hairline">
              {gigs.map((gig) => (
                <li key={gig.id}>
                  <Switch
                    saves
                    label={<GigName gig={gig} />}
                    hint={[shortDateAndTime(gig), gig.venue, gig.status === 'tentative' && 'Pencilled: not shown yet']
                      .filter(Boolean)
                      .join(' · ')}
                    isOn={gig.isListed}
                    onChange={(isListed) => change.mutate({ ...gig, changes: { isListed } })}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}

function isPublicGig(entry: CalendarEntry): entry is BandEvent {
  return entry.type !== 'unavailable' && canBePublic(entry.type) && entry.isPublic && entry.status !== 'cancelled'
}

function GigName({ gig }: { gig: BandEvent }) {
  return (
    <Link to="/bands/$bandId/events/$eventId" params={{ bandId: gig.bandId, eventId: gig.id }} className="underline">
      {gig.title ?? eventTypeLabels[gig.type]}
    </Link>
  )
}
