// Query defaults: data never becomes stale by time. No refetch on focus, no polling, no retries.

import { notifyManager, QueryClient } from '@tanstack/react-query'
import { makeMutationCache } from './show-failure.ts'

// Renders optimistic values in the task of the tap. By default they wait for a timer, and until then React shows a controlled radio button
// as it was before the tap.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  mutationCache: makeMutationCache(),
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      retry: false,
      networkMode: 'offlineFirst',
    },
    mutations: { retry: false, networkMode: 'offlineFirst' },
  },
})
