// Responses that were requested before the application was loaded (src/prefetch.ts). Each is given out once, to the first read
// of its address. Failures and copies of the service worker do not count: those addresses are requested again.

import { readAtHeader } from './connection.ts'

const maxAgeMs = 10_000

type Prefetched = { requestedAt: number; response: Promise<Response | null> }
type Prefetch = { responses: Map<string, Prefetched>; planned: Promise<void> | null }

declare global {
  var gafferPrefetch: Prefetch | undefined
}

// Global: the prefetch script is a bundle of its own.
const prefetch = (globalThis.gafferPrefetch ??= { responses: new Map(), planned: null })

/** Runs `plan`, which calls `prefetchResponse`. */
export function startPrefetch(plan: () => Promise<void>): void {
  prefetch.planned = plan()
}

/** Requests an address. Resolves to a copy of the response, or to null if it failed or was a service worker's copy. */
export async function prefetchResponse(address: string): Promise<Response | null> {
  const response = fetch(address, { headers: { accept: 'application/json' }, credentials: 'include' }).then(
    (response) => (isFromServer(response) ? response : null),
    () => null,
  )
  prefetch.responses.set(address, { requestedAt: Date.now(), response })
  return (await response)?.clone() ?? null
}

/** Null where nothing was prefetched from the address, or more than 10 s ago (`maxAgeMs`). */
export async function takePrefetched(address: string): Promise<Response | null> {
  await prefetch.planned
  const found = prefetch.responses.get(address)
  prefetch.responses.delete(address)
  return found && Date.now() - found.requestedAt <= maxAgeMs ? found.response : null
}

/** Call before a write, which makes the responses stale. */
export function dropPrefetched(): void {
  prefetch.responses.clear()
}

/** A copy of the service worker may belong to another account, until the server says which one is signed in. */
function isFromServer(response: Response): boolean {
  return response.ok && !response.headers.has(readAtHeader)
}
