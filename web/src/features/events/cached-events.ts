// Writes to the events in the query cache.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { QueryClient } from '@tanstack/react-query'
import { endpointOfQueryKey, queryKeyOf } from '#lib/endpoint-query.ts'
import { isEventListEndpoint } from '#lib/invalidation.ts'
import type { CalendarReply } from './apply-event-edits.ts'

/** Writes a saved event to all cached replies, in case the refetch is late or fails. A moved event keeps its place in a list until the refetch. */
export function writeSavedEvent(saved: CalendarEntry, client: QueryClient): void {
  // Keeps the cached `bandName`: only lists with events of other bands contain it, so the saved event has none.
  const update = <Entry extends CalendarEntry>(event: Entry): Entry =>
    event.id === saved.id ? { ...event, ...saved, bandName: event.bandName } : event
  client.setQueriesData<CalendarEntry>(
    { queryKey: queryKeyOf('GET /api/bands/:bandId/events/:eventId') },
    (event) => event && update(event),
  )
  client.setQueriesData<CalendarEntry[] | CalendarReply>(
    { predicate: ({ queryKey }) => isEventListKey(queryKey) },
    (data) => {
      if (data === undefined || Array.isArray(data)) return data?.map(update)
      const { bandEvents, userEvents, otherBandEvents } = data
      return {
        ...data,
        bandEvents: bandEvents.map(update),
        userEvents: userEvents.map(update),
        otherBandEvents: otherBandEvents.map(update),
      }
    },
  )
}

/** Whether the key is that of a calendar or of a list of events. */
export function isEventListKey(queryKey: readonly unknown[]): boolean {
  const endpoint = endpointOfQueryKey(queryKey)
  return endpoint !== null && isEventListEndpoint(endpoint.name)
}
