import 'fake-indexeddb/auto'
import { setTimeout } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { BandEvent } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { anEvent } from '#testing/event-fixture.ts'
import { markConnected, markConnectionLost, readConnectionState } from '#lib/connection.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me.ts'
import { errorResponse } from '#testing/error-response.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { listKeptFiles, storeKeptFile } from './kept-file-database.ts'
import { deleteAllStoredQueries, switchAccount } from './stored-query-database.ts'
import { keepChartsOfFortnight, keepFortnightStored, storeFortnight } from './store-fortnight.ts'

const today = todayInLondon(new Date())
const anId = (kind: string, number: number) => `0190a000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`
/** Two gigs and two practices of each of three bands. Each event has its own set list. */
const fortnight = Array.from({ length: 12 }, (_, day) =>
  anEvent({
    bandId: anId('b', day % 3),
    type: day < 6 ? 'public_gig' : 'practice',
    date: addDays(today, day),
    setlistId: anId('c', day),
  }),
)
let client: QueryClient
let requested: string[]
let serviceWorker: EventTarget & { controller: object | null }

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  requested = []
  serviceWorker = Object.assign(new EventTarget(), { controller: null })
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return Response.json(address.startsWith('/api/me/events') ? fortnight : [])
  })
})
afterEach(async () => {
  serviceWorker.controller = null
  // Ends a run that the test did not wait for.
  markConnectionLost()
  await setTimeout()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  markConnected()
})

test('storeFortnight reads the charts of the set lists of all 12 events of the next fortnight', async () => {
  await storeFortnight(client)
  const read = requested.filter((address) => address.endsWith('/charts'))
  expect(read.toSorted()).toEqual(chartsOf(fortnight).toSorted())
})

test('a second run of storeFortnight reads the answers of the last event, which the limit of the first run left out', async () => {
  await storeFortnight(client)
  const answersOf = ({ bandId, id }: BandEvent) => `/api/bands/${bandId}/events/${id}/answers`
  const last = fortnight.map(answersOf).at(-1)
  expect(requested).not.toContain(last)
  requested = []
  await storeFortnight(client)
  expect(requested).toContain(last)
})

test('on the first visit, the data of the next fortnight is read once the service worker controls the page', async () => {
  keepStored(null)
  expect(requested).toEqual([])
  serviceWorker.controller = {}
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  await expect.poll(() => requested).toContain(gigSheetOf(fortnight[0]))
})

test('a page that stays open reads the events of the next fortnight again when it is shown, at most every five minutes', async () => {
  const page = keepStored({})
  await expect.poll(() => countReadsOfEvents()).toBe(1)
  page.dispatchEvent(new Event('visibilitychange'))
  vi.setSystemTime(Date.now() + 5 * 60_000)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await setTimeout()
  expect(countReadsOfEvents()).toBe(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => countReadsOfEvents()).toBe(2)
})

test('a page that is opened without a network reads the data of the next fortnight once the connection is back', async () => {
  markConnectionLost()
  keepStored({})
  expect(requested).toEqual([])
  markConnected()
  await expect.poll(() => requested).toContain(gigSheetOf(fortnight[0]))
})

test('a run of storeFortnight that a lost connection ended is continued once the connection is back', async () => {
  const succeed = fetch
  let isOffline = false
  vi.stubGlobal('fetch', (address: string) => {
    isOffline ||= address === gigSheetOf(fortnight[0])
    return isOffline ? Promise.reject(new TypeError('offline')) : succeed(address)
  })
  keepStored({})
  await expect.poll(() => readConnectionState().isLost).toBe(true)
  await setTimeout()
  expect(requested).not.toContain(gigSheetOf(fortnight[1]))
  vi.stubGlobal('fetch', succeed)
  markConnected()
  await expect.poll(() => requested).toContain(gigSheetOf(fortnight[1]))
})

describe('files of the signed-in account', () => {
  const user = aUser()

  beforeEach(async () => {
    await switchAccount(user.id)
    client.setQueryData(meQueryOptions.queryKey, { user, bands: [] })
  })
  afterEach(deleteAllStoredQueries)

  test('the charts of set lists of coming events are kept on the device, and charts for cancelled events are not', async () => {
    const [gig, cancelled] = [fortnight[0]!, { ...fortnight[1]!, status: 'cancelled' as const }]
    const query = { startDate: today, endDate: addDays(today, limits.offlineEventDays) }
    client.setQueryData(queryKeyOf('GET /api/me/events', { query }), [gig, cancelled])
    for (const { bandId, setlistId } of [gig, cancelled]) {
      const params = { bandId, setlistId: setlistId as string }
      const chart = { id: `chart of ${setlistId}`, kind: 'text', version: 1, bytes: 3, url: null }
      client.setQueryData(queryKeyOf('GET /api/bands/:bandId/setlists/:setlistId/charts', { params }), [chart as Chart])
    }
    await keepChartsOfFortnight(client)
    expect((await listKeptFiles()).map(({ id }) => id)).toEqual([`chart of ${gig.setlistId}`])
  })

  test('a run removes kept recordings that the server has deleted', async () => {
    for (const id of ['deleted', 'there'])
      await storeKeptFile(user.id, { kind: 'recording', id, bandId: 'b', version: 1, bytes: 1 }, new ArrayBuffer(1))
    const succeed = fetch
    vi.stubGlobal('fetch', (address: string) =>
      address.endsWith('/recordings/deleted') ? errorResponse(404, 'not_found') : succeed(address),
    )
    await storeFortnight(client)
    expect((await listKeptFiles()).map(({ id }) => id)).toEqual(['there'])
  })
})

/** Calls `keepFortnightStored` with the controller, and returns the document. */
function keepStored(controller: object | null) {
  serviceWorker.controller = controller
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', page)
  keepFortnightStored(client)
  return page
}

const gigSheetOf = (event: BandEvent | undefined) => `/api/bands/${event?.bandId}/events/${event?.id}/gig-sheet`

function countReadsOfEvents(): number {
  return requested.filter((address) => address.startsWith('/api/me/events')).length
}

function chartsOf(events: readonly BandEvent[]): string[] {
  return events.map(({ bandId, setlistId }) => `/api/bands/${bandId}/setlists/${setlistId}/charts`)
}
