import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { queryClient } from '#lib/query-client.ts'
import { installOverlayHistory } from '#ui/overlay-history.ts'

/** Provides the query cache and the history of overlays. All pages with dialogs are inside it. */
export function QueryProvider() {
  // A layout effect runs before the first paint. After a reload on the history entry of an overlay, a Back before this effect would stay on
  // the same page.
  useLayoutEffect(installOverlayHistory, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
