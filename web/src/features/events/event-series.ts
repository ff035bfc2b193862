import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventSeriesInput, SeriesChanges } from '@gaffer/domain/events/event-series'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'

export function useAddEventSeries(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/event-series', {
    changes: 'events',
    input: (variables: { body: EventSeriesInput; idempotencyKey: string }) => ({ params: { bandId }, ...variables }),
  })
}

type From = { seriesId: string; from: string }

export function useChangeEventSeries(bandId: string) {
  return useEndpointMutation('PATCH /api/bands/:bandId/event-series/:seriesId', {
    changes: 'events',
    input: ({ seriesId, ...body }: From & { changes: SeriesChanges }) => ({ params: { bandId, seriesId }, body }),
  })
}

export function useDeleteEventSeries(bandId: string) {
  return useEndpointMutation('DELETE /api/bands/:bandId/event-series/:seriesId', {
    changes: 'events',
    input: ({ seriesId, from }: From & { eventIds: readonly string[] }) => ({
      params: { bandId, seriesId },
      query: { from },
    }),
    deletedEventIds: ({ eventIds }) => eventIds,
    isDoneIfNotFound: true,
  })
}

/** The events of the series from the date of this event on, without past ones. */
export async function fetchSeriesEventsFrom(
  bandId: string,
  { seriesId, date }: Pick<CalendarEntry, 'seriesId' | 'date'>,
) {
  const query = { startDate: date, endDate: addDays(date, limits.calendarDays) }
  const events = await request('GET /api/bands/:bandId/events', { params: { bandId }, query })
  return events.filter((event) => event.seriesId === seriesId && event.date >= todayInLondon(new Date()))
}

/** Uncached, like the conflicts of a single event. Without a body, the data is null. */
export function useSeriesConflictCheck(bandId: string, body: EventSeriesInput | null) {
  return useQuery({
    queryKey: ['series-conflicts', bandId, body],
    queryFn: () =>
      body ? request('POST /api/bands/:bandId/event-series/check-conflicts', { params: { bandId }, body }) : null,
    enabled: body !== null,
    ...(body && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  })
}
