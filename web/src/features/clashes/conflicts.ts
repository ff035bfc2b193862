// The requests of the conflict check. A separate module, so that only the event form loads it.

import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import { findConflicts, conflictSearchRangeOf } from '@gaffer/domain/clashes/conflicts'
import type { EventSeriesInput } from '@gaffer/domain/events/event-series'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'

/** Checks an entry for conflicts. Without a band the entry is days away, which are checked against the events of all the user's bands. */
export async function checkConflicts(bandId: string | null, body: ConflictCheckInput): Promise<Conflicts> {
  if (bandId) return request('POST /api/bands/:bandId/events/check-conflicts', { params: { bandId }, body })
  const candidate = { ...body, isAllDay: true }
  const { from, to } = conflictSearchRangeOf(candidate)
  const events = await request('GET /api/me/events', { query: { startDate: from, endDate: to } })
  const bandEvents = events.filter((entry) => entry.type !== 'unavailable')
  const noMemberConflicts = { unavailability: [], busyElsewhere: [], busyInCalendars: [] }
  return { ...findConflicts(candidate, { bandEvents, ...noMemberConflicts }), free: [], unsaid: [] }
}

/** The conflicts of an entry, uncached. The previous result is shown until the next one arrives. Without a body, the data is null. */
export function useConflictCheck(bandId: string | null, body: ConflictCheckInput | null) {
  return useQuery({
    queryKey: ['conflicts', bandId, body],
    queryFn: () => (body ? checkConflicts(bandId, body) : null),
    enabled: body !== null,
    ...(body && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The conflicts of each date of a series, uncached. Without a body, the data is null. */
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
