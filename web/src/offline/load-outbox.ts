// Loads the outbox, which is a chunk of its own. `app` registers a loader that also loads the change appliers of all features.

import type * as pageOutbox from './page-outbox.ts'

type Outbox = typeof pageOutbox

let load = (): Promise<Outbox> => import('./page-outbox.ts')
let loadPromise: Promise<Outbox> | undefined

export function registerOutboxLoader(loader: () => Promise<Outbox>): void {
  load = loader
  loadPromise = undefined
}

/** Loads the chunk once for all callers: changes that wait for it enter the outbox in the order in which they were made. */
export function loadOutbox(): Promise<Outbox> {
  loadPromise ??= load().catch((error: unknown) => {
    loadPromise = undefined
    throw error
  })
  return loadPromise
}
