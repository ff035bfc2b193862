// Whether the server can be reached, as of the last request. `navigator.onLine` is only a hint: the server may be on this machine.

import type { ApiErrorCode } from '@gaffer/domain/shared/endpoint'

export type ConnectionState = { isLost: boolean }

// A lost connection is probed after 1, 2, 4 and 8 seconds, then every 15: browsers report its return late or not at all.
const firstProbeDelayMs = 1_000
const maxProbeDelayMs = 15_000

let connection: ConnectionState = { isLost: false }
/** When a lost connection last came back, in epoch ms. */
let regainedAt = 0
let probeTimer: ReturnType<typeof setTimeout> | undefined
/** Grows until an endpoint of the API responds: if only the probe succeeds, the next probe waits longer. */
let probeDelayMs = firstProbeDelayMs
const listeners = new Set<() => void>()

/**
 * Call after each response: it ends a lost connection. An error with the code `failed` may be a proxy's, and `unavailable` means that the
 * database cannot be reached: neither ends a lost connection.
 */
export function markConnected(errorCode?: ApiErrorCode): void {
  if (errorCode === 'unavailable' || errorCode === 'failed') return
  probeDelayMs = firstProbeDelayMs
  setConnection({ isLost: false })
}

export function markConnectionLost(): void {
  setConnection({ isLost: true })
}

/**
 * Call after a request without a response. In the first 15 s after a regained connection, this only probes the server: if a single request
 * keeps failing, it would otherwise mark the connection as lost, be refetched once the connection is back, and fail again without an end.
 */
export function reportNoResponse(): void {
  if (Date.now() - regainedAt > maxProbeDelayMs) markConnectionLost()
  else void probeServer()
}

export function readConnectionState(): ConnectionState {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server and its database are ready. A success ends a lost connection; a request without a response begins one. */
export async function probeServer(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store' })
    if (response.ok) setConnection({ isLost: false })
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

function setConnection(next: ConnectionState): void {
  if (next.isLost === connection.isLost) return
  connection = next
  clearTimeout(probeTimer)
  if (next.isLost) scheduleProbe()
  else regainedAt = Date.now()
  for (const listener of listeners) listener()
}

function scheduleProbe(): void {
  probeTimer = setTimeout(() => {
    scheduleProbe()
    void probeServer()
  }, probeDelayMs)
  probeDelayMs = Math.min(2 * probeDelayMs, maxProbeDelayMs)
}
