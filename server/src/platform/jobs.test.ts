import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobDefinition } from './jobs.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const trial: JobDefinition<{ number: number }> = { name: 'trial' }

test('jobs added while others run are completed before the next poll', async () => {
  const { db, jobs } = server().services
  const done = new Set<number>()
  await jobs.work(trial, async ({ number }) => {
    await sleep(30)
    done.add(number)
  })
  for (let number = 0; number < 6; number += 1) {
    await jobs.add(db, trial, { number })
    await sleep(4)
  }
  // The poll interval is 5 s.
  await expect.poll(() => done.size, { timeout: 4000 }).toBe(6)
})

test('ten jobs of one queue run at the same time', async () => {
  const slow: JobDefinition<{ number: number }> = { name: 'slow' }
  const { db, jobs } = server().services
  const finish = Promise.withResolvers<void>()
  let running = 0
  await jobs.work(slow, async () => {
    running += 1
    await finish.promise
  })
  for (let number = 0; number < 20; number += 1) await jobs.add(db, slow, { number })
  await expect.poll(() => running).toBeGreaterThanOrEqual(10)
  finish.resolve()
  await expect.poll(() => running).toBe(20)
})

test('one failing job of a batch is retried alone', async () => {
  const mixed: JobDefinition<{ number: number }> = { name: 'mixed' }
  const { db, jobs } = server().services
  const runs = new Map<number, number>()
  await jobs.work(mixed, async ({ number }) => {
    runs.set(number, (runs.get(number) ?? 0) + 1)
    if (number === 1 && runs.get(1) === 1) throw new Error('refused once')
  })
  await db.transaction(async (tx) => {
    for (let number = 0; number < 3; number += 1) await jobs.add(tx, mixed, { number })
  })
  await expect.poll(() => [0, 1, 2].map((number) => runs.get(number))).toEqual([1, 2, 1])
})
