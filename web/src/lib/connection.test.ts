import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteResponse, noteNoResponse, onConnectionChange, probe, readAtHeader, readConnection } from './connection.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const kept = (at: string) => new Response('{}', { headers: { [readAtHeader]: at } })

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  noteResponse(new Response('{}'))
})
afterEach(() => {
  noteResponse(new Response('{}'))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the oldest cached response determines the age of the data on screen', () => {
  noteResponse(kept('2026-03-10T09:00:00.000Z'))
  noteResponse(kept('2026-03-09T09:00:00.000Z'))
  noteResponse(kept('2026-03-10T10:00:00.000Z'))
  expect(readConnection()).toEqual({ isLost: true, readAt: Date.parse('2026-03-09T09:00:00Z') })
})

it('a lost connection keeps the time of the last response', () => {
  vi.advanceTimersByTime(60_000)
  noteNoResponse()
  expect(readConnection()).toEqual({ isLost: true, readAt: noon })
})

it('a lost connection is probed every 15 seconds until the server is ready', async () => {
  const fetching = vi.fn().mockRejectedValueOnce(new TypeError('down')).mockResolvedValue(new Response('ok'))
  vi.stubGlobal('fetch', fetching)
  noteNoResponse()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(readConnection().isLost).toBe(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(readConnection().isLost).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetching).toHaveBeenCalledTimes(2)
})

it('a probe that gets a 500 does not report a lost connection', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('', { status: 500 })))
  expect(await probe()).toBe(false)
  expect(readConnection().isLost).toBe(false)
})

it.each(['unavailable', 'failed'] as const)(
  'an error with the code %s does not end a lost connection',
  async (code) => {
    noteResponse(kept('2026-03-10T09:00:00.000Z'))
    noteResponse(new Response('', { status: 503 }), code)
    expect(readConnection().isLost).toBe(true)
    const fetching = vi.fn().mockResolvedValue(new Response('', { status: 503 }))
    vi.stubGlobal('fetch', fetching)
    expect(await probe()).toBe(false)
    expect(fetching).toHaveBeenCalledWith('/readyz', expect.anything())
    expect(readConnection().isLost).toBe(true)
  },
)

it('listeners are called only when the connection changes', () => {
  const listener = vi.fn()
  const leave = onConnectionChange(listener)
  noteResponse(new Response('{}'))
  expect(listener).not.toHaveBeenCalled()
  noteNoResponse()
  noteNoResponse()
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
})
