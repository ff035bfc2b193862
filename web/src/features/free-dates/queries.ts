import type { PartOfDay } from '@gaffer/domain/free-dates/free-dates'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpoint } from '#lib/use-endpoint.ts'

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
  return useEndpoint(
    'GET /api/bands/:bandId/free-dates',
    { params: { bandId }, query: query ?? { startDate: '', endDate: '' } },
    { enabled: query !== null, ...(query && { placeholderData: keepPreviousData }) },
  )
}
