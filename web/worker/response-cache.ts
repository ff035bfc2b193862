// Caches responses to API reads, in one cache per account. Deleted here when a band answers 404 or its member has left, and at the
// sign-out by service-worker.ts.

import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js'
import { NetworkFirst } from 'workbox-strategies'
import { responseCachePrefix, cachedAtHeaderName } from '#lib/connection.ts'

const networkTimeoutSeconds = 6
const maxResponses = 600
const maxAgeMs = 14 * 86_400_000

const eventPaths = 'events/[\\w-]+(/(answers|brief|dep-requests|gig-sheet|history|practised|readers))?'
const bandPaths = `activity|availability|calendar|clashes|deps|events|members|setlists|songs|${eventPaths}`
const cachedPaths = new RegExp(`^/api/(me|me/events|me/notices|bands/[\\w-]+(/(${bandPaths}))?)$`)
/** Paths of one event: a 404 there means that the event is gone, and not the band. */
const eventPath = /^\/api\/bands\/[\w-]+\/events\/./
/**
 * The path of a band's list of events. The lists from today for a month and for a year have cache keys without their dates, which change
 * every day, so that yesterday's response is found offline. A list of any other range has its own key.
 */
const bandEvents = /^\/api\/bands\/[\w-]+\/events$/
const dayMs = 86_400_000

const isUnavailable = ({ status }: Response) => status >= 502 && status <= 504
const bandIdIn = (url: string) => /^\/api\/bands\/([\w-]+)(?:\/|$)/.exec(new URL(url).pathname)?.[1] ?? null

export function isCacheableUrl({ pathname }: URL): boolean {
  return cachedPaths.test(pathname)
}

/** Workbox handler, network first. The cached response is used after 6 seconds, without a network, and instead of a 502, 503 or 504. */
export const networkFirstHandler: RouteHandlerCallback = async ({ request, event }) => {
  const cacheName = (await findCacheName()) ?? 'no account'
  const plugins = [trackAccount, trackMembership, replaceUnavailable(), cacheResponses(cacheName)]
  return new NetworkFirst({ cacheName, networkTimeoutSeconds, plugins }).handle({ request, event })
}

export async function deleteResponseCachesExcept(except?: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(responseCachePrefix) && name !== except)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** `/api/me` names the account and its bands: deletes the cached responses of other accounts and of bands that the member left. */
const trackAccount: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (new URL(request.url).pathname !== '/api/me') return response
    if (response.status === 401) await deleteResponseCachesExcept()
    if (!response.ok) return response
    const { user, bands } = (await response.clone().json()) as { user: { id: string }; bands: { bandId: string }[] }
    const cacheName = responseCachePrefix + user.id
    await deleteResponseCachesExcept(cacheName)
    // Written here, because the strategy was created before the account was known.
    await (await caches.open(cacheName)).put(request.url, await toCachedResponse(response.clone()))
    const bandIds = new Set(bands.map(({ bandId }) => bandId))
    await deleteResponsesOfBands((bandId) => !bandIds.has(bandId))
    expiredDeleted ??= deleteExpiredResponses()
    await expiredDeleted
    return response
  },
}

/** Expired responses are deleted once per start of this worker. Browsers stop a worker after seconds without events. */
let expiredDeleted: Promise<void> | undefined

async function deleteExpiredResponses(): Promise<void> {
  const cacheName = await findCacheName()
  if (cacheName === undefined) return
  const cache = await caches.open(cacheName)
  const oldest = Date.now() - maxAgeMs
  for (const key of await cache.keys()) {
    const readAt = (await cache.match(key))?.headers.get(cachedAtHeaderName)
    if (readAt && Date.parse(readAt) < oldest) await cache.delete(key)
  }
}

/** A 404 for a list of a band means that the band or the membership is gone: deletes the band's cached responses. */
const trackMembership: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    if (response.status !== 404) return response
    if (eventPath.test(new URL(request.url).pathname)) await deleteCachedResponse(request.url)
    else await deleteResponsesOfBands((bandId) => bandId === bandIdIn(request.url))
    return response
  },
}

/** The page gets a 502, 503 or 504 only if no response is cached. */
function replaceUnavailable(): WorkboxPlugin {
  let unavailable: Response | undefined
  return {
    fetchDidSucceed: async ({ response }) => {
      if (!isUnavailable(response)) return response
      unavailable = response
      // NetworkFirst reads its cache only after a failed fetch.
      throw new Error(`The server is unavailable (${response.status})`)
    },
    handlerDidError: async () => unavailable,
  }
}

function cacheResponses(cacheName: string): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => {
      const url = new URL(request.url)
      if (bandEvents.test(url.pathname)) url.search = rangeKeyOf(url)
      return url.href
    },
    cacheWillUpdate: async ({ request, response }) => {
      const isWritten = new URL(request.url).pathname === '/api/me'
      if (isWritten || response.status !== 200 || /no-store/.test(response.headers.get('cache-control') ?? ''))
        return null
      const copy = await toCachedResponse(response)
      // A sign-out has deleted the cache meanwhile. Workbox would create it again.
      if (!(await caches.has(cacheName))) return null
      const cache = await caches.open(cacheName)
      const oldest = (await cache.keys()).slice(0, 1 - maxResponses)
      await Promise.all(oldest.map((key) => cache.delete(key)))
      return copy
    },
  }
}

function rangeKeyOf({ search, searchParams }: URL): string {
  const [start = 0, end = 0] = ['startDate', 'endDate'].map((name) => Date.parse(searchParams.get(name) ?? ''))
  const days = (end - start) / dayMs
  if (days >= 28 && days <= 31) return '?month'
  return days === 365 || days === 366 ? '?year' : search
}

/** Adds the time of the read, which pages show. Removes `Vary`, so that the cached response matches any request headers. */
async function toCachedResponse(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set(cachedAtHeaderName, new Date().toISOString())
  headers.delete('vary')
  return new Response(await response.blob(), { status: response.status, headers })
}

/** Also deletes the list of all bands' events, which contains events of these bands. */
async function deleteResponsesOfBands(isLeft: (bandId: string) => boolean): Promise<void> {
  const cacheName = await findCacheName()
  if (cacheName === undefined) return
  const cache = await caches.open(cacheName)
  const copies = await cache.keys()
  const left = copies.filter(({ url }) => {
    const bandId = bandIdIn(url)
    return bandId !== null && isLeft(bandId)
  })
  if (left.length === 0) return
  const lists = copies.filter(({ url }) => new URL(url).pathname === '/api/me/events')
  await Promise.all([...left, ...lists].map((key) => cache.delete(key, { ignoreVary: true })))
}

/** The id of the user whose responses are cached; null after a sign-out and after the session has ended. */
export async function findCachedUserId(): Promise<string | null> {
  return (await findCacheName())?.slice(responseCachePrefix.length) ?? null
}

async function deleteCachedResponse(url: string): Promise<void> {
  const cacheName = await findCacheName()
  if (cacheName !== undefined) await (await caches.open(cacheName)).delete(url, { ignoreVary: true })
}

async function findCacheName(): Promise<string | undefined> {
  return (await caches.keys()).find((name) => name.startsWith(responseCachePrefix))
}
