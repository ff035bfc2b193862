// Background Sync: the browser starts the service worker when there is a network, even with all pages closed. Chromium only.

import { syncTag } from './send-outbox.ts'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Does nothing where there is no Background Sync: then pages send. */
export async function requestSync(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  // The member or a private window may have turned it off.
  await registration?.sync?.register(syncTag).catch(() => undefined)
}
