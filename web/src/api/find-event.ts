// An event by its id alone, as links to it carry it: from what was read already, else from each of the member's bands.

import type { Event } from '@gaffer/domain/event'
import type { OwnMembership } from '@gaffer/domain/member'
import type { QueryClient } from '@tanstack/react-query'
import { call, type Reply } from '#lib/request.ts'
import { hasStatus } from '#lib/api-error.ts'
import { isCalendar } from './events.ts'

type CalendarReply = Event[] | Reply<'GET /api/bands/:bandId/calendar'>

/** Null when none of the member's bands has it. The chosen band is asked first; another band's event carries its name. */
export async function findEvent(
  client: QueryClient,
  { bands, bandId: chosen }: { bands: readonly OwnMembership[]; bandId: string | null },
  eventId: string,
): Promise<Event | null> {
  const known = findCached(client, chosen, eventId)
  if (known) return known
  const inOrder = bands.toSorted((a, b) => Number(b.bandId === chosen) - Number(a.bandId === chosen))
  for (const { bandId, band } of inOrder) {
    try {
      const event = await call('GET /api/bands/:bandId/events/:eventId', { params: { bandId, eventId } })
      return bandId === chosen || event.type === 'unavailable' ? event : { ...event, bandName: band.name }
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
    }
  }
  return null
}

/** Only what was read for this very calendar: in another band's the same event has no band name. */
function findCached(client: QueryClient, chosen: string | null, eventId: string): Event | undefined {
  const own = chosen === null ? '/api/me/' : `/api/bands/${chosen}/`
  return client
    .getQueriesData<CalendarReply>({
      predicate: ({ queryKey }) => queryKey.join('/').startsWith(own) && isCalendar(queryKey.join('/')),
    })
    .flatMap(([, data]) => (Array.isArray(data) ? data : Object.values(data ?? {}).flat()))
    .find(({ id }) => id === eventId)
}
