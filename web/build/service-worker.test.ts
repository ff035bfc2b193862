// Tests the bundled service worker of web/worker.

import { join } from 'node:path'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  makeFakeCacheStorage,
  fakeOrigin,
  makeServiceWorkerHarness,
  type FakeNetworkHandler,
} from './service-worker-harness.ts'
import { bundleServiceWorker } from './service-worker.ts'

const bandEvents = '/api/bands/b1/events?startDate=2026-03-01&endDate=2026-04-01'
const songs = (bandId: string) => `/api/bands/${bandId}/songs`

const root = join(import.meta.dirname, '..')
const calendarDocument = { url: '/calendar.html', revision: '1' }
const eventDocument = { url: '/event.html', revision: '1' }

let bundle: string
beforeAll(async () => {
  bundle = await bundleServiceWorker(root, [calendarDocument, eventDocument, { url: '/assets/old.js', revision: null }])
})
afterEach(() => void vi.useRealTimers())

const startWorker = (network: FakeNetworkHandler, caches = makeFakeCacheStorage()) =>
  makeServiceWorkerHarness(bundle, network, caches)

const me = (id = 'u1', bandIds = ['b1', 'b2']) =>
  Response.json({ user: { id }, bands: bandIds.map((bandId) => ({ bandId })) })
const away = (status: number) => Response.json({ code: 'unavailable' }, { status })
const serverWith = (path: string) => (path === '/api/me' ? me() : Response.json([{ path }]))
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

for (const status of [502, 503, 504]) {
  it(`a ${status} is replaced by the cached response, with a header that says when it was read`, async () => {
    let network: FakeNetworkHandler = serverWith
    const { read } = startWorker((path) => network(path))
    await read('/api/me')
    await read(bandEvents)
    network = () => away(status)
    for (const path of ['/api/me', bandEvents]) {
      const response = await read(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('x-gaffer-read-at')).toMatch(/^\d{4}-/)
    }
  })
}

it('the event lists of a month and of a year are cached separately, and each cached list also serves the range that starts a day later', async () => {
  let network: FakeNetworkHandler = serverWith
  const { read, cachedPaths } = startWorker((path) => network(path))
  await read('/api/me')
  const list = (startDate: string, endDate: string) => `/api/bands/b1/events?startDate=${startDate}&endDate=${endDate}`
  await read(list('2026-03-01', '2026-04-01'))
  await read(list('2026-03-01', '2027-03-01'))
  expect(await cachedPaths()).toEqual(
    expect.arrayContaining(['/api/bands/b1/events?month', '/api/bands/b1/events?year']),
  )
  network = noNetwork
  expect((await read(list('2026-03-02', '2026-04-02'))).status).toBe(200)
  expect((await read(list('2026-03-02', '2027-03-02'))).status).toBe(200)
})

it('event lists without dates and of other ranges replace neither the cached list of a month nor that of a year', async () => {
  let reads = 0
  let network: FakeNetworkHandler = (path) => (path === '/api/me' ? me() : Response.json({ read: (reads += 1) }))
  const { read } = startWorker((path) => network(path))
  await read('/api/me')
  const lists = ['', '?startDate=2026-03-01&endDate=2026-04-01', '?startDate=2026-03-01&endDate=2027-03-01']
  // As an edit conflict, a series and the check of a form read them.
  const others = ['?startDate=2025-09-02&endDate=2026-08-28', '?startDate=2026-03-14&endDate=2026-03-14']
  const paths = [...lists, ...others].map((query) => `/api/bands/b1/events${query}`)
  for (const path of paths) await read(path)
  network = noNetwork
  const copies = await Promise.all(paths.map(async (path) => (await read(path)).json()))
  expect(copies).toEqual(paths.map((_, index) => ({ read: index + 1 })))
})

it('a 503 reaches the page if no response is cached', async () => {
  expect((await startWorker(() => away(503)).read(bandEvents)).status).toBe(503)
})

it('a read without a network and without a cached response fails', async () => {
  const { open } = startWorker(noNetwork)
  await expect(open(bandEvents).response).rejects.toThrow()
})

