// What booked events clash with, and the caller's own events that they clash with.

import type { Clash } from '@gaffer/domain/clash'
import type { Event } from '@gaffer/domain/event'
import { useQueries } from '@tanstack/react-query'
import type { DateRange } from './date-ranges.ts'
import { endpointQuery } from './endpoint-query.ts'

const noClashes: Clash[] = []

/** Of all ranges, each clash once. Empty while loading, without ranges and without a band. */
export function useClashes(bandId: string | null, ranges: readonly DateRange[] | null): Clash[] {
  return useQueries({
    queries: (bandId === null ? [] : (ranges ?? [])).map((query) =>
      endpointQuery('GET /api/bands/:bandId/clashes', { params: { bandId: bandId ?? '' }, query }),
    ),
    combine: mergeClashes,
  })
}

function mergeClashes(reads: readonly { data: Clash[] | undefined }[]): Clash[] {
  const all = reads.flatMap(({ data }) => data ?? [])
  if (all.length === 0) return noClashes
  return [...new Map(all.map((clash) => [JSON.stringify(clash), clash])).values()]
}

const noEvents: Event[] = []

/** The caller's events in all their bands; empty without ranges. */
export function useOwnEvents(ranges: readonly DateRange[] | null): Event[] {
  return useQueries({
    queries: (ranges ?? []).map((query) => endpointQuery('GET /api/me/events', { query })),
    combine: mergeEvents,
  })
}

function mergeEvents(reads: readonly { data: Event[] | undefined }[]): Event[] {
  const all = reads.flatMap(({ data }) => data ?? [])
  return all.length === 0 ? noEvents : all
}
