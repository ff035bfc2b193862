import type { PartOfDay } from '@gaffer/domain/free-dates/free-dates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

/** The query parameters of the request: `weekdays` and `members` are comma-separated lists. */
export type FreeDatesQueryParams = {
  startDate: string
  endDate: string
  weekdays: string
  partOfDay: PartOfDay
  members?: string
}

/** The previous result stays until the next one arrives. A null query is not requested. */
export function useFreeDates(bandId: string, query: FreeDatesQueryParams | null) {
  const endpoint = 'GET /api/bands/:bandId/free-dates'
  return useQuery({
    ...endpointQueryOptions(endpoint, { params: { bandId }, query: query ?? { startDate: '', endDate: '' } }),
    enabled: query !== null,
    ...(query && { placeholderData: keepPreviousData }),
  })
}
