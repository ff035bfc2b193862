// The notices of the signed-in user.

import type { Notice } from '@gaffer/domain/notice'
import { limits } from '@gaffer/domain/limits'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, type Reply } from '#lib/request.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQuery, queryKeyOf } from './endpoint-query.ts'

export type { Notice }

const name = 'GET /api/me/notices'
const firstPageQuery = endpointQuery(name, { query: {} })

/** 0 until they are read. */
export function useUnreadNotices(): number {
  return useQuery({ ...firstPageQuery, select: countUnread }).data ?? 0
}

const countUnread = ({ unread }: Reply<typeof name>) => unread

/** The newest notices. */
export function useLatestNotices() {
  return useQuery(firstPageQuery)
}

/** All notices, a page at a time. Starts with what the bell has read. */
export function useNoticePages() {
  const client = useQueryClient()
  return useInfiniteQuery({
    // Without an address, so that it is not the key of the first page alone.
    queryKey: queryKeyOf(name),
    initialPageParam: null as string | null,
    initialData: () => {
      const first = client.getQueryData(firstPageQuery.queryKey)
      return first && { pages: [first], pageParams: [null] }
    },
    initialDataUpdatedAt: () => client.getQueryState(firstPageQuery.queryKey)?.dataUpdatedAt,
    queryFn: ({ pageParam, signal }) => request(name, { query: pageParam ? { before: pageParam } : {}, signal }),
    getNextPageParam: ({ notices }) => (notices.length < limits.noticesShown ? undefined : notices.at(-1)?.id),
  })
}

/** Marks a notice and all older ones as read. */
export function useMarkNoticesRead() {
  return useEndpointMutation('POST /api/me/notices/read', {
    changes: 'notices',
    input: (upTo: string) => ({ body: { upTo } }),
  })
}

/** The members whom the last notice about an event was for. Their reading it causes no change notification. */
export function useEventReaders(bandId: string, eventId: string) {
  const params = { bandId, eventId }
  return useQuery({ ...endpointQuery('GET /api/bands/:bandId/events/:eventId/readers', { params }), staleTime: 0 })
}
