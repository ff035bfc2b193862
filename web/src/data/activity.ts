// What happened in a band lately, page by page.

import { useInfiniteQuery } from '@tanstack/react-query'
import { limits } from '@gaffer/domain/limits'
import { addressOf, call } from '#lib/call.ts'

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
