// The filters of Find a date, the query that they make, and the request of the dates.

import { messages } from '@gaffer/domain/shared/messages'
import { addDays, addMonths, isRealDate } from '@gaffer/domain/shared/dates'
import type { PartOfDay } from '@gaffer/domain/free-dates/free-dates'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpoint } from '#lib/use-endpoint.ts'

export type FreeDateFilters = {
  /** The weekdays to search, from 1 (Monday) to 7 (Sunday). */
  weekdays: readonly number[]
  partOfDay: PartOfDay
  from: string
  months: number
  /** Ids of members whose availability is ignored. */
  optionalMemberIds: readonly string[]
}

export const partOfDayLabels: Record<PartOfDay, string> = { evening: 'Evening', day: 'Day', any: 'Any time' }
export const monthCountChoices = [1, 2, 3, 6, 9, 12] as const

export function defaultFreeDateFilters(today: string): FreeDateFilters {
  return { weekdays: [5, 6], partOfDay: 'evening', from: today, months: 6, optionalMemberIds: [] }
}

/** The query of the request, or the error message that names the missing choice. */
export function freeDatesQueryOrError(
  { weekdays, partOfDay, from, months, optionalMemberIds }: FreeDateFilters,
  memberIds: readonly string[],
): FreeDatesQueryParams | string {
  if (weekdays.length === 0) return freeDateMessages.chooseWeekday
  if (!isRealDate(from)) return messages.chooseRealDate
  const members = memberIds.filter((id) => !optionalMemberIds.includes(id))
  if (members.length === 0) return freeDateMessages.chooseMember
  return {
    startDate: from,
    endDate: addDays(addMonths(from, months), -1),
    weekdays: [...weekdays].sort().join(','),
    partOfDay,
    ...(members.length < memberIds.length && { members: members.join(',') }),
  }
}

/** The query parameters of the request: `weekdays` and `members` are comma-separated lists. */
type FreeDatesQueryParams = {
  startDate: string
  endDate: string
  weekdays: string
  partOfDay: PartOfDay
  members?: string
}

/** The free dates of a query; nothing is requested for null. The previous result is shown until the next one arrives. */
export function useFreeDates(bandId: string, query: FreeDatesQueryParams | null) {
  return useEndpoint(
    'GET /api/bands/:bandId/free-dates',
    { params: { bandId }, query: query ?? { startDate: '', endDate: '' } },
    { enabled: query !== null, ...(query && { placeholderData: keepPreviousData }) },
  )
}
