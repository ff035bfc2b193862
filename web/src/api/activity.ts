import type { ActivityListItem } from '@gaffer/domain/activity'
import { limits } from '@gaffer/domain/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { request } from '#lib/request.ts'
import { queryKeyOf } from './endpoint-query.ts'

const name = 'GET /api/bands/:bandId/activity'

/** The name of the member in the newest matching activity; null if no entry matches or the activity cannot be read. Bypasses the query cache. */
export async function fetchLastActorName(
  bandId: string,
  matches: (entry: ActivityListItem) => boolean,
): Promise<string | null> {
  const entries = await request(name, { params: { bandId }, query: {} }).catch(() => [])
  return entries.find(matches)?.actor ?? null
}

export function useActivityPages(bandId: string) {
  const params = { bandId }
  return useInfiniteQuery({
    queryKey: queryKeyOf(name, { params }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      request(name, { params, query: pageParam ? { before: pageParam } : {}, signal }),
    getNextPageParam: (page) => (page.length < limits.activityShown ? undefined : page.at(-1)?.id),
  })
}
