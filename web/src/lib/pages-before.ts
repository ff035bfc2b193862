import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

type Pages<Page> = {
  queryKey: QueryKey
  read: (query: { before?: string }, signal: AbortSignal) => Promise<Page>
  entriesOf: (page: Page) => readonly { id: string }[]
  /** The number of entries on a full page: a page with fewer is the last one. */
  pageSize: number
}

/** Query options of a list in pages, newest first. Each page begins `before` the last entry of the previous page. */
export function pagedQueryOptions<Page>({ queryKey, read, entriesOf, pageSize }: Pages<Page>) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { before: pageParam } : {}, signal),
    getNextPageParam: (page) => (entriesOf(page).length < pageSize ? undefined : entriesOf(page).at(-1)?.id),
  })
}
