import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  updateConnectionFromResponse,
  markConnectionLost,
  onConnectionChange,
  probeServer,
  cachedAtHeaderName,
  readConnectionState,
} from './connection.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const kept = (at: string) => new Response('{}', { headers: { [cachedAtHeaderName]: at } })

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  updateConnectionFromResponse(new Response('{}'))
})
afterEach(() => {
  updateConnectionFromResponse(new Response('{}'))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the oldest cached response determines the age of the data on screen', () => {
  updateConnectionFromResponse(kept('2026-03-10T09:00:00.000Z'))
  updateConnectionFromResponse(kept('2026-03-09T09:00:00.000Z'))
  updateConnectionFromResponse(kept('2026-03-10T10:00:00.000Z'))
  expect(readConnectionState()).toEqual({ isLost: true, readAt: Date.parse('2026-03-09T09:00:00Z') })
})

it('a lost connection keeps the time of the last response', () => {
  vi.advanceTimersByTime(60_000)
  markConnectionLost()
  expect(readConnectionState()).toEqual({ isLost: true, readAt: noon })
})

it('a lost connection is probed after 1, 2, 4 and 8 seconds and then every 15, until the server is ready', async () => {
  const probedAt: number[] = []
  const lostAt = Date.now()
  let isReady = false
  vi.stubGlobal('fetch', async () => {
    probedAt.push((Date.now() - lostAt) / 1000)
    if (!isReady) throw new TypeError('down')
    return new Response('ok')
  })
  markConnectionLost()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(probedAt).toEqual([1, 3, 7, 15, 30, 45])
  expect(readConnectionState().isLost).toBe(true)
  isReady = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readConnectionState().isLost).toBe(false)
  expect(probedAt).toEqual([1, 3, 7, 15, 30, 45, 60])
  markConnectionLost()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(probedAt).toHaveLength(8)
})

it('a probe that gets a 500 does not report a lost connection', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('', { status: 500 })))
  expect(await probeServer()).toBe(false)
  expect(readConnectionState().isLost).toBe(false)
})

it.each(['unavailable', 'failed'] as const)(
  'an error with the code %s does not end a lost connection',
  async (code) => {
    updateConnectionFromResponse(kept('2026-03-10T09:00:00.000Z'))
    updateConnectionFromResponse(new Response('', { status: 503 }), code)
    expect(readConnectionState().isLost).toBe(true)
    const fetching = vi.fn().mockResolvedValue(new Response('', { status: 503 }))
    vi.stubGlobal('fetch', fetching)
    expect(await probeServer()).toBe(false)
    expect(fetching).toHaveBeenCalledWith('/readyz', expect.anything())
    expect(readConnectionState().isLost).toBe(true)
  },
)

it('listeners are called only when the connection changes', () => {
  const listener = vi.fn()
  const leave = onConnectionChange(listener)
  updateConnectionFromResponse(new Response('{}'))
  expect(listener).not.toHaveBeenCalled()
  markConnectionLost()
  markConnectionLost()
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
})
