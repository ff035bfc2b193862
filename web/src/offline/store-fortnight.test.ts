import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BandEvent } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { anEvent } from '#testing/event-fixture.ts'
import { storeFortnight } from './store-fortnight.ts'

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

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  requested = []
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return Response.json(address.startsWith('/api/me/events') ? fortnight : [])
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the charts of every set list of the next fortnight are read, however many other pages its events have', async () => {
  await storeFortnight(client)
  const read = requested.filter((address) => address.endsWith('/charts'))
  expect(read.toSorted()).toEqual(chartsOf(fortnight).toSorted())
})

test('a second run reads what the limit of the first one left out', async () => {
  await storeFortnight(client)
  const answersOf = ({ bandId, id }: BandEvent) => `/api/bands/${bandId}/events/${id}/answers`
  const last = fortnight.map(answersOf).at(-1)
  expect(requested).not.toContain(last)
  requested = []
  await storeFortnight(client)
  expect(requested).toContain(last)
})

function chartsOf(events: readonly BandEvent[]): string[] {
  return events.map(({ bandId, setlistId }) => `/api/bands/${bandId}/setlists/${setlistId}/charts`)
}
