// A job queue in the same database (pg-boss), for work after the response that must survive a crash, and for work at fixed times. Jobs are
// inserted in the transaction of the request, so they are committed or rolled back with its data. pg-boss uses the database's clock, so
// it gets delays instead of times.

import type { FastifyBaseLogger } from 'fastify'
import { DatabaseError } from 'pg'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import { statementNameFor, type DatabaseAddress, type Db, type JobInserter } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { Metrics } from './metrics.ts'

/** `name` is the queue's name. Payloads contain ids only, never codes, links or tokens. */
export type QueueDefinition<Payload extends object> = {
  name: string
  /** Workers of each server, ten by default. Each runs up to `batchSize` jobs at a time. */
  workers?: number
  /** Two by default. With a batch size of one, a worker pauses after each job. */
  batchSize?: number
  /** Seconds between two polls for jobs that were inserted with a delay. Workers are notified at once of jobs without a delay. */
  pollSeconds?: number
  /** Seconds until an attempt counts as failed: 60 by default. */
  longestSeconds?: number
  /** For work at fixed times: all servers together run one job at a time. No failed job is a dead letter: the next job does its work. */
  isExclusive?: boolean
  payload?: Payload
}

type WorkOptions<Payload> = { delaySeconds?: number; onLastFailure?: (payload: Payload) => Promise<void> }

export type JobQueue = JobInserter & {
  /**
   * Runs `handler` for each job. A failed job is retried with exponential backoff: three times, or ten times while the cause is a crash or
   * an unavailable database. After its last retry it is in the dead-letter queue, and `onLastFailure` runs. `delaySeconds` is the delay of
   * jobs inserted with `add`.
   */
  work<Payload extends object>(
    kind: QueueDefinition<Payload>,
    handler: (payload: Payload) => Promise<void>,
    options?: WorkOptions<Payload>,
  ): Promise<void>
  /**
   * Inserts a job at the times of the cron expression, in Europe/London: one, however many servers run. `key` distinguishes the schedules
   * of one queue. If no server ran at the last of these times, `isCaughtUp` inserts that job at the next start.
   */
  schedule<Payload extends object>(
    kind: QueueDefinition<Payload>,
    cron: string,
    payload: Payload,
    options?: { key?: string; isCaughtUp?: boolean },
  ): Promise<void>
  stop(): Promise<void>
}

const schema = 'jobs'
/** Keeps jobs that failed for good, for `deadLetterDays` or until an operator retries them (`npm run jobs`). */
export const deadLetterQueue = 'failed'
const deadLetterDays = 14
const daySeconds = 24 * 60 * 60
const queueConnections = 2
const retriesAfterFailures = 3
const retriesAfterCrashes = 10
const defaultLongestSeconds = 60
/** After this time without a heartbeat, the worker of a long attempt counts as ended, and the job is retried. */
const heartbeatSeconds = 30
// Jobs mostly wait for a provider, and a worker waits for the end of its batch, so several workers share a queue.
const defaultBatchSize = 2
const defaultWorkers = 10

type JobQueueServices = {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  metrics: Pick<Metrics, 'watchJob' | 'countFailedJob'>
}

/** pg-boss creates its own tables when it starts. */
export async function createJobTables(address: DatabaseAddress): Promise<void> {
  const boss = await startBoss(address, (error) => console.error(error.message))
  await boss.stop()
}

/** `onError` gets errors outside of jobs, such as a lost database connection. */
export async function startBoss(
  address: DatabaseAddress,
  onError: (error: Error) => void,
  isScheduling = false,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'gaffer jobs',
    max: queueConnections,
    schema,
    schedule: isScheduling,
    useListenNotify: true,
  })
  boss.on('error', onError)
  await boss.start()
  return boss
}

/** For the operator's commands: a server runs the jobs that `work` inserts. */
export async function withJobInserter<T>(
  address: DatabaseAddress,
  work: (jobs: JobInserter) => Promise<T>,
): Promise<T> {
  const boss = await startBoss(address, (error) => console.error(error.message))
  try {
    return await work(createJobInserter(boss))
  } finally {
    await boss.stop()
  }
}

/** `delays` are the seconds of delay of jobs inserted with `add`, by queue. */
function createJobInserter(boss: PgBoss, delays: ReadonlyMap<string, number> = new Map()): JobInserter {
  return {
    async add(db, kind, payload) {
      const options = { db: createBossDatabase(db), startAfter: delays.get(kind.name) ?? 0 }
      const id = await boss.send(kind.name, payload, options)
      if (!id) throw new Error(`pg-boss did not insert the job into the queue ${kind.name}`)
    },
    async addAll(db, kind, jobs) {
      if (jobs.length === 0) return
      const now = db.clock.now().getTime()
      // pg-boss notifies no worker of a delayed job, which then waits to be polled. So a job that is due already gets no delay.
      const rows = jobs.map(({ payload, startAfter }) => {
        const delayMs = startAfter.getTime() - now
        return delayMs > 0 ? { data: payload, startAfter: Math.ceil(delayMs / 1000) } : { data: payload }
      })
      await boss.insert(kind.name, rows, { db: createBossDatabase(db) })
    },
  }
}

