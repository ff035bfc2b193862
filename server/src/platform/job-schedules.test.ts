import { expect, inject, test } from 'vitest'
import { openMaintenancePool } from '#platform/db/connection.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { startBoss, startJobQueue, type JobQueue, type QueueDefinition } from './jobs.ts'

const kind: QueueDefinition<{ of: string }> = { name: 'scheduled', workers: 1, batchSize: 1, isExclusive: true }
const fail = (error: Error) => {
  throw error
}
const services = {
  log: { error: fail, warn: () => undefined },
  metrics: { watchJob: () => undefined, countFailedJob: () => undefined },
}

/** Creates a database whose job queue has one schedule, at the times of `cron`. */
async function createDatabaseWithSchedule(cron: string, options?: Parameters<JobQueue['schedule']>[3]) {
  const database = await cloneDatabase(inject('database'))
  const first = await startJobQueue(database.address, services, { isScheduling: false })
  await first.work(kind, async () => undefined)
  await first.schedule(kind, cron, { of: 'test' }, options)
  await first.stop()
  return database
}

test('while two servers run, the job of a schedule is inserted once and runs once', async () => {
  const { address, drop } = await createDatabaseWithSchedule('* * * * *')
  const db = openMaintenancePool(address)
  // The first pass at a start finds the time of this minute due.
  const queues = await Promise.all([startJobQueue(address, services), startJobQueue(address, services)])
  const runs: { of: string }[] = []
  for (const queue of queues) await queue.work(kind, async (payload) => void runs.push(payload))
  await expect.poll(() => runs.length).toBe(1)
  // Both servers have made a pass.
  await expect.poll(async () => (await db`select from jobs.job where name = '__pgboss__send-it'`).length).toBe(1)
  expect(runs).toEqual([{ of: 'test' }])
  expect(await db`select from jobs.job where name = 'scheduled'`).toHaveLength(1)
  await Promise.all(queues.map((queue) => queue.stop()))
  await db.end()
  await drop()
})

test('a job that was due while no server ran is inserted at the next start if its schedule has isCaughtUp', async () => {
  const { address, drop } = await createDatabaseWithSchedule('0 0 1 1 *', { isCaughtUp: true })
  const db = openMaintenancePool(address)
  await db`update jobs.version set cron_on = '2020-01-01'`
  await db`update jobs.schedule set created_on = '2020-01-01'`
  const queue = await startJobQueue(address, services)
  const runs: { of: string }[] = []
  await queue.work(kind, async (payload) => void runs.push(payload))
  await expect.poll(() => runs).toEqual([{ of: 'test' }])
  await queue.stop()
  await db.end()
  await drop()
})

test('schedules keep the time of day in London over the clock changes', async () => {
  const { address, drop } = await createDatabaseWithSchedule('0 18 * * *')
  const boss = await startBoss(address, fail)
  const [schedule] = await boss.getSchedules(kind.name)
  const timesFrom = (day: string) =>
    boss
      .previewSchedule(schedule!.cron, { tz: schedule!.timezone, from: new Date(day), count: 2 })
      .map((time) => time.toISOString())
  expect(timesFrom('2027-03-27')).toEqual(['2027-03-27T18:00:00.000Z', '2027-03-28T17:00:00.000Z'])
  expect(timesFrom('2027-10-30')).toEqual(['2027-10-30T17:00:00.000Z', '2027-10-31T18:00:00.000Z'])
  await boss.stop()
  await drop()
})
