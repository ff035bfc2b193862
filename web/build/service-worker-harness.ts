// A service worker scope for tests: events, notifications, windows, a fake network and a fake cache storage.

import { vi } from 'vitest'

export const fakeOrigin = 'https://gaffer.example'
export type FakeNetworkHandler = (path: string, request?: Request) => Response | Promise<Response>
export type ShownNotification = { title: string; close: () => void } & NotificationOptions
type Handler = (event: object) => void

class FetchEvent {
  readonly type: string = 'fetch'
  readonly work: Promise<unknown>[] = []
  readonly request: Request
  response: Promise<Response> | undefined
  constructor(request: Request) {
    this.request = request
  }
  waitUntil(work: Promise<unknown>) {
    this.work.push(work)
  }
  respondWith(response: Promise<Response>) {
    this.response = response
  }
}

/** Runs `code` as a service worker. `network` makes the responses to its requests. */
export function makeServiceWorkerHarness(code: string, network: FakeNetworkHandler, caches = makeFakeCacheStorage()) {
  const handlers: [string, Handler][] = []
  const location = { origin: fakeOrigin, href: `${fakeOrigin}/sw.js` }
  const notifications: ShownNotification[] = []
  const registration = {
    scope: `${fakeOrigin}/`,
    showNotification: async (title: string, options: NotificationOptions) =>
      void notifications.push({ title, close: vi.fn(), ...options }),
    pushManager: { getSubscription: vi.fn(async (): Promise<unknown> => null), subscribe: vi.fn() },
  }
  const windows: { url: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }[] = []
  const openWindow = vi.fn(async () => null)
  const locks: LockInfo[] = []
  const navigator = {
    setAppBadge: vi.fn(async () => undefined),
    locks: {
      query: async () => ({ held: locks }),
      request: (_name: string, run: () => Promise<unknown>) => run(),
    },
  }
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.push([name, handler]),
    clients: { claim: () => Promise.resolve(), matchAll: async () => windows, openWindow },
    skipWaiting: vi.fn(),
    caches,
    location,
    registration,
  }
  const fetch = async (input: Request | string, init?: RequestInit) => {
    const request = typeof input === 'string' ? new Request(new URL(input, fakeOrigin), init) : input
    return network(new URL(request.url).pathname, request)
  }
  const globals = { self, caches, fetch, location, navigator, FetchEvent, registration }
  new Function(...Object.keys(globals), code)(...Object.values(globals))
  const dispatch = (name: string, event: object) => {
    for (const [handled, handler] of handlers) if (handled === name) handler(event)
  }
  const waitForWork = async ({ work }: FetchEvent) => {
    for (let done = 0; done < work.length; done += 1) await work[done]
  }
  const dispatchAndWait = async (name: string, fields: object = {}) => {
    const work: Promise<unknown>[] = []
    dispatch(name, { type: name, waitUntil: (pending: Promise<unknown>) => work.push(pending), ...fields })
    await Promise.all(work)
  }
  const requestPage = (path: string, method = 'GET') => {
    const event = new FetchEvent(new Request(fakeOrigin + path, { method }))
    dispatch('fetch', event)
    return event
  }
  return {
    caches,
    skipWaiting: self.skipWaiting,
    dispatch,
    /** Dispatches an extendable event, and waits for its work. */
    dispatchAndWait,
    notifications,
    windows,
    locks,
    openWindow,
    navigator,
    pushManager: registration.pushManager,
    requestPage,
    waitForWork,
    /** Resolves to the response that a page gets, after the worker has finished all work for it. */
    async read(path: string): Promise<Response> {
      const event = requestPage(path)
      const response = await (event.response ?? fetch(event.request))
      await waitForWork(event)
      return response
    },
  }
}

type CacheKey = Request | string

export function makeFakeCacheStorage() {
  const entriesByCacheName = new Map<string, Map<string, Response>>()
  const urlOf = (key: CacheKey) => new URL(typeof key === 'string' ? key : key.url, fakeOrigin).href
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: CacheKey) => entries.get(urlOf(key))?.clone(),
    put: async (key: CacheKey, response: Response) => {
      entries.delete(urlOf(key))
      entries.set(urlOf(key), response)
    },
    delete: async (key: CacheKey) => entries.delete(urlOf(key)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  })
  return {
    keys: async () => [...entriesByCacheName.keys()],
    match: async (key: CacheKey, { cacheName }: { cacheName: string }) =>
      entriesByCacheName.get(cacheName)?.get(urlOf(key))?.clone(),
    has: async (name: string) => entriesByCacheName.has(name),
    delete: async (name: string) => entriesByCacheName.delete(name),
    open: async (name: string) => {
      const entries = entriesByCacheName.get(name) ?? new Map<string, Response>()
      entriesByCacheName.set(name, entries)
      return cacheOf(entries)
    },
  }
}
