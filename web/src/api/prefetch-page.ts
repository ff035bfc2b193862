// The loader of every page with the navigation: starts the reads that the page shows first.

import { validateCalendarSearch } from '@gaffer/domain/search-parameters'
import { fillAddress } from '#lib/fill-address.ts'
import { fetchOrThrow } from '#lib/request.ts'
import { firstReads } from './first-reads.ts'
import type { Me } from './me.ts'
import { queryClient } from './query-client.ts'

/** After so long the page opens with its skeletons. */
const timeoutMs = 150

type LoaderInput = { context: { me: Me }; location: { pathname: string; search: Record<string, unknown> } }

/** Waits a moment for the reads, so that the page is drawn once and not twice. Never throws: the page shows what failed. */
export async function prefetchPage({ context: { me }, location: { pathname, search } }: LoaderInput): Promise<void> {
  const { month } = validateCalendarSearch(search)
  const reads = firstReads({ pathname, month }, me.bands).map((queryKey) =>
    queryClient.prefetchQuery({
      queryKey,
      queryFn: async (): Promise<unknown> => (await fetchOrThrow(fillAddress(...queryKey))).json(),
    }),
  )
  await Promise.race([Promise.all(reads), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
