import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { queryClient } from '#lib/query-client.ts'
import { installOverlayHistory } from '#ui/overlay-history.ts'

/** Provides the query cache and the history of overlays. All pages with dialogs are inside it. */
export function QueryProvider() {
  // Before the page can be seen: a Back that comes before this stays on the entry's page.
  useLayoutEffect(installOverlayHistory, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
