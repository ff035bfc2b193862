// A module of its own, so that only the event form loads domain/conflicts.

import type { ConflictCheckInput, Conflicts } from '@gaffer/domain/clashes/conflict-check'
import { findConflicts, conflictSearchRangeOf } from '@gaffer/domain/clashes/conflicts'
import type { EventSeriesInput } from '@gaffer/domain/events/event-series'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'

/** With no band selected, only days away are added, and they are checked against the events of all the user's bands. */
export async function checkConflicts(bandId: string | null, body: ConflictCheckInput): Promise<Conflicts> {
  if (bandId) return request('POST /api/bands/:bandId/events/check-conflicts', { params: { bandId }, body })
  const candidate = { ...body, isAllDay: true }
  const { from, to } = conflictSearchRangeOf(candidate)
  const events = await request('GET /api/me/events', { query: { startDate: from, endDate: to } })
  const bandEvents = events.filter((entry) => entry.type !== 'unavailable')
  const nobody = { unavailability: [], busyElsewhere: [], busyInCalendars: [] }
  return { ...findConflicts(candidate, { bandEvents, ...nobody }), free: [], unsaid: [] }
}

/** Uncached. The previous result stays until the next one arrives. Without a body, the data is null. */
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
