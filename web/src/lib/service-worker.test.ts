import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { registerForm, setDiscardQuestion } from '#ui/open-forms.ts'
import { registerServiceWorker } from './service-worker.ts'

const makeServiceWorker = () =>
  Object.assign(new EventTarget(), { controller: {} as object | null, register: vi.fn<(url: string) => unknown>() })
let serviceWorker = makeServiceWorker()
let pageEvents = new EventTarget()
let page: EventTarget & { visibilityState: string }
const update = vi.fn<() => Promise<unknown>>()
const reload = vi.fn()
const options = { isLoading: () => false, onUpdate: vi.fn<(accept: () => void) => void>() }
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

function openForm(answer: boolean) {
  let isDirty = true
  const ask = vi.fn(async () => answer)
  const close = [
    registerForm({ isDirty: () => isDirty, discard: () => (isDirty = false), draft: null }),
    setDiscardQuestion(ask),
  ]
  onTestFinished(() => close.forEach((one) => one()))
  return { ask, save: () => (isDirty = false) }
}

it('after another tab accepts an update, a page with unsaved entries offers the update, and reloads for a missing chunk only once the entries are saved', async () => {
  const { save } = openForm(false)
  await registerServiceWorker(options)
  changeController()
  expect(options.onUpdate).toHaveBeenCalledOnce()
  pageEvents.dispatchEvent(new Event('vite:preloadError'))
  expect(reload).not.toHaveBeenCalled()
  save()
  pageEvents.dispatchEvent(new Event('vite:preloadError'))
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ['does not reload', false, 0],
  ['reloads', true, 1],
])('"Reload" asks about unsaved entries, and the page %s after the answer %s', async (_, answer, reloads) => {
  const { ask } = openForm(answer)
  await registerServiceWorker(options)
  changeController()
  options.onUpdate.mock.calls[0]?.[0]()
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledTimes(reloads)
})

it('with unsaved entries, the message use-new-version is sent to the waiting service worker only after the answer "Leave"', async () => {
  const waiting = { postMessage: vi.fn() }
  serviceWorker.register.mockResolvedValue(Object.assign(new EventTarget(), { waiting, update }))
  const { ask } = openForm(false)
  await registerServiceWorker(options)
  const [accept] = options.onUpdate.mock.calls[0] as [() => void]
  accept()
  await vi.advanceTimersByTimeAsync(0)
  expect(waiting.postMessage).not.toHaveBeenCalled()
  ask.mockResolvedValue(true)
  accept()
  await vi.advanceTimersByTimeAsync(0)
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith('use-new-version', [])
  changeController()
  expect(reload).toHaveBeenCalledOnce()
})

it('a page that gets its first service worker is not reloaded', async () => {
  serviceWorker.controller = null
  await registerServiceWorker(options)
  changeController()
  expect(reload).not.toHaveBeenCalled()
})

it('a visible page looks for a new version every hour, and on focus or when it is shown if the last check was 5 minutes ago', async () => {
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const focus = () => pageEvents.dispatchEvent(new Event('focus'))
  await registerServiceWorker(options)
  await minutes(4)
  focus()
  show('visible')
  expect(update).not.toHaveBeenCalled()
  await minutes(1)
  focus()
  show('visible')
  expect(update).toHaveBeenCalledTimes(1)
  await minutes(55)
  expect(update).toHaveBeenCalledTimes(2)
  show('hidden')
  await minutes(600)
  expect(update).toHaveBeenCalledTimes(2)
  // Without a network the check fails, and the next one is an hour later.
  update.mockRejectedValueOnce(new TypeError('Failed to update'))
  show('visible')
  expect(update).toHaveBeenCalledTimes(3)
  await minutes(60)
  expect(update).toHaveBeenCalledTimes(4)
})
