import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { QueueDefinition } from './jobs.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const trial: QueueDefinition<{ number: number }> = { name: 'trial' }

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
  const slow: QueueDefinition<{ number: number }> = { name: 'slow' }
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
  const mixed: QueueDefinition<{ number: number }> = { name: 'mixed' }
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

test('a job ends when its third retry fails, and is retried again if the database was unavailable', async () => {
  const failing: QueueDefinition<{ failure: 'own' | 'database' }> = { name: 'failing' }
  const { db, jobs } = server().services
  await jobs.work(failing, async ({ failure }) => {
    if (failure === 'own') throw new Error('refused always')
    await db`select pg_terminate_backend(pg_backend_pid())`
  })
  const startAfter = new Date(Date.now() + 60_000)
  await jobs.addAll(
    db,
    failing,
    (['own', 'database'] as const).map((failure) => ({ payload: { failure }, startAfter })),
  )
  await db`
    update jobs.job set state = 'retry', retry_count = 2, started_on = now(), start_after = now() where name = 'failing'`
  const states = () => db`
    select data->>'failure' as failure, state, retry_count as retries from jobs.job
    where name = 'failing' and retry_count = 3 and state <> 'active' order by 1`
  await expect.poll(states).toEqual([
    { failure: 'database', state: 'retry', retries: 3 },
    { failure: 'own', state: 'failed', retries: 3 },
  ])
})

test('a queue that an earlier version made gets the retries of this version', async () => {
  const { db, jobs } = server().services
  await jobs.work({ name: 'old' }, async () => undefined)
  await db`update jobs.queue set retry_limit = 3 where name = 'old'`
  await jobs.work({ name: 'old' }, async () => undefined)
  expect(await db`select retry_limit from jobs.queue where name = 'old'`).toEqual([{ retry_limit: 10 }])
})
