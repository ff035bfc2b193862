import type { ActivityListItem, ActivityVerb } from '@gaffer/domain/activity/activity'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { pagedQueryOptions } from '#lib/pages-before.ts'

const activityEndpoint = 'GET /api/bands/:bandId/activity'

/** The actor's name in the newest matching activity; null if no recent one matches, the account is erased, or the request fails. Uncached. */
export async function fetchLastActorName(
  bandId: string,
  matches: (entry: ActivityListItem) => boolean,
): Promise<string | null> {
  const entries = await request(activityEndpoint, { params: { bandId }, query: {} }).catch(() => [])
  return entries.find(matches)?.actor ?? null
}

export function useActivityPages(bandId: string) {
  const params = { bandId }
  return useInfiniteQuery(
    pagedQueryOptions({
      queryKey: queryKeyOf(activityEndpoint, { params }),
      read: (query, signal) => request(activityEndpoint, { params, query, signal }),
      entriesOf: (page) => page,
      pageSize: limits.activityShown,
    }),
  )
}

type NamedEvent = Pick<CalendarEntry, 'type' | 'title' | 'date'>

export function fetchLastEditorName(bandId: string, event: NamedEvent): Promise<string | null> {
  return fetchActorName(bandId, ['changed', 'moved'], event)
}

/** The name of the member who deleted the event; null if no recent activity is a deletion of an event of this title and date, the account
 * is erased, or the request fails. */
export function fetchDeleterName(bandId: string, event: NamedEvent): Promise<string | null> {
  return fetchActorName(bandId, ['deleted'], event)
}

/** Finds an event's activities by title and date, because an activity does not contain the event's id. */
function fetchActorName(
  bandId: string,
  verbs: ActivityVerb[],
  { type, title, date: day }: NamedEvent,
): Promise<string | null> {
  const name = title ?? eventTypeLabels[type]
  return fetchLastActorName(
    bandId,
    ({ verb, subject, date }) => verbs.includes(verb) && subject === name && date === day,
  )
}
