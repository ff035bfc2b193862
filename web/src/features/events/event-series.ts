import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventSeriesInput } from '@gaffer/domain/events/event-series'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'

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
