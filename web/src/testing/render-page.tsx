// Renders a page into the DOM, with the providers that every page has: a router and a query cache.

import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, configure, render } from '@testing-library/react'
import { useSyncExternalStore, type ReactNode } from 'react'
// Imported for its side effect: it sets the scheduler that notifies components of query results.
import '#lib/query-client.ts'
import { makeMutationCache } from '#lib/show-failure.ts'
import { SavingDisabledReasonContext } from '#ui/saving-disabled.tsx'

// The default of one second is too short while other tests run on two cores.
configure({ asyncUtilTimeout: 20_000 })

type RenderPageOptions = {
  savingDisabled?: string | null
  /** Responses in the query cache. */
  cached?: readonly (readonly [key: QueryKey, data: unknown])[]
}

/** Resolves once the page is rendered; `rerender` replaces its content, and `client` has the query cache. */
export async function renderPage(content: ReactNode, { savingDisabled = null, cached = [] }: RenderPageOptions = {}) {
  const listeners = new Set<() => void>()
  let shownContent = content
  const Page = () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => shownContent,
    )
  const rootRoute = createRootRoute({ component: Page })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  await router.load()
  const client = new QueryClient({
    mutationCache: makeMutationCache(),
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  })
  for (const [key, data] of cached) client.setQueryData(key, data)
  const { container } = render(
    <QueryClientProvider client={client}>
      <SavingDisabledReasonContext value={savingDisabled}>
        {/* The registered router type is that of the app's own router. */}
        <RouterProvider router={router as never} />
      </SavingDisabledReasonContext>
    </QueryClientProvider>,
  )
  return {
    container,
    client,
    rerender: (next: ReactNode) =>
      act(() => {
        shownContent = next
        for (const listener of listeners) listener()
      }),
  }
}
