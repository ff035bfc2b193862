// The notices of the signed-in user.

import type { Notice } from '@gaffer/domain/notices/notice'
import { limits } from '@gaffer/domain/shared/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { pagedQueryOptions } from '#lib/pages-before.ts'
import { request, type ResponseBody } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { endpointQueryOptions, queryKeyOf } from '#lib/endpoint-query.ts'

export type { Notice }

const noticesEndpoint = 'GET /api/me/notices'
const firstPageQuery = endpointQueryOptions(noticesEndpoint, { query: {} })

/** The number of unread notices; 0 until it is loaded. */
export function useUnreadNoticeCount(): number {
  return useEndpoint(noticesEndpoint, { query: {} }, { select: countUnread }).data ?? 0
}

const countUnread = ({ unread }: ResponseBody<typeof noticesEndpoint>) => unread

/** All notices, in pages. The initial data is the first page, which the bell has cached. */
export function useNoticePages() {
  const client = useQueryClient()
  return useInfiniteQuery({
    ...pagedQueryOptions({
      // A key without address, so that it differs from the key of the bell's first page.
      queryKey: queryKeyOf(noticesEndpoint),
      read: (query, signal) => request(noticesEndpoint, { query, signal }),
      entriesOf: ({ notices }) => notices,
      pageSize: limits.noticesShown,
    }),
    initialData: () => {
      const first = client.getQueryData(firstPageQuery.queryKey)
      return first && { pages: [first], pageParams: [null] }
    },
    initialDataUpdatedAt: () => client.getQueryState(firstPageQuery.queryKey)?.dataUpdatedAt,
  })
}

/** The members who got the last notice about an event. Refetched on each mount, because reading a notice sends no change notification. */
export function useEventNoticeRecipients(bandId: string, eventId: string) {
  const params = { bandId, eventId }
  return useEndpoint('GET /api/bands/:bandId/events/:eventId/readers', { params }, { staleTime: 0 })
}
