// Invalidates the queries that other members' changes affect. Each change notification of the server names a band and the kind of data
// that changed. Open forms keep their values.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidateChanges, invalidateEverything, invalidateMe, type DataChange } from '#lib/invalidation.ts'
import { endpointPathOf, pageInstanceId } from '#lib/request.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'

// Change notifications are collected this long, because one write often causes several.
const debounceMs = 60

/** Keeps the query cache up to date while the component is mounted. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    let pendingChanges: DataChange[] = []
    let debounceTimer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      const changes = pendingChanges
      pendingChanges = []
      debounceTimer = undefined
      void invalidateChanges(client, changes)
    }
    const close = openLiveConnection({
      onMessage(text) {
        pendingChanges.push(JSON.parse(text) as DataChange)
        debounceTimer ??= setTimeout(flush, debounceMs)
      },
      // Change notifications from before the stream opened are lost, and route loaders request data before that. Each opening therefore
      // invalidates everything. Only a reconnect cancels running refetches, which may predate a lost notification; the first opening lets
      // the first reads finish.
      onOpen: (isReconnect) => void invalidateEverything(client, { cancelRefetch: isReconnect }),
      beforeReconnect: () => invalidateMe(client),
    })
    return () => {
      clearTimeout(debounceTimer)
      close()
    }
  }, [client])
}

type LiveHandlers = {
  onMessage: (text: string) => void
  /** Called when the stream has opened. Change notifications from before that are lost. */
  onOpen: (isReconnect: boolean) => void
  /** Called before a reconnect, to check the session. The reconnect waits until it resolves. */
  beforeReconnect: () => Promise<unknown>
}

/** A page disconnects after being hidden this long: HTTP/1.1 allows six connections per server, and an open stream drains the battery. */
const maxHiddenMs = 5_000
const maxBackOffMs = 60_000

/** Opens the SSE connection, and keeps it open while the page is visible. Returns a function that closes it for good. */
function openLiveConnection({ onMessage, onOpen, beforeReconnect }: LiveHandlers): () => void {
  let eventSource: EventSource | null = null
  let wasOpen = false
  let failureCount = 0
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined

  function openConnection() {
    if (eventSource || document.hidden || readConnectionState().isLost) return
    clearTimeout(reconnectTimer)
    eventSource = new EventSource(endpointPathOf('GET /api/me/live', { query: { page: pageInstanceId } }))
    eventSource.addEventListener('open', () => {
      failureCount = 0
      onOpen(wasOpen)
      wasOpen = true
    })
    eventSource.addEventListener('message', ({ data }) => onMessage(String(data)))
    eventSource.addEventListener('error', reconnect)
  }

  function closeConnection() {
    eventSource?.close()
    eventSource = null
  }

  /** Reconnects with back-off. EventSource's own reconnect is not used, because it retries at a fixed interval and logs each failure. */
  function reconnect() {
    closeConnection()
    failureCount += 1
    // Jitter, so that not all pages reconnect to a restarted server at once.
    const delayMs = Math.min(500 * 2 ** failureCount, maxBackOffMs) * (0.5 + Math.random())
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => void beforeReconnect().then(openConnection), delayMs)
  }

  function onVisibilityChange() {
    clearTimeout(closeTimer)
    if (document.hidden) closeTimer = setTimeout(closeConnection, maxHiddenMs)
    else openConnection()
  }

  const unsubscribe = onConnectionChange(openConnection)
  document.addEventListener('visibilitychange', onVisibilityChange)
  openConnection()
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(closeTimer)
    clearTimeout(reconnectTimer)
    closeConnection()
  }
}
