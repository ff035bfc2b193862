// Requests the data of the next fortnight's event pages, so that the service worker caches it for later without a network. Responses
// that were cached in the last hour are not requested again.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { responseCachePrefix, cachedAtHeaderName, readConnectionState } from '#lib/connection.ts'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'

const freshMs = 3_600_000
const maxRequests = 60

/** Ends early without a network, and if a new service worker waits: it takes over only while the old one has no pending requests. */
export async function prefetchFortnightForOffline(userId: string): Promise<void> {
  const today = todayInLondon(new Date())
  const range = { startDate: today, endDate: addDays(today, limits.offlineGigDays) }
  // Always requested: the cached list lacks events that were added since.
  const events = (await read(anyEndpointPathOf('GET /api/me/events', { query: range }))) as CalendarEntry[] | null
  const addresses = new Set((events ?? []).flatMap(addressesOf))
  for (const address of [...addresses].slice(0, maxRequests)) {
    if (readConnectionState().isLost || (await isUpdateWaiting()) || (await readFresh(userId, address)) === null) return
  }
}

async function isUpdateWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  return Boolean(registration?.waiting ?? registration?.installing)
}

function addressesOf({ id: eventId, bandId, type, status, setlistId }: CalendarEntry): string[] {
  if (bandId === null || type === 'unavailable' || status === 'cancelled') return []
  const path = 'GET /api/bands/:bandId/events/:eventId'
  const names = [
    path,
    `${path}/answers`,
    'GET /api/bands/:bandId/members',
    ...(isGigOrFestival(type) ? [`${path}/gig-sheet`, `${path}/dep-requests`, 'GET /api/bands/:bandId/deps'] : []),
    ...(setlistId === null ? [] : ['GET /api/bands/:bandId/setlists']),
    ...(setlistId === null && !isPracticeOrRehearsal(type) ? [] : ['GET /api/bands/:bandId/songs']),
    ...(isPracticeOrRehearsal(type) ? [`${path}/brief`, `${path}/practised`] : []),
  ]
  return names.map((name) => anyEndpointPathOf(name, { params: { bandId, eventId } }))
}

/** The body of the cached response if it is fresh, else of a new response. Null without a network. */
async function readFresh(userId: string, address: string): Promise<unknown> {
  const copy = await caches.match(address, { cacheName: responseCachePrefix + userId })
  const readAt = Date.parse(copy?.headers.get(cachedAtHeaderName) ?? '')
  return copy && Date.now() - readAt < freshMs ? copy.json() : read(address)
}

/** The body of the response, which the service worker caches; an empty array for an error response. Null without a network. */
async function read(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { priority: 'low' })
    // An error response, for instance because the event was deleted: the service worker has deleted its cached response too.
    return response.ok ? await response.json() : []
  } catch {
    return null
  }
}
