// Opens the pages without a network (precaches their documents and chunks), sends the outbox, and receives push messages. It does not
// handle API requests.

import { findRouteName } from '@gaffer/domain/routes'
import { cacheNames, clientsClaim } from 'workbox-core'
import { precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { pdfViewerCache, pdfViewerFolder } from '#offline/pdf-viewer-files.ts'
import { sendOutbox, backgroundSyncTag } from '#offline/send-outbox.ts'
import { readStoredAccount } from '#offline/stored-query-database.ts'
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

/** The Static Routing API is not in the DOM's types. */
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: StaticRoute[]) => Promise<void> }
type StaticRoute = {
  condition: { urlPattern: { pathname: string } }
  source: 'network' | { cacheName: string }
}

self.addEventListener('install', (event: InstallEvent) => {
  const network = (pathname: string): StaticRoute => ({ condition: { urlPattern: { pathname } }, source: 'network' })
  // Browsers without the Static Routing API send these requests through the worker.
  void event.addRoutes?.([
    // The browser reads the chunks of pages from the cache by itself: waking the worker for each takes longer than reading it. The names of
    // chunks change with their content.
    { condition: { urlPattern: { pathname: '/assets/:file' } }, source: { cacheName: cacheNames.precache } },
    // These requests bypass the worker. To activate a new version, Chromium stops this worker; if a request starts it again at that moment,
    // the activation waits until the worker has been idle for 30 s. In 13 of 30 updates on a busy machine, Reload did nothing for that
    // time.
    network('/api/*'),
    network('/auth/*'),
  ])
})

self.addEventListener('fetch', (event) => {
  // The files of the PDF viewer are kept with the first chart of a device. Their folder is named by their version.
  if (new URL(event.request.url).pathname.startsWith(pdfViewerFolder)) event.respondWith(readViewerFile(event.request))
})

async function readViewerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: pdfViewerCache })) ?? fetch(request)
}

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

/** Release 1 had a cache of files per version, release 2 one of API responses per account, and an earlier PDF viewer its own. */
async function deleteCachesOfEarlierReleases(): Promise<void> {
  const isOld = (name: string) =>
    /^gaffer-(shell|copies)-/.test(name) || (name.startsWith('gaffer-pdf-') && name !== pdfViewerCache)
  const names = (await caches.keys()).filter(isOld)
  await Promise.all(names.map((name) => caches.delete(name)))
}

type SyncEvent = ExtendableEvent & { tag: string }

/**
 * Sends the outbox on a `sync` event, which the browser dispatches once there is a network, even with all pages closed. Rejects if the
 * server was not reached or could not handle a request, so that the browser dispatches the event again.
 */
async function sendOutboxOnSync({ tag }: SyncEvent): Promise<void> {
  if (tag !== backgroundSyncTag) return
  const userId = await readStoredAccount()
  if (userId === null) return
  const { kind } = await sendOutbox(userId)
  if (kind === 'later') throw new Error('The outbox could not be sent')
}
