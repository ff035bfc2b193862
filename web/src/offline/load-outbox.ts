// Loads the log of changes, which is a chunk of its own. `app` registers a loader that also loads how the changes of all features look.

import type * as pageOutbox from './page-outbox.ts'

type Outbox = typeof pageOutbox

let load = (): Promise<Outbox> => import('./page-outbox.ts')

export function registerOutboxLoader(loader: () => Promise<Outbox>): void {
  load = loader
}

export function loadOutbox(): Promise<Outbox> {
  return load()
}