it('a 401 of /api/me reaches the page and deletes all cached responses', async () => {
  let network: FakeNetworkHandler = serverWith
  const { read, cachedPaths } = startWorker((path) => network(path))
  await read('/api/me')
  await read(bandEvents)
  network = () => away(401)
  expect((await read('/api/me')).status).toBe(401)
  expect(await cachedPaths()).toEqual([])
})

it('the page gets the cached response after six seconds, and the late response replaces it in the cache', async () => {
  let network: FakeNetworkHandler = serverWith
  const { caches, read, open } = startWorker((path) => network(path))
  await read('/api/me')
  await read(songs('b1'))
  vi.useFakeTimers()
  let answer: ((response: Response) => void) | undefined
  network = () => new Promise((resolve) => (answer = resolve))
  const event = open(songs('b1'))
  const answered = vi.fn()
  void event.response?.then(answered)
  await vi.advanceTimersByTimeAsync(5900)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(await (await event.response)?.json()).toEqual([{ path: songs('b1') }])
  vi.useRealTimers()
  answer?.(Response.json(['late']))
  const copy = () => caches.match(fakeOrigin + songs('b1'), { cacheName: 'gaffer-copies-u1' })
  await expect.poll(async () => (await copy())?.json()).toEqual(['late'])
})

it('a response with no-store is not cached', async () => {
  const { read, cachedPaths } = startWorker((path) =>
    path === '/api/me' ? me() : Response.json([], { headers: { 'cache-control': 'no-store' } }),
  )
  await read('/api/me')
  await read(songs('b1'))
  expect(await cachedPaths()).toEqual(['/api/me'])
})

it.each([
  '/api/invites/secret-token',
  '/api/me/live',
  '/api/me/export',
  '/auth/google',
  '/feeds/secret.ics',
  '/invite/secret-token',
  '/readyz',
])('the service worker does not handle requests for %s', (path) => {
  expect(startWorker(serverWith).open(path).response).toBeUndefined()
})

it('a response of /api/me for another account deletes the cached responses of the earlier account', async () => {
  let id = 'u1'
  const { caches, read } = startWorker((path) => (path === '/api/me' ? me(id) : serverWith(path)))
  await read('/api/me')
  await read(songs('b1'))
  id = 'u2'
  await read('/api/me')
  expect(await caches.keys()).toEqual(['gaffer-copies-u2'])
})

it('a sign-out deletes all cached responses, and a read that ends after the sign-out caches none', async () => {
  let network: FakeNetworkHandler = serverWith
  const { caches, read, open, settle } = startWorker((path) => network(path))
  await read('/api/me')
  let answer: ((response: Response) => void) | undefined
  network = () => new Promise((resolve) => (answer = resolve))
  const pending = open(songs('b1'))
  await expect.poll(() => answer).toBeDefined()
  const signOut = open('/auth/logout', 'POST')
  expect(signOut.response).toBeUndefined()
  await settle(signOut)
  answer?.(Response.json([]))
  await pending.response
  await settle(pending)
  expect(await caches.keys()).toEqual([])
})

it("a 404 for a band deletes the cached responses of that band and the list of all bands' events, and none of other bands", async () => {
  let isRemoved = false
  const { read, cachedPaths } = startWorker((path) => (isRemoved ? away(404) : serverWith(path)))
  for (const path of ['/api/me', '/api/me/events', songs('b1'), bandEvents, songs('b2')]) await read(path)
  isRemoved = true
  expect((await read(songs('b1'))).status).toBe(404)
  expect(await cachedPaths()).toEqual(['/api/me', songs('b2')])
})

it('a 404 for an event deletes the cached response of that event and no other of its band', async () => {
  let isDeleted = false
  const event = '/api/bands/b1/events/e1'
  const { read, cachedPaths } = startWorker((path) => (isDeleted && path === event ? away(404) : serverWith(path)))
  for (const path of ['/api/me', songs('b1'), event]) await read(path)
  isDeleted = true
  expect((await read(event)).status).toBe(404)
  expect((await cachedPaths()).toSorted()).toEqual(['/api/me', songs('b1')].toSorted())
})

