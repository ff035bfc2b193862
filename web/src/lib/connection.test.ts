// What counts as lost, and how old what is shown is said to be.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteAnswer, noteNoAnswer, onConnectionChange, probe, readAtHeader, readConnection } from './connection.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const kept = (at: string) => new Response('{}', { headers: { [readAtHeader]: at } })

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
  noteAnswer(new Response('{}'))
})
afterEach(() => {
  noteAnswer(new Response('{}'))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('says of kept answers the age of the oldest', () => {
  noteAnswer(kept('2026-03-10T09:00:00.000Z'))
  noteAnswer(kept('2026-03-09T09:00:00.000Z'))
  noteAnswer(kept('2026-03-10T10:00:00.000Z'))
  expect(readConnection()).toEqual({ isLost: true, readAt: Date.parse('2026-03-09T09:00:00Z') })
})

it('remembers when the server last answered, once it no longer does', () => {
  vi.advanceTimersByTime(60_000)
  noteNoAnswer()
  expect(readConnection()).toEqual({ isLost: true, readAt: noon })
})

it('looks again by itself until the server is back, and then stops', async () => {
  const fetching = vi.fn().mockRejectedValueOnce(new TypeError('down')).mockResolvedValue(new Response('ok'))
  vi.stubGlobal('fetch', fetching)
  noteNoAnswer()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(readConnection().isLost).toBe(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(readConnection().isLost).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetching).toHaveBeenCalledTimes(2)
})

it('does not take a failing server for a lost network', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('', { status: 500 })))
  expect(await probe()).toBe(false)
  expect(readConnection().isLost).toBe(false)
})

it('a 503 does not end a lost connection, so that the banner does not flicker while the database is away', async () => {
  noteAnswer(kept('2026-03-10T09:00:00.000Z'))
  noteAnswer(new Response('', { status: 503 }))
  expect(readConnection().isLost).toBe(true)
  const fetching = vi.fn().mockResolvedValue(new Response('', { status: 503 }))
  vi.stubGlobal('fetch', fetching)
  expect(await probe()).toBe(false)
  expect(fetching).toHaveBeenCalledWith('/readyz', expect.anything())
  expect(readConnection().isLost).toBe(true)
})

it('tells its listeners only when something changed', () => {
  const listener = vi.fn()
  const leave = onConnectionChange(listener)
  noteAnswer(new Response('{}'))
  expect(listener).not.toHaveBeenCalled()
  noteNoAnswer()
  noteNoAnswer()
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
})
