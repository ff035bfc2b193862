// The clashes of a band's booked events, and the user's own events, whose titles name some of the clashes.

import type { Clash } from '@gaffer/domain/clashes/clash'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useMemo } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { DateRange } from '#features/events/date-ranges.ts'

/** The date ranges of a page: a month, or a month and the month ahead. */
export type ShownRanges = readonly [DateRange, DateRange?]

const noRange: DateRange = { startDate: '', endDate: '' }

/** The clashes of all ranges, each once. Empty while loading, without ranges and without a band. */
export function useClashesInRanges(bandId: string | null, ranges: ShownRanges | null): Clash[] {
  const first = useClashes(bandId, ranges?.[0]).data
  const second = useClashes(bandId, ranges?.[1]).data
  return useMemo(() => {
    const all = [...(first ?? []), ...(second ?? [])]
    return [...new Map(all.map((clash) => [JSON.stringify(clash), clash])).values()]
  }, [first, second])
}

/** The user's events in all their bands; empty without ranges. */
export function useOwnEventsInRanges(ranges: ShownRanges | null): CalendarEntry[] {
  const first = useOwnEvents(ranges?.[0]).data
  const second = useOwnEvents(ranges?.[1]).data
  return useMemo(() => [...(first ?? []), ...(second ?? [])], [first, second])
}

function useClashes(bandId: string | null, query: DateRange | undefined) {
  return useEndpoint(
    'GET /api/bands/:bandId/clashes',
    { params: { bandId: bandId ?? '' }, query: query ?? noRange },
    { enabled: bandId !== null && query !== undefined },
  )
}

function useOwnEvents(query: DateRange | undefined) {
  return useEndpoint('GET /api/me/events', { query: query ?? noRange }, { enabled: query !== undefined })
}
