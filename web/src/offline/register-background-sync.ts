// Background Sync: the browser starts the service worker when there is a network, even with all pages closed. Chromium only.

import { backgroundSyncTag } from './send-outbox.ts'

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Registers the sync event. Does nothing in browsers without Background Sync: there, only pages send. */
export async function registerBackgroundSync(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  // Background Sync may be turned off in the settings or in a private window.
  await registration?.sync?.register(backgroundSyncTag).catch(() => undefined)
}
