// The SSE connection for change notifications, open while the page is visible.

import { endpointPathOf, pageInstanceId } from '#lib/request.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'

type LiveHandlers = {
  onMessage: (text: string) => void
  /** Notifications before it opened are lost. */
  onOpen: (isReconnect: boolean) => void
  /** Checks the session after an error. The next attempt starts when it resolves. */
  onError: () => Promise<unknown>
}

/** Hidden pages disconnect: a browser has six connections per server (HTTP/1.1), and a phone one battery. */
const hiddenMs = 5_000
const maxBackOffMs = 60_000

/** Returns the function that closes the connection for good. */
export function openLiveConnection({ onMessage, onOpen, onError }: LiveHandlers): () => void {
  let source: EventSource | null = null
  let wasOpen = false
  let failures = 0
  let closing: ReturnType<typeof setTimeout> | undefined
  let reconnecting: ReturnType<typeof setTimeout> | undefined

  function open() {
    if (source || document.hidden || readConnectionState().isLost) return
    clearTimeout(reconnecting)
    source = new EventSource(endpointPathOf('GET /api/me/live', { query: { page: pageInstanceId } }))
    source.addEventListener('open', () => {
      failures = 0
      onOpen(wasOpen)
      wasOpen = true
    })
    source.addEventListener('message', ({ data }) => onMessage(String(data)))
    source.addEventListener('error', reconnect)
  }

  function close() {
    source?.close()
    source = null
  }

  /** Instead of EventSource's own reconnect, which retries through any outage and logs each failure. */
  function reconnect() {
    close()
    failures += 1
    // Jitter, so that not all pages reconnect to a restarted server at once.
    const wait = Math.min(500 * 2 ** failures, maxBackOffMs) * (0.5 + Math.random())
    clearTimeout(reconnecting)
    reconnecting = setTimeout(() => void onError().then(open), wait)
  }

  function onVisibility() {
    clearTimeout(closing)
    if (document.hidden) closing = setTimeout(close, hiddenMs)
    else open()
  }

  const unsubscribe = onConnectionChange(open)
  document.addEventListener('visibilitychange', onVisibility)
  open()
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(closing)
    clearTimeout(reconnecting)
    close()
  }
}
