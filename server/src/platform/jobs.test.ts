import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { QueueDefinition } from './jobs.ts'
import { fromNow } from '#testing/test-clock.ts'
import { startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const trial: QueueDefinition<{ number: number }> = { name: 'trial' }

test('jobs that are added while other jobs run are completed before the next poll', async () => {
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

test('at least ten jobs of one queue run at the same time', async () => {
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

test('while 20 jobs of one queue hang, the jobs of another queue are completed before the next poll', async () => {
  const hung: QueueDefinition<{ number: number }> = { name: 'hung' }
  const quick: QueueDefinition<{ number: number }> = { name: 'quick' }
  const { db, jobs } = server().services
  const finish = Promise.withResolvers<void>()
  let waiting = 0
  await jobs.work(hung, async () => {
    waiting += 1
    await finish.promise
  })
  const done: number[] = []
  await jobs.work(quick, async ({ number }) => void done.push(number))
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  await db.transaction(async (tx) => {
    for (const number of numbers) await jobs.add(tx, hung, { number })
  })
  await expect.poll(() => waiting).toBe(20)
  for (const number of numbers) await jobs.add(db, quick, { number })
  // Below the poll interval of 5 s.
  await expect.poll(() => done.toSorted((a, b) => a - b), { timeout: 4000 }).toEqual(numbers)
  expect(waiting).toBe(20)
  finish.resolve()
})

test('if one job of a batch fails, only that job is retried', async () => {
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

test('a job whose third retry fails ends and runs onLastFailure, and a job that fails because of an unavailable database is retried once more', async () => {
  const failing: QueueDefinition<{ failure: 'own' | 'database' }> = { name: 'failing' }
  const { db, jobs } = server().services
  const ended: string[] = []
  await jobs.work(
    failing,
    async ({ failure }) => {
      if (failure === 'own') throw new Error('refused always')
      await db`select pg_terminate_backend(pg_backend_pid())`
    },
    { onLastFailure: async ({ failure }) => void ended.push(failure) },
  )
  const startAfter = fromNow({ minutes: 1 })
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
  expect(ended).toEqual(['own'])
})

test('a queue that was created with a retry limit of 3 gets the current limit of 10', async () => {
  const { db, jobs } = server().services
  await jobs.work({ name: 'old' }, async () => undefined)
  await db`update jobs.queue set retry_limit = 3 where name = 'old'`
  await jobs.work({ name: 'old' }, async () => undefined)
  expect(await db`select retry_limit from jobs.queue where name = 'old'`).toEqual([{ retry_limit: 10 }])
})

test('the first and the last failed attempt of a job are logged with queue, ids and cause, and counted in gaffer_jobs_failed_total', async () => {
  type Line = Record<'msg' | 'job' | 'jobId', string> & {
    level: number
    attempt: number
    isFinal: boolean
    payload: object
    err: { stack: string }
  }
  const lines: Line[] = []
  const logged = await startTestServer({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const { db, jobs, metrics } = logged.services
  const failing: QueueDefinition<{ noticeId: string }> = { name: 'failing' }
  await jobs.work(failing, async () => {
    throw new Error('refused always')
  })
  const counts = async () =>
    (await metrics.read()).text.match(/^gaffer_jobs_failed_total{job="failing".*$/gm)?.toSorted()
  expect(await counts()).toEqual([
    'gaffer_jobs_failed_total{job="failing",final="false"} 0',
    'gaffer_jobs_failed_total{job="failing",final="true"} 0',
  ])
  await jobs.add(db, failing, { noticeId: 'n1' })
  const failures = () => lines.filter(({ job }) => job === 'failing')
  await expect.poll(failures).toHaveLength(1)
  await expect
    .poll(
      () =>
        db`update jobs.job set retry_count = 2, start_after = now() where name = 'failing' and state = 'retry' returning 1`,
    )
    .toHaveLength(1)
  await expect.poll(failures, { timeout: 8000 }).toHaveLength(2)
  const [{ id } = {}] = await db<{ id: string }[]>`select id from jobs.job where name = 'failing'`
  const common = {
    level: 50,
    jobId: id,
    payload: { noticeId: 'n1' },
    err: { stack: expect.stringContaining('refused always') },
  }
  expect(failures()).toMatchObject([
    { ...common, msg: 'Job failed: it is retried', attempt: 1, isFinal: false },
    { ...common, msg: 'Job failed for good', attempt: 4, isFinal: true },
  ])
  expect(await counts()).toEqual([
    'gaffer_jobs_failed_total{job="failing",final="false"} 1',
    'gaffer_jobs_failed_total{job="failing",final="true"} 1',
  ])
  await logged.stop()
})

test('a job that exceeds its time limit is counted as a failed attempt and retried', async () => {
  const hanging: QueueDefinition<{ number: number }> = { name: 'hanging' }
  const { db, jobs, metrics } = server().services
  let runs = 0
  await jobs.work(hanging, async () => {
    runs += 1
    if (runs === 1) await new Promise(() => undefined)
  })
  await jobs.addAll(db, hanging, [{ payload: { number: 1 }, startAfter: fromNow({ minutes: 1 }) }])
  await db`update jobs.job set expire_seconds = 1, start_after = now() where name = 'hanging'`
  await expect.poll(() => runs, { timeout: 15_000 }).toBe(2)
  expect((await metrics.read()).text).toContain('gaffer_jobs_failed_total{job="hanging",final="false"} 1')
})
