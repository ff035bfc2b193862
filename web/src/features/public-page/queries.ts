import type { PublicPage } from '@gaffer/domain/public-page/public-page'
import { limits } from '@gaffer/domain/shared/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { pagedQueryOptions } from '#lib/pages-before.ts'
import { request } from '#lib/request.ts'

const enquiriesEndpoint = 'GET /api/bands/:bandId/enquiries'

/** The enquiries in pages, newest first. */
export function useEnquiryPages(bandId: string) {
  const params = { bandId }
  return useInfiniteQuery(
    pagedQueryOptions({
      queryKey: queryKeyOf(enquiriesEndpoint, { params, query: {} }),
      read: (query, signal) => request(enquiriesEndpoint, { params, query, signal }),
      entriesOf: (page) => page,
      pageSize: limits.enquiriesShown,
    }),
  )
}

/** Reads the stored page, bypassing the query cache. */
export function fetchPublicPage(bandId: string): Promise<PublicPage> {
  return request('GET /api/bands/:bandId/public-page', { params: { bandId } })
}
