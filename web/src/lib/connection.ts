// Whether the server can be reached, as the last call found it, and how old what is shown is. A browser's own opinion
// of its network is only a reason to look: the server may be on this very machine.

export type Connection = { isLost: boolean; readAt: number | null }

/** Set by the service worker on an answer that it had kept. */
export const readAtHeader = 'x-gaffer-read-at'
/** The service worker has one cache of copies per account: this prefix and the user id. */
export const copiesPrefix = 'gaffer-copies-'
const probeMs = 15_000

let connection: Connection = { isLost: false, readAt: null }
let probing: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** An answer came: from the server itself, or a kept one. One that says the database is away proves nothing. */
export function noteAnswer(response: Response): void {
  if (response.status === 503) return
  const kept = response.headers.get(readAtHeader)
  if (kept === null) set({ isLost: false, readAt: Date.now() })
  else {
    const readAt = Date.parse(kept)
    // Of everything shown, the oldest counts.
    set({ isLost: true, readAt: connection.isLost && connection.readAt ? Math.min(connection.readAt, readAt) : readAt })
  }
}

export function noteNoAnswer(): void {
  set({ ...connection, isLost: true })
}

export function readConnection(): Connection {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks whether the server and its database can serve. No worker keeps the answer. */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store' })
    if (response.ok) noteAnswer(response)
    return response.ok
  } catch {
    noteNoAnswer()
    return false
  }
}

/** Looks again when the browser says that something changed. Once, when the pages start. */
export function watchConnection(): void {
  addEventListener('online', () => void probe())
  addEventListener('offline', () => void probe())
}

function set(next: Connection): void {
  const changed = next.isLost !== connection.isLost || (next.isLost && next.readAt !== connection.readAt)
  connection = next
  if (!changed) return
  clearInterval(probing)
  if (next.isLost) probing = setInterval(() => void probe(), probeMs)
  for (const listener of listeners) listener()
}
