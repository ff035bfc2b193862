// Whether the server can be reached, as of the last request, and how old the data on screen is. `navigator.onLine` is only a
// hint: the server may be on this machine.

import type { ApiErrorCode } from '@gaffer/domain/shared/endpoint'

export type ConnectionState = { isLost: boolean; readAt: number | null }

/** The header in which the service worker states when it cached a response. */
export const cachedAtHeaderName = 'x-gaffer-read-at'
/** The name of a response cache is this prefix and the user id: the service worker has one per account. */
export const responseCachePrefix = 'gaffer-copies-'
// A lost connection is probed after 1, 2, 4 and 8 seconds, then every 15: browsers report its return late or not at all.
const firstProbeMs = 1_000
const longestProbeMs = 15_000

let connection: ConnectionState = { isLost: false, readAt: null }
let nextProbe: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Notes a response of the server, or a cached one of the service worker. An error with the code `failed` may be a proxy's, and
 * `unavailable` means that the database cannot be reached: neither ends a lost connection.
 */
export function updateConnectionFromResponse(response: Response, errorCode?: ApiErrorCode): void {
  if (errorCode === 'unavailable' || errorCode === 'failed') return
  const kept = response.headers.get(cachedAtHeaderName)
  if (kept === null) set({ isLost: false, readAt: Date.now() })
  else {
    const readAt = Date.parse(kept)
    // `readAt` is the time of the oldest cached response.
    set({ isLost: true, readAt: connection.isLost && connection.readAt ? Math.min(connection.readAt, readAt) : readAt })
  }
}

export function markConnectionLost(): void {
  set({ ...connection, isLost: true })
}

export function readConnectionState(): ConnectionState {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server and its database are ready. Bypasses the HTTP cache and the service worker's. */
export async function probeServer(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store' })
    if (response.ok) updateConnectionFromResponse(response)
    return response.ok
  } catch {
    markConnectionLost()
    return false
  }
}

/** Probes when the browser reports a change of its network. Called once, at the start. */
export function probeOnNetworkChange(): void {
  addEventListener('online', () => void probeServer())
  addEventListener('offline', () => void probeServer())
}

function set(next: ConnectionState): void {
  const before = connection
  connection = next
  if (next.isLost !== before.isLost) {
    clearTimeout(nextProbe)
    if (next.isLost) scheduleProbe(firstProbeMs)
  } else if (!next.isLost || next.readAt === before.readAt) return
  for (const listener of listeners) listener()
}

function scheduleProbe(delayMs: number): void {
  nextProbe = setTimeout(() => {
    scheduleProbe(Math.min(2 * delayMs, longestProbeMs))
    void probeServer()
  }, delayMs)
}
