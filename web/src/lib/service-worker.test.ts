import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerForm } from './open-forms.ts'
import { registerServiceWorker } from './service-worker.ts'

const makeServiceWorker = () =>
  Object.assign(new EventTarget(), { controller: {} as object | null, register: vi.fn<(url: string) => unknown>() })
let serviceWorker = makeServiceWorker()
let pageEvents = new EventTarget()
const reload = vi.fn()
const options = { isLoading: () => false, onFirstControl: vi.fn(), onUpdate: vi.fn() }
const changeController = () => serviceWorker.dispatchEvent(new Event('controllerchange'))

beforeEach(() => {
  serviceWorker = makeServiceWorker()
  pageEvents = new EventTarget()
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', pageEvents.addEventListener.bind(pageEvents))
  serviceWorker.register.mockResolvedValue(Object.assign(new EventTarget(), { waiting: null }))
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
  vi.stubGlobal('document', { readyState: 'complete' })
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
  const unregister = registerForm({ isDirty: () => true, ask: async () => true, discard: () => {}, draft: null })
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
