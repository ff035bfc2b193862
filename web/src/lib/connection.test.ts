import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  markConnected,
  markConnectionLost,
  onConnectionChange,
  probeServer,
  readConnectionState,
} from './connection.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  markConnected()
})
afterEach(() => {
  markConnected()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a lost connection is probed after 1, 2, 4 and 8 seconds, then every 15 seconds until the server is ready, and again after 1 second once the API has answered', async () => {
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
  // Only /readyz has answered, so the next probe still waits 15 seconds.
  markConnectionLost()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(probedAt).toHaveLength(7)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(probedAt).toHaveLength(8)
  markConnected()
  markConnectionLost()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(probedAt).toHaveLength(9)
})

it('a probe that gets a 500 does not report a lost connection', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('', { status: 500 })))
  expect(await probeServer()).toBe(false)
  expect(readConnectionState().isLost).toBe(false)
})

it.each(['unavailable', 'failed'] as const)(
  'an error with the code "%s" does not end a lost connection',
  async (code) => {
    markConnectionLost()
    markConnected(code)
    expect(readConnectionState().isLost).toBe(true)
    const fetching = vi.fn().mockResolvedValue(new Response('', { status: 503 }))
    vi.stubGlobal('fetch', fetching)
    expect(await probeServer()).toBe(false)
    expect(fetching).toHaveBeenCalledWith('/readyz', expect.anything())
    expect(readConnectionState().isLost).toBe(true)
  },
)

it('a listener of the connection is called once when the connection is lost, and not while it stays connected or lost', () => {
  const listener = vi.fn()
  const leave = onConnectionChange(listener)
  markConnected()
  expect(listener).not.toHaveBeenCalled()
  markConnectionLost()
  markConnectionLost()
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
})
