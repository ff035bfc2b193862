import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Module from './prefetched-responses.ts'

let module: typeof Module
const address = '/api/bands/a/songs'

beforeEach(async () => {
  vi.resetModules()
  globalThis.gafferPrefetch = undefined
  vi.useFakeTimers()
  module = await import('./prefetched-responses.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubFetch(outcome: Response | Error) {
  const fakeFetch = vi.fn<(address: string) => Promise<Response>>(async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  vi.stubGlobal('fetch', fakeFetch)
  return fakeFetch
}

it('takePrefetchedResponse returns a response to the first read of its address only', async () => {
  stubFetch(Response.json(['song']))
  module.startPrefetch(async () => void (await module.prefetchResponse(address)))
  expect(await module.takePrefetchedResponse('/api/bands/b/songs')).toBeNull()
  expect(await (await module.takePrefetchedResponse(address))?.json()).toEqual(['song'])
  expect(await module.takePrefetchedResponse(address)).toBeNull()
})

it('prefetchResponse resolves to a clone, so that takePrefetchedResponse can still return the response', async () => {
  stubFetch(Response.json(['song']))
  expect(await (await module.prefetchResponse(address))?.json()).toEqual(['song'])
  expect(await (await module.takePrefetchedResponse(address))?.json()).toEqual(['song'])
})

it.each([
  ['a 401', Response.json({}, { status: 401 })],
  ['a failed request', new TypeError('Failed to fetch')],
])('takePrefetchedResponse does not return %s', async (_, outcome) => {
  stubFetch(outcome)
  expect(await module.prefetchResponse(address)).toBeNull()
  expect(await module.takePrefetchedResponse(address)).toBeNull()
})

it('takePrefetchedResponse waits for a prefetch that requests the address only after another response', async () => {
  stubFetch(Response.json(['song']))
  const first = Promise.withResolvers<void>()
  module.startPrefetch(async () => {
    await first.promise
    void module.prefetchResponse(address)
  })
  const taken = module.takePrefetchedResponse(address)
  first.resolve()
  expect(await (await taken)?.json()).toEqual(['song'])
})

it('takePrefetchedResponse returns a response that another bundle of the page requested', async () => {
  stubFetch(Response.json(['song']))
  await module.prefetchResponse(address)
  vi.resetModules()
  module = await import('./prefetched-responses.ts')
  expect(await (await module.takePrefetchedResponse(address))?.json()).toEqual(['song'])
})

it('takePrefetchedResponse returns no response that is older than 10 seconds', async () => {
  stubFetch(Response.json([]))
  await module.prefetchResponse(address)
  vi.advanceTimersByTime(10_001)
  expect(await module.takePrefetchedResponse(address)).toBeNull()
})

it('takePrefetchedResponse returns nothing after dropPrefetchedResponses', async () => {
  stubFetch(Response.json([]))
  await module.prefetchResponse(address)
  module.dropPrefetchedResponses()
  expect(await module.takePrefetchedResponse(address)).toBeNull()
})
