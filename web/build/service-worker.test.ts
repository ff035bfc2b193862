// Tests the bundled service worker of web/worker.

import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { pdfViewerFolder } from '#offline/pdf-viewer-files.ts'
import {
  fakeOrigin,
  makeFakeCacheStorage,
  makeServiceWorkerHarness,
  type FakeNetworkHandler,
} from './service-worker-harness.ts'
import { bundleServiceWorker } from './service-worker.ts'

const root = join(import.meta.dirname, '..')
const calendarDocument = { url: '/calendar.html', revision: '1' }
const eventDocument = { url: '/event.html', revision: '1' }

let bundle: string
beforeAll(async () => {
  bundle = await bundleServiceWorker(root, [calendarDocument, eventDocument, { url: '/assets/old.js', revision: null }])
})

const startWorker = (network: FakeNetworkHandler, caches = makeFakeCacheStorage()) =>
  makeServiceWorkerHarness(bundle, network, caches)

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

it.each(['/api/me', '/api/bands/b1/events', '/auth/logout', '/images/i1'])(
  'the service worker does not handle a request for %s',
  (path) => {
    const { requestPage } = startWorker(noNetwork)
    expect(requestPage(path).response).toBeUndefined()
  },
)

it.each([
  ['/calendar', '/calendar.html'],
  ['/calendar/', '/calendar.html'],
  ['/calendar?event=e1', '/calendar.html'],
  ['/bands/b1/events/e1', '/event.html'],
])('the page %s opens without a network', async (path, document) => {
  let network: FakeNetworkHandler = (asked) => new Response(asked)
  const { dispatchAndWait, read } = startWorker((asked) => network(asked))
  await dispatchAndWait('install')
  network = noNetwork
  expect(await (await read(path)).text()).toBe(document)
})

it('a static route reads chunks from the cache, and another static route sends API and sign-in requests to the network; pages and files of the PDF viewer have no static route', async () => {
  type StaticRoute = { condition: { urlPattern: URLPatternInit }; source: 'network' | { cacheName: string } }
  const addRoutes = vi.fn<(routes: StaticRoute[]) => void>()
  const { dispatchAndWait, caches } = startWorker((asked) => new Response(asked))
  await dispatchAndWait('install', { addRoutes })
  const [routes = []] = addRoutes.mock.calls[0] ?? []
  const sourceOf = (path: string) =>
    routes.find(({ condition }) => new URLPattern(condition.urlPattern).test(new URL(path, fakeOrigin)))?.source
  const chunks = sourceOf('/assets/old.js')
  if (typeof chunks !== 'object') throw new Error('Chunks have no route to a cache')
  const cache = await caches.open(chunks.cacheName)
  expect(await (await cache.match(new Request(`${fakeOrigin}/assets/old.js`)))?.text()).toBe('/assets/old.js')
  expect([`${pdfViewerFolder}pdf.mjs`, '/calendar', '/bands/b1/events/e1'].map(sourceOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(['/api/me', '/api/bands/b1/events', '/auth/phone/verify-code'].map(sourceOf)).toEqual([
    'network',
    'network',
    'network',
  ])
})

it('a new version of the worker keeps the files of the old version until its activation, downloads only changed files, and deletes the caches of earlier releases', async () => {
  const caches = makeFakeCacheStorage()
  const asked: string[] = []
  const network = (path: string) => {
    asked.push(path)
    return new Response(path)
  }
  const old = startWorker(network, caches)
  await old.dispatchAndWait('install')
  await old.dispatchAndWait('activate')
  await (await caches.open('gaffer-shell-0')).put('/calendar.html', new Response())
  await (await caches.open('gaffer-copies-u1')).put('/api/me', new Response())
  const code = await bundleServiceWorker(root, [calendarDocument, { url: '/assets/new.js', revision: null }])
  asked.length = 0
  const next = makeServiceWorkerHarness(code, network, caches)
  await next.dispatchAndWait('install')
  expect(asked).toEqual(['/assets/new.js'])
  expect(await (await old.read('/assets/old.js')).text()).toBe('/assets/old.js')
  await next.dispatchAndWait('activate')
  const [precache = '', ...others] = await caches.keys()
  expect(others).toEqual([])
  const files = (await (await caches.open(precache)).keys()).map(({ url }) => new URL(url).pathname)
  expect(files).toEqual(['/calendar.html', '/assets/new.js'])
})

it('a new version of the worker calls skipWaiting after the message use-new-version, and not after another message', () => {
  const { dispatch, skipWaiting } = startWorker(noNetwork)
  dispatch('message', { data: 'another message' })
  expect(skipWaiting).not.toHaveBeenCalled()
  dispatch('message', { data: 'use-new-version' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})
