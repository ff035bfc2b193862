// Opens the pages without a network (precaches their documents and chunks), sends the outbox, and receives push messages. API requests
// pass it by.

import { findRouteName } from '@gaffer/domain/routes'
import { clientsClaim } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
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
clientsClaim()

self.addEventListener('message', ({ data }) => {
  // Sent when the member accepts the update. Without it, the new version waits until all pages are closed.
  if (data === 'use-new-version') void self.skipWaiting()
})

// The `sync` event is not in the DOM's types.
self.addEventListener('sync' as 'message', (event) => event.waitUntil(sendOutboxOnSync(event as unknown as SyncEvent)))
self.addEventListener('push', (event) => event.waitUntil(showPushNotification(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(handleNotificationClick(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPushSubscription()))

self.addEventListener('activate', (event) => event.waitUntil(deleteCachesOfEarlierReleases()))

/** Release 1 had a cache of files per version, and release 2 one of API responses per account. */
async function deleteCachesOfEarlierReleases(): Promise<void> {
  const names = (await caches.keys()).filter((name) => /^gaffer-(shell|copies)-/.test(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}
