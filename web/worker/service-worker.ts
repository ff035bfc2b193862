// Opens the pages without a network (precaches their documents and chunks, caches API reads), and receives push messages.

import { findRouteName } from '@gaffer/domain/routes'
import { clientsClaim } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { deleteResponseCachesExcept, isCacheableUrl, networkFirstHandler } from './response-cache.ts'
import { sendOutboxOnSync, type SyncEvent } from './outbox.ts'
import { handleNotificationClick, renewPushSubscription, showPushNotification } from './push.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

// oxlint-disable-next-line no-underscore-dangle -- the name that Workbox gives it
precacheAndRoute(self.__WB_MANIFEST, {
  // The pages read their search parameters themselves.
  ignoreURLParametersMatching: [/./],
  cleanURLs: false,
  // `/calendar` gets calendar.html, every event's page event.html. Documents that are not precached, such as invitations, are requested.
  urlManipulation: ({ url }) => {
    const route = findRouteName(url.pathname)
    return route ? [new URL(`/${route}.html`, url)] : []
  },
})
registerRoute(({ url, sameOrigin }) => sameOrigin && isCacheableUrl(url), networkFirstHandler)
clientsClaim()

// A listener and not a Workbox route: the request reaches the network even if this worker fails.
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '/auth/logout') event.waitUntil(deleteResponseCachesExcept())
})

self.addEventListener('message', ({ data }) => {
  // Sent when the member accepts the update. Without it, the new version waits until all pages are closed.
  if (data === 'use-new-version') void self.skipWaiting()
})

// The `sync` event is not in the DOM's types.
self.addEventListener('sync' as 'message', (event) => event.waitUntil(sendOutboxOnSync(event as unknown as SyncEvent)))
self.addEventListener('push', (event) => event.waitUntil(showPushNotification(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(handleNotificationClick(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPushSubscription()))

self.addEventListener('activate', (event) => event.waitUntil(deleteEarlierShells()))

/** Deletes the precaches of releases before Workbox, which had one cache per version. */
async function deleteEarlierShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('gaffer-shell-'))
  await Promise.all(names.map((name) => caches.delete(name)))
}
