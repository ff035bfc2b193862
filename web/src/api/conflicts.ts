// What a booking would clash with, asked anew for every question: nothing of it is kept.

import type { ConflictCheckRequest, Conflicts } from '@gaffer/domain/conflict-check'
import { findConflicts, searchDays } from '@gaffer/domain/conflicts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/request.ts'

/** With no band chosen only days away are added, and what they would hit are the events of all one's bands. */
export async function checkConflicts(bandId: string | null, question: ConflictCheckRequest): Promise<Conflicts> {
  if (bandId) return call('POST /api/bands/:bandId/events/check-conflicts', { params: { bandId }, body: question })
  const candidate = { ...question, isAllDay: true }
  const { from, to } = searchDays(candidate)
  const events = await call('GET /api/me/events', { query: { startDate: from, endDate: to } })
  const bandEvents = events.filter(({ type }) => type !== 'unavailable')
  return findConflicts(candidate, { bandEvents, unavailability: [], busyElsewhere: [] })
}

/** The last answer stays until the next is there. A null question asks nothing and has no answer. */
export function useConflicts(bandId: string | null, question: ConflictCheckRequest | null) {
  return useQuery({
    queryKey: ['conflicts', bandId ?? '', JSON.stringify(question)],
    queryFn: () => (question ? checkConflicts(bandId, question) : null),
    enabled: question !== null,
    ...(question && { placeholderData: keepPreviousData }),
    staleTime: 0,
    gcTime: 0,
  })
}
