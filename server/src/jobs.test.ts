// The job queue: what is added is done soon, however many jobs arrive at once.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobKind } from './jobs.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()
const trial: JobKind<{ number: number }> = { name: 'trial' }

test('of jobs that arrive while one is being done, none is left waiting', async () => {
  const { db, jobs } = world().deps
  const done: number[] = []
  await jobs.work(trial, async ({ number }) => {
    await sleep(30)
    done.push(number)
  })
  for (let number = 0; number < 6; number += 1) {
    await jobs.add(db, trial, { number })
    await sleep(4)
  }
  // Each that is left waiting waits for two seconds, one after another.
  await expect.poll(() => done.length, { timeout: 5000 }).toBe(6)
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
})
