import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerForm } from '#ui/open-forms.ts'
import { registerServiceWorker } from './service-worker.ts'

const makeServiceWorker = () =>
  Object.assign(new EventTarget(), { controller: {} as object | null, register: vi.fn<(url: string) => unknown>() })
let serviceWorker = makeServiceWorker()
let pageEvents = new EventTarget()
let page: EventTarget & { visibilityState: string }
const update = vi.fn<() => Promise<unknown>>()
const reload = vi.fn()
const options = { isLoading: () => false, onFirstControl: vi.fn(), onUpdate: vi.fn() }
const changeController = () => serviceWorker.dispatchEvent(new Event('controllerchange'))

beforeEach(() => {
  serviceWorker = makeServiceWorker()
  pageEvents = new EventTarget()
  page = Object.assign(new EventTarget(), { readyState: 'complete', visibilityState: 'visible' })
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', pageEvents.addEventListener.bind(pageEvents))
  update.mockResolvedValue(undefined)
  serviceWorker.register.mockResolvedValue(Object.assign(new EventTarget(), { waiting: null, update }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('the worker is registered only after the document and its data have loaded and the browser is idle', async () => {
  let isLoading = true
  let becomeIdle: (() => void) | undefined
  vi.stubGlobal('document', { readyState: 'interactive' })
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => (becomeIdle = callback))
  void registerServiceWorker({ ...options, isLoading: () => isLoading })
  await vi.advanceTimersByTimeAsync(1000)
  vi.stubGlobal('document', page)
  await vi.advanceTimersByTimeAsync(1000)
  expect(becomeIdle).toBeUndefined()
  isLoading = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(serviceWorker.register).not.toHaveBeenCalled()
  becomeIdle?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(serviceWorker.register).toHaveBeenCalledExactlyOnceWith('/sw.js')
})

it('after another tab accepts an update, a page with unsaved entries offers it and reloads only for a missing chunk or after its own acceptance', async () => {
  const unregister = registerForm({ isDirty: () => true, discard: () => {}, draft: null })
  await registerServiceWorker(options)
  changeController()
  expect(options.onUpdate).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  pageEvents.dispatchEvent(new Event('vite:preloadError'))
  expect(reload).toHaveBeenCalledOnce()
  const [accept] = options.onUpdate.mock.calls[0] as [() => void]
  accept()
  expect(reload).toHaveBeenCalledTimes(2)
  unregister()
})

it('when a page gets its first service worker, onFirstControl is called and the page is not reloaded', async () => {
  serviceWorker.controller = null
  await registerServiceWorker(options)
  changeController()
  expect(options.onFirstControl).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
})

it('an open page looks for a new version every 30 minutes, and a hidden one when it is shown again', async () => {
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  await registerServiceWorker(options)
  await minutes(29)
  show('visible')
  expect(update).not.toHaveBeenCalled()
  await minutes(1)
  expect(update).toHaveBeenCalledTimes(1)
  show('hidden')
  await minutes(600)
  expect(update).toHaveBeenCalledTimes(1)
  // A page without a network tries again at its next turn.
  update.mockRejectedValueOnce(new TypeError('Failed to update'))
  show('visible')
  show('visible')
  expect(update).toHaveBeenCalledTimes(2)
  await minutes(30)
  expect(update).toHaveBeenCalledTimes(3)
})
