import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { queryClient } from '#lib/query-client.ts'
import { installOverlayHistory } from '#ui/overlay-history.ts'

/** Provides the query cache and the history of overlays. All pages with dialogs are inside it. */
export function QueryProvider() {
  // A layout effect, so that it runs before the first paint: a Back before the effect would not leave the page, if a reload began on the
  // entry of an overlay.
  useLayoutEffect(installOverlayHistory, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
