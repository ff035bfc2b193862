import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useEndpoint } from '#lib/use-endpoint.ts'

/** `sheet` is the gig sheet of a gig that is on today; undefined without running times, for any other event, and while it loads. */
export function useTodaysGigSheet(event: CalendarEntry | undefined, today: string) {
  const hasSheet = event?.hasGigSheet ? event.bandId !== null : false
  const isGigToday = hasSheet && event !== undefined && event.date <= today && today <= (event.endDate ?? event.date)
  const params = { bandId: event?.bandId ?? '', eventId: event?.id ?? '' }
  const { data, isPending, isFetching } = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/gig-sheet',
    { params },
    { enabled: isGigToday },
  )
  // Checks `isGigToday` again, because a disabled query still returns cached data.
  return { sheet: isGigToday && data && data.times.length > 0 ? data : undefined, isPending, isFetching }
}
