// Refetches what other members change: the server sends which kind of data of which band changed. Forms keep the values that they
// were opened with.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveConnection } from '#lib/live-connection.ts'
import { invalidateChanges, invalidateEverything, invalidateMe, type BandChange } from './invalidation.ts'

// One write often causes several notifications, and several members write at once.
const debounceMs = 60

/** Keeps the query cache up to date while the component is mounted. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let pending: BandChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      const changes = pending
      pending = []
      timer = undefined
      void invalidateChanges(client, changes)
    }
    const close = openLiveConnection({
      onMessage(text) {
        pending.push(JSON.parse(text) as BandChange)
        timer ??= setTimeout(flush, debounceMs)
      },
      // The first time too: route loaders request data before the stream is open. No replay: a reconnecting page refetches everything.
      onOpen: (isReconnect) => void invalidateEverything(client, { cancelRefetch: isReconnect }),
      onError: () => invalidateMe(client),
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
