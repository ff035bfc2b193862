// The route loader of the pages with the navigation and of the stage view: requests the first reads of the page that are not cached.

import { validateCalendarSearch } from '@gaffer/domain/shared/search-parameters'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'
import { fetchOrThrow } from '#lib/request.ts'
import { firstQueryKeysOf } from './first-reads.ts'
import type { Me } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'

/** After this time the page opens with skeletons, even if its first reads have no response. */
const timeoutMs = 150

type LoaderInput = { context: { me: Me }; location: { pathname: string; search: Record<string, unknown> } }

/** Waits up to `timeoutMs` for the reads, so that the page renders with its data. Never throws: the page shows failed queries. */
export async function prefetchPage({ context: { me }, location: { pathname, search } }: LoaderInput): Promise<void> {
  const { month } = validateCalendarSearch(search)
  // The navigation and the dashboard depend on the settings of the server.
  const settings = endpointQueryOptions('GET /api/settings').queryKey
  const reads = [settings, ...firstQueryKeysOf({ pathname, month }, me.bands)]
    .filter((queryKey) => queryClient.getQueryData(queryKey) === undefined)
    .map((queryKey) =>
      queryClient.prefetchQuery({
        queryKey,
        queryFn: async (): Promise<unknown> => (await fetchOrThrow(anyEndpointPathOf(...queryKey))).json(),
      }),
    )
  await Promise.race([Promise.all(reads), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