export function createDeadLetterQueue(boss: PgBoss): Promise<void> {
  return boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterDays * daySeconds })
}

/** Without `isScheduling`, the server inserts no scheduled jobs, but runs those that other servers insert. */
export async function startJobQueue(
  address: DatabaseAddress,
  { log, metrics }: JobQueueServices,
  { isScheduling = true } = {},
): Promise<JobQueue> {
  const onError = (err: Error) => log.error({ err }, 'pg-boss reported an error in the job queue')
  const boss = await startBoss(address, onError, isScheduling)
  boss.on('warning', (warning) => log.warn({ warning }, 'pg-boss reported a warning about the job queue'))
  await createDeadLetterQueue(boss)
  const delays = new Map<string, number>()
  return {
    ...createJobInserter(boss, delays),
    async work(kind, handler, { delaySeconds = 0, onLastFailure = async () => undefined } = {}) {
      delays.set(kind.name, delaySeconds)
      const work = {
        run: (data: object) => handler(data as never),
        onLastFailure: (data: object) => onLastFailure(data as never),
      }
      await startWorkers(kind, (job) => runOnce(kind, job, work))
    },
    async schedule({ name }, cron, payload, { key = '', isCaughtUp = false } = {}) {
      const missed = isCaughtUp ? 'once' : 'skip'
      await boss.schedule(name, cron, payload, { tz: 'Europe/London', missed, ...(key && { key, singletonKey: key }) })
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }

  async function startWorkers(
    kind: QueueDefinition<object>,
    run: (job: Job<object>) => Promise<JobResult>,
  ): Promise<void> {
    const { name, workers = defaultWorkers, batchSize = defaultBatchSize, pollSeconds = 5, isExclusive = false } = kind
    const { longestSeconds = defaultLongestSeconds } = kind
    const queueOptions = {
      notify: true,
      retryLimit: retriesAfterCrashes,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: longestSeconds,
      ...(longestSeconds > defaultLongestSeconds && { heartbeatSeconds }),
      deleteAfterSeconds: daySeconds,
      ...(!isExclusive && { deadLetter: deadLetterQueue }),
    }
    await boss.createQueue(name, { ...queueOptions, policy: isExclusive ? 'exclusive' : 'standard' })
    // `createQueue` leaves the options of an existing queue as they are.
    await boss.updateQueue(name, queueOptions)
    const options = {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: pollSeconds,
      batchSize,
      localConcurrency: workers,
      burstWhenBatchFull: true,
      perJobResults: true as const,
    }
    metrics.watchJob(name)
    await boss.work<object>(name, options, (jobs) => Promise.all(jobs.map(run)))
  }

  /** Completes the job if `run` succeeds. Otherwise the job is retried, or moves to the dead-letter queue after its last retry. */
  async function runOnce(
    kind: QueueDefinition<object>,
    job: Job<object>,
    { run, onLastFailure }: { run: (data: object) => Promise<void>; onLastFailure: (data: object) => Promise<void> },
  ): Promise<JobResult> {
    const { id, retryCount, data } = job
    try {
      await Promise.race([run(data), rejectWhenAbandoned(job)])
      return { id, status: 'completed' }
    } catch (error) {
      const isFinal = isLastAttempt(retryCount, error)
      metrics.countFailedJob(kind.name, isFinal)
      const attempt = { job: kind.name, jobId: id, attempt: retryCount + 1, isFinal, payload: data, err: error }
      log.error(attempt, isFinal ? 'Job failed for good' : 'Job failed: it is retried')
      if (isFinal)
        await onLastFailure(data).catch((err: unknown) =>
          log.error({ ...attempt, err }, 'onLastFailure of a failed job failed'),
        )
      const output = { message: describeCause(error) }
      return { id, status: isFinal ? 'deadletter' : 'failed', output }
    }
  }
}

/** The job ran for too long, or the server stopped before the job was done. The job is retried as after a crash. */
export class AbandonedJobError extends Error {}

/** pg-boss fails a batch that takes too long, or that still runs when the server stops, and aborts the signal of its jobs. */
function rejectWhenAbandoned({ signal, expireInSeconds }: Job<object>): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const message = `The job was abandoned: it ran for ${expireInSeconds} s, or the server stopped`
  signal.addEventListener('abort', () => reject(new AbandonedJobError(message)), { once: true })
  return promise
}

/** Leaves out the message of a database error, which contains the refused values. */
function describeCause(error: unknown): string {
  if (!(error instanceof DatabaseError)) return error instanceof Error ? error.message : String(error)
  const { code, table, constraint } = error
  return ['Database error', code, table, constraint].filter((part) => part !== undefined).join(' ')
}

function isLastAttempt(retryCount: number, error: unknown): boolean {
  const isCrash = error instanceof AbandonedJobError || isDatabaseUnavailable(error)
  return retryCount >= (isCrash ? retriesAfterCrashes : retriesAfterFailures)
}

/** Runs statements of pg-boss in the given transaction. They are prepared: planning the long insertion for each job slowed writes. */
function createBossDatabase(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await db.query<object[]>({ name: statementNameFor(text), text, values }),
    }),
  }
}
