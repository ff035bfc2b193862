import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Enters the queue once for each key, and records the keys in the order in which they get a slot for a second. */
async function runAll(slots: number, keys: string[], maxWaitMs?: number) {
  const queue = createFairQueue(slots)
  const order: string[] = []
  let [running, mostRunning, givenUp] = [new Map<string, number>(), 0, 0]
  const calls = keys.map(async (key) => {
    const leave = await queue.acquire(key, maxWaitMs)
    if (!leave) {
      givenUp += 1
      return
    }
    order.push(key)
    running.set(key, (running.get(key) ?? 0) + 1)
    expect(running.get(key)).toBe(1)
    mostRunning = Math.max(mostRunning, [...running.values()].filter(Boolean).length)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    running.set(key, 0)
    leave()
  })
  await vi.advanceTimersByTimeAsync(keys.length * 1000)
  await Promise.all(calls)
  return { order: order.join(''), mostRunning, givenUp }
}

test('the keys of a fair queue take turns: a key with many calls delays another key by one call', async () => {
  expect(await runAll(1, [...'aaaaab'])).toMatchObject({ order: 'abaaaa' })
  expect(await runAll(1, [...'aaabbbc'])).toMatchObject({ order: 'abcabab' })
})

test('a fair queue with two slots runs at most two calls at once, and never two calls of one key', async () => {
  expect(await runAll(2, [...'aaabbbc'])).toMatchObject({ mostRunning: 2, givenUp: 0 })
  expect(await runAll(2, [...'aaaa'])).toMatchObject({ order: 'aaaa', mostRunning: 1 })
  expect(await runAll(2, [...'aaaab'])).toMatchObject({ order: 'abaaa' })
})

test('a call that waits in a fair queue for longer than its limit is given up, and the calls before and after it get their turns', async () => {
  expect(await runAll(1, [...'aaaaaaaa'], 2500)).toMatchObject({ order: 'aaa', givenUp: 5 })
  const queue = createFairQueue(1)
  const leave = await queue.acquire('a')
  const [early, late] = [queue.acquire('b', 500), queue.acquire('c', 5000)]
  await vi.advanceTimersByTimeAsync(600)
  leave?.()
  expect([await early, await late]).toEqual([undefined, expect.any(Function)])
})

test('a slot of a fair queue that becomes free while a key waits goes to that key, not to a later call', async () => {
  const queue = createFairQueue(1)
  const leave = await queue.acquire('a')
  const waiting = queue.acquire('b')
  leave?.()
  const later = queue.acquire('c', 10)
  await vi.advanceTimersByTimeAsync(20)
  expect([await waiting, await later]).toEqual([expect.any(Function), undefined])
})
