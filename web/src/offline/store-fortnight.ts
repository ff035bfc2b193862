// Reads what the pages of the next fortnight's events show, so that it is stored for later without a network.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import type { QueryClient } from '@tanstack/react-query'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'
import { endpointQueryOptions, type EndpointQueryKey, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { fetchOrThrow } from '#lib/request.ts'
import { keepCharts } from './keep-charts.ts'
import { removeGoneRecordings } from './keep-recordings.ts'

const maxFreshAgeMs = 3_600_000
const maxRequests = 60
/** The shortest time between two runs of `keepFortnightStored`. */
const minRunIntervalMs = 5 * 60_000
const chartsOfSetlist = 'GET /api/bands/:bandId/setlists/:setlistId/charts'

const keptClients = new WeakSet<QueryClient>()

/**
 * Stores the fortnight now, and again when the first service worker takes over the page, when the connection is back and when the page is
 * shown: an installed app stays open for days. Does nothing without a service worker, because pages then open with a network only. A second
 * call does nothing.
 */
export function keepFortnightStored(client: QueryClient): void {
  if (keptClients.has(client)) return
  keptClients.add(client)
  const { serviceWorker } = navigator
  let startedAt = -Infinity
  const storeIfDue = () => {
    const isTooSoon = Date.now() - startedAt < minRunIntervalMs
    if (!serviceWorker.controller || readConnectionState().isLost || isTooSoon) return
    startedAt = Date.now()
    void storeFortnight(client)
  }
  serviceWorker.addEventListener('controllerchange', storeIfDue)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') storeIfDue()
  })
  onConnectionChange(() => {
    // A lost connection stops a run before its end, so the next run is due at once.
    if (readConnectionState().isLost) startedAt = -Infinity
    storeIfDue()
  })
  storeIfDue()
}

/**
 * Reads the next fortnight's events, and the endpoints of their pages that were not read in the last hour: one after another, and besides
 * lists of charts at most `maxRequests`. Then keeps the charts on the device and removes recordings that are gone. Stops when the connection
 * is lost.
 */
export async function storeFortnight(client: QueryClient): Promise<void> {
  const eventsQuery = eventsOfFortnightOptions()
  // Always read: the cached list lacks events that were added since its read.
  await client.invalidateQueries({ queryKey: eventsQuery.queryKey })
  await client.prefetchQuery(eventsQuery)
  const keysByPath = new Map(
    (client.getQueryData(eventsQuery.queryKey) ?? [])
      .flatMap(keysOfEvent)
      .map((key) => [anyEndpointPathOf(...key), key]),
  )
  const staleKeys = [...keysByPath.values()].filter((key) => !isQueryFresh(client, key))
  // The limit does not count charts: those of every set list must be on the device.
  const chartKeys = staleKeys.filter(([name]) => name === chartsOfSetlist)
  const otherKeys = staleKeys.filter(([name]) => name !== chartsOfSetlist).slice(0, maxRequests)
  for (const queryKey of [...chartKeys, ...otherKeys]) {
    if (readConnectionState().isLost) return
    await client.prefetchQuery({ queryKey, queryFn: () => fetchEndpoint(queryKey) })
  }
  await keepChartsOfFortnight(client)
  await removeGoneRecordings(client)
}

/** Keeps the charts of the set lists of the next fortnight's events. */
export async function keepChartsOfFortnight(client: QueryClient): Promise<void> {
  const events = client.getQueryData(eventsOfFortnightOptions().queryKey) ?? []
  const setlists = events.flatMap(({ bandId, setlistId, status, date }) =>
    bandId !== null && setlistId !== null && status !== 'cancelled' ? [{ bandId, setlistId, date }] : [],
  )
  await keepCharts(client, setlists)
}

function eventsOfFortnightOptions() {
  const today = todayInLondon(new Date())
  const range = { startDate: today, endDate: addDays(today, limits.offlineEventDays) }
  return endpointQueryOptions('GET /api/me/events', { query: range })
}

function isQueryFresh(client: QueryClient, key: EndpointQueryKey): boolean {
  return Date.now() - (client.getQueryState(key)?.dataUpdatedAt ?? 0) < maxFreshAgeMs
}

async function fetchEndpoint(key: EndpointQueryKey): Promise<unknown> {
  return (await fetchOrThrow(anyEndpointPathOf(...key))).json()
}

function keysOfEvent({ id: eventId, bandId, type, status, setlistId }: CalendarEntry): EndpointQueryKey[] {
  if (bandId === null || type === 'unavailable' || status === 'cancelled') return []
  const path = 'GET /api/bands/:bandId/events/:eventId'
  const ofEvent: ReadEndpointName[] = [
    path,
    `${path}/answers`,
    ...(isGigOrFestival(type)
      ? ([`${path}/gig-sheet`, `${path}/dep-requests`, `${path}/lifts`, `${path}/played`] as const)
      : []),
    ...(isPracticeOrRehearsal(type) ? ([`${path}/brief`, `${path}/practised`] as const) : []),
  ]
  const ofBand: ReadEndpointName[] = [
    'GET /api/bands/:bandId/members',
    ...(isGigOrFestival(type) ? (['GET /api/bands/:bandId/deps'] as const) : []),
    ...(setlistId === null ? [] : (['GET /api/bands/:bandId/setlists'] as const)),
    ...(setlistId === null && !isPracticeOrRehearsal(type) ? [] : (['GET /api/bands/:bandId/songs'] as const)),
  ]
  return [
    ...ofEvent.map((name): EndpointQueryKey => [name, { params: { bandId, eventId } }]),
    ...ofBand.map((name): EndpointQueryKey => [name, { params: { bandId } }]),
    ...(setlistId === null ? [] : [queryKeyOfCharts(bandId, setlistId)]),
  ]
}

function queryKeyOfCharts(bandId: string, setlistId: string): EndpointQueryKey {
  return [chartsOfSetlist, { params: { bandId, setlistId } }]
}
