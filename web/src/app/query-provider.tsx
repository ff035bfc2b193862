import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '#lib/query-client.ts'
import { installOverlayHistory } from '#ui/overlay-history.ts'

/** The layout of all pages that have dialogs. */
export function QueryProvider() {
  useEffect(installOverlayHistory, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
