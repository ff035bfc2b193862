// What happened in a band lately, page by page, and who did something last.

import type { Activity } from '@gaffer/domain/activity'
import { useInfiniteQuery } from '@tanstack/react-query'
import { limits } from '@gaffer/domain/limits'
import { addressOf, call } from '#lib/request.ts'

/** Who did it last, past every cache; null where that is not known any more, or cannot be read now. */
export async function readLastActor(bandId: string, isIt: (line: Activity) => boolean): Promise<string | null> {
  const lines = await call('GET /api/bands/:bandId/activity', { params: { bandId }, query: {} }).catch(() => [])
  return lines.find(isIt)?.actor ?? null
}

export function useActivity(bandId: string) {
  const params = { bandId }
  return useInfiniteQuery({
    queryKey: addressOf('GET /api/bands/:bandId/activity', { params, query: {} }).split('/'),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/bands/:bandId/activity', { params, query: pageParam ? { before: pageParam } : {}, signal }),
    getNextPageParam: (page) => (page.length < limits.activityShown ? undefined : page.at(-1)?.id),
  })
}
