import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useEndpoint } from '#lib/use-endpoint.ts'

/** The address on the gig sheet; null if there is none, and while it loads. With a null `bandId`, nothing is requested. */
export function useGigAddress({ id: eventId, hasGigSheet }: CalendarEntry, bandId: string | null): string | null {
  const isRequested = hasGigSheet && bandId !== null
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/gig-sheet',
    { params: { bandId: bandId ?? '', eventId } },
    { enabled: isRequested },
  )
  // Does not use `data` alone, because a disabled query still returns cached data.
  return isRequested ? (data?.address ?? null) : null
}
