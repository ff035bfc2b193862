// Invalidates the queries that other members' changes affect. Each change message of the server names a band and the kind of data
// that changed. Open forms keep their values.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveConnection } from './live-connection.ts'
import { invalidateChanges, invalidateEverything, invalidateMe, type DataChange } from '#lib/invalidation.ts'

// One write often causes several change messages, and several members write at once.
const debounceMs = 60

/** Keeps the query cache up to date while the component is mounted. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let pending: DataChange[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      const changes = pending
      pending = []
      timer = undefined
      void invalidateChanges(client, changes)
    }
    const close = openLiveConnection({
      onMessage(text) {
        pending.push(JSON.parse(text) as DataChange)
        timer ??= setTimeout(flush, debounceMs)
      },
      // Change messages before the stream opened are lost, and route loaders request data before it opens. So everything is invalidated at
      // each opening. Only a reconnect cancels running refetches, which may predate a lost message; the first reads are left to finish.
      onOpen: (isReconnect) => void invalidateEverything(client, { cancelRefetch: isReconnect }),
      onError: () => invalidateMe(client),
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
