// Responses that were requested before the application was loaded (src/prefetch.ts). Each is used once, for the first read of its
// address. The addresses of failed responses are requested again.

const maxAgeMs = 10_000

type Prefetched = { requestedAt: number; response: Promise<Response | null> }
type PrefetchState = { responses: Map<string, Prefetched>; planned: Promise<void> | null }

declare global {
  var gafferPrefetch: PrefetchState | undefined
}

// A global variable, because the prefetch script is a bundle of its own.
const prefetchState = (globalThis.gafferPrefetch ??= { responses: new Map(), planned: null })

/** Runs `plan`, which calls `prefetchResponse`. */
export function startPrefetch(plan: () => Promise<void>): void {
  prefetchState.planned = plan()
}

/** Requests an address. Resolves to a clone of the response, or to null if it failed. */
export async function prefetchResponse(address: string): Promise<Response | null> {
  const response = fetch(address, { headers: { accept: 'application/json' }, credentials: 'include' }).then(
    (response) => (response.ok ? response : null),
    () => null,
  )
  prefetchState.responses.set(address, { requestedAt: Date.now(), response })
  return (await response)?.clone() ?? null
}

/** Takes the prefetched response of an address; null without one, after a failure, or if it is older than `maxAgeMs`. */
export async function takePrefetchedResponse(address: string): Promise<Response | null> {
  await prefetchState.planned
  const prefetched = prefetchState.responses.get(address)
  prefetchState.responses.delete(address)
  return prefetched && Date.now() - prefetched.requestedAt <= maxAgeMs ? prefetched.response : null
}

/** Drops all prefetched responses. Call it before a write, which makes them stale: later reads do not wait for them. */
export function dropPrefetchedResponses(): void {
  prefetchState.planned = null
  prefetchState.responses.clear()
}
