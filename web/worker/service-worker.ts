// Opens the pages without a network (precaches the app shell, answers API reads from copies), and receives push messages.

import { findRoute } from '@gaffer/domain/routes'
import { clientsClaim } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { deleteResponseCaches, isCached, networkFirst } from './response-cache.ts'
import { sendWhenOnline, type SyncEvent } from './outbox.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

// oxlint-disable-next-line no-underscore-dangle -- the name that Workbox gives it
precacheAndRoute(self.__WB_MANIFEST, {
  // The pages read their search parameters themselves.
  ignoreURLParametersMatching: [/./],
  cleanURLs: false,
  // `/calendar` gets calendar.html, every event's page event.html. Pages outside the list, such as invitations, go to the network.
  urlManipulation: ({ url }) => {
    const route = findRoute(url.pathname)
    return route ? [new URL(`/${route}.html`, url)] : []
  },
})
registerRoute(({ url, sameOrigin }) => sameOrigin && isCached(url), networkFirst)
clientsClaim()

// No route: the request reaches the network even if this worker fails.
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '/auth/logout') event.waitUntil(deleteResponseCaches())
})

self.addEventListener('message', ({ data }) => {
  // Sent when the member accepts the update. Without it, the new version waits until all pages are closed.
  if (data === 'use-new-version') void self.skipWaiting()
})

// Not in the DOM's types.
self.addEventListener('sync' as 'message', (event) => event.waitUntil(sendWhenOnline(event as unknown as SyncEvent)))
self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()))

self.addEventListener('activate', (event) => event.waitUntil(deleteEarlierShells()))

/** Releases before Workbox had a shell cache per version. */
async function deleteEarlierShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('gaffer-shell-'))
  await Promise.all(names.map((name) => caches.delete(name)))
}