it('a response of /api/me that no longer lists a band deletes the cached responses of that band', async () => {
  let bandIds = ['b1', 'b2']
  const { read, cachedPaths } = startWorker((path) => (path === '/api/me' ? me('u1', bandIds) : serverWith(path)))
  for (const path of ['/api/me', songs('b1'), songs('b2')]) await read(path)
  bandIds = ['b2']
  await read('/api/me')
  expect((await cachedPaths()).toSorted()).toEqual(['/api/me', songs('b2')].toSorted())
})

it('without a network the event list that was cached yesterday answers the request of today', async () => {
  let network: FakeNetworkHandler = serverWith
  const { read } = startWorker((path) => network(path))
  await read('/api/me')
  await read(bandEvents)
  network = noNetwork
  expect((await read('/api/bands/b1/events?startDate=2026-03-02&endDate=2026-04-02')).status).toBe(200)
})

it('an account has at most 600 cached responses: the oldest are deleted', async () => {
  const { read, cachedPaths } = startWorker(serverWith)
  await read('/api/me')
  for (let month = 0; month < 605; month += 1) await read(`/api/bands/b1/calendar?month=${month}`)
  expect(await cachedPaths()).toHaveLength(600)
  expect((await cachedPaths())[0]).toBe('/api/bands/b1/calendar?month=5')
})

it('the service worker deletes cached responses of an event and its parts 14 days after it fetched them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const caches = makeFakeCacheStorage()
  const parts = ['', '/answers', '/brief', '/gig-sheet', '/history', '/practised'].map(
    (part) => `/api/bands/b1/events/e1${part}`,
  )
  const first = startWorker(serverWith, caches)
  await first.read('/api/me')
  for (const path of parts) await first.read(path)
  // Each start of the worker deletes expired responses once.
  const startAt = async (date: string) => {
    vi.setSystemTime(new Date(date))
    const worker = startWorker(serverWith, caches)
    await worker.read('/api/me')
    return worker.cachedPaths()
  }
  expect(await startAt('2026-03-15T11:00:00Z')).toEqual(expect.arrayContaining(parts))
  expect(await startAt('2026-03-15T13:00:00Z')).toEqual(['/api/me'])
})

it.each([
  ['/calendar', '/calendar.html'],
  ['/calendar/', '/calendar.html'],
  ['/calendar?event=e1', '/calendar.html'],
  ['/bands/b1/events/e1', '/event.html'],
])('%s opens without a network', async (path, document) => {
  let network: FakeNetworkHandler = (asked) => new Response(asked)
  const { fire, read } = startWorker((asked) => network(asked))
  await fire('install')
  network = noNetwork
  expect(await (await read(path)).text()).toBe(document)
})

it('a new version of the worker keeps the files of the old one until its activation, and downloads only changed files', async () => {
  const caches = makeFakeCacheStorage()
  const asked: string[] = []
  const network = (path: string) => {
    asked.push(path)
    return new Response(path)
  }
  const old = startWorker(network, caches)
  await old.fire('install')
  await old.fire('activate')
  await (await caches.open('gaffer-shell-0')).put('/calendar.html', new Response())
  const code = await bundleServiceWorker(root, [calendarDocument, { url: '/assets/new.js', revision: null }])
  asked.length = 0
  const next = makeServiceWorkerHarness(code, network, caches)
  await next.fire('install')
  expect(asked).toEqual(['/assets/new.js'])
  expect(await (await old.read('/assets/old.js')).text()).toBe('/assets/old.js')
  await next.fire('activate')
  const [precache = '', ...others] = await caches.keys()
  expect(others).toEqual([])
  const files = (await (await caches.open(precache)).keys()).map(({ url }) => new URL(url).pathname)
  expect(files).toEqual(['/calendar.html', '/assets/new.js'])
})

it('a new version of the worker replaces the old one only after the message use-new-version', () => {
  const { dispatch, skipWaiting } = startWorker(serverWith)
  dispatch('message', { data: 'another message' })
  expect(skipWaiting).not.toHaveBeenCalled()
  dispatch('message', { data: 'use-new-version' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})
