import { expect, test } from 'vitest'
import type { QueueDefinition } from '#platform/jobs.ts'
import { fromNow } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { jobsCommand } from './jobs.ts'
import { CommandError, parseInput, UsageError } from './run-command.ts'

const server = useTestServer()
const failing: QueueDefinition<{ noticeId: string }> = { name: 'failing' }

const run = async (...args: string[]) => {
  const { config, db } = server().services
  return jobsCommand.run({ config, db, address: server().database }, await parseInput(jobsCommand, args, config))
}

/** Runs the next attempt of each job at once, as its last one. */
const exhaustRetries = () => server().services.db`
  update jobs.job set state = 'retry', retry_count = 2, started_on = now(), start_after = now()
  where name = 'failing' and state in ('created', 'retry') returning 1`

test('the operator command `jobs` lists jobs that failed for good, and `jobs retry` runs one failed job or all failed jobs again', async () => {
  const { db, jobs } = server().services
  const done: string[] = []
  let isBroken = true
  await jobs.work(failing, async ({ noticeId }) => {
    if (isBroken) throw new Error('refused always')
    done.push(noticeId)
  })
  expect(await run()).toBe('No job has failed for good in the last 14 days.')
  const startAfter = fromNow({ minutes: 1 })
  const ids = ['n1', 'n2', 'n3']
  await jobs.addAll(
    db,
    failing,
    ids.map((noticeId) => ({ payload: { noticeId }, startAfter })),
  )
  expect(await exhaustRetries()).toHaveLength(3)
  const listed = async () => (await run()).match(/^\S+Z {2}\S+ {2}failing .*\n {4}refused always$/gm) ?? []
  await expect.poll(listed).toHaveLength(3)
  expect((await listed()).map((line) => /n\d/.exec(line)?.[0]).toSorted()).toEqual(ids)

  isBroken = false
  const [first] = await listed()
  expect(await run('retry', first!.split(/ +/)[1]!)).toBe('1 job runs again.')
  await expect.poll(() => done).toEqual([/n\d/.exec(first!)?.[0]])
  expect(await run('retry', 'all')).toBe('2 jobs run again.')
  await expect.poll(() => done.toSorted()).toEqual(ids)
  expect(await listed()).toEqual([])
})

test('retention_seconds of the dead-letter queue is 14 days, and deletion_seconds of the jobs in another queue is 24 hours', async () => {
  const { db } = server().services
  expect(await db`select retention_seconds / 86400 as days from jobs.queue where name = 'failed'`).toEqual([
    { days: 14 },
  ])
  expect(await db`select distinct deletion_seconds / 3600 as hours from jobs.job where name = 'failing'`).toEqual([
    { hours: 24 },
  ])
})

test('the operator command `jobs` refuses unknown arguments and the id of a job that did not fail', async () => {
  const { config } = server().services
  for (const args of [['now'], ['retry'], ['retry', 'n1'], ['retry', 'all', 'more']]) {
    await expect(parseInput(jobsCommand, args, config)).rejects.toThrow(UsageError)
  }
  await expect(run('retry', '01890000-0000-7000-8000-000000000000')).rejects.toThrow(CommandError)
})
