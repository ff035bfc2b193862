// A job queue in the same database (pg-boss), for work after the response that must survive a crash. Jobs are inserted in the
// transaction of the request, so they are committed or rolled back with its data.

import type { FastifyBaseLogger } from 'fastify'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import type { DatabaseAddress, Db } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { Metrics } from './metrics.ts'

/**
 * `name` is the queue's name. Payloads contain ids only, never codes, links or tokens. A server runs up to `batchSize` jobs for each of its
 * `workers` at a time: by default ten for each of ten. With a `batchSize` of one, a worker waits after each job.
 */
export type QueueDefinition<Payload extends object> = {
  name: string
  workers?: number
  batchSize?: number
  payload?: Payload
}

export type JobQueue = {
  add<Payload extends object>(db: Db, kind: QueueDefinition<Payload>, payload: Payload): Promise<void>
  /** Inserts several jobs with one statement. `startAfter` is when a job becomes due; it may be in the past. */
  addAll<Payload extends object>(
    db: Db,
    kind: QueueDefinition<Payload>,
    jobs: readonly { payload: Payload; startAfter: Date }[],
  ): Promise<void>
  /**
   * Runs `handler` for each job. A failed job is retried with exponential backoff: three times, or ten times while the cause is a crash or
   * an unavailable database.
   */
  work<Payload extends object>(
    kind: QueueDefinition<Payload>,
    handler: (payload: Payload) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

const schema = 'jobs'
const queueConnections = 2
const retriesAfterFailures = 3
const retriesAfterCrashes = 10
const secondsPerAttempt = 60
// Jobs mostly wait for a provider, so a worker runs its batch in parallel, and several workers share a queue.
const defaultBatchSize = 10
const defaultWorkers = 10

type JobQueueServices = { log: Pick<FastifyBaseLogger, 'error'>; metrics: Pick<Metrics, 'watchJob' | 'countFailedJob'> }

/** pg-boss creates its own tables when it starts. */
export async function createJobTables(address: DatabaseAddress): Promise<void> {
  const boss = openBoss(address, (error) => console.error(error.message))
  await boss.start()
  await boss.stop()
}

/** `onError` gets errors outside of jobs, such as a lost database connection. */
function openBoss(address: DatabaseAddress, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'gaffer jobs',
    max: queueConnections,
    schema,
    schedule: false,
    useListenNotify: true,
  })
  boss.on('error', onError)
  return boss
}

export async function startJobQueue(address: DatabaseAddress, { log, metrics }: JobQueueServices): Promise<JobQueue> {
  const boss = openBoss(address, (err) => log.error({ err }, 'pg-boss reported an error in the job queue'))
  await boss.start()
  return {
    async add(db, kind, payload) {
      const id = await boss.send(kind.name, payload, { db: statementsOn(db) })
      if (!id) throw new Error(`pg-boss did not insert the job into the queue ${kind.name}`)
    },
    async addAll(db, kind, jobs) {
      if (jobs.length === 0) return
      // Workers are not notified of jobs with a start in the future, by the transaction's clock: those wait to be polled.
      const rows = jobs.map(({ payload, startAfter }) =>
        startAfter.getTime() > Date.now() ? { data: payload, startAfter } : { data: payload },
      )
      await boss.insert(kind.name, rows, { db: statementsOn(db) })
    },
    work: (kind, handler) => start(kind, (job) => runOnce(kind, job, () => handler(job.data as never))),
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }

  async function start(
    { name, workers = defaultWorkers, batchSize = defaultBatchSize }: QueueDefinition<object>,
    run: (job: Job<object>) => Promise<JobResult>,
  ): Promise<void> {
    const queueOptions = {
      notify: true,
      retryLimit: retriesAfterCrashes,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: secondsPerAttempt,
      deleteAfterSeconds: 24 * 60 * 60,
    }
    await boss.createQueue(name, queueOptions)
    // `createQueue` leaves the options of an existing queue as they are.
    await boss.updateQueue(name, queueOptions)
    const options = {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 5,
      batchSize,
      localConcurrency: workers,
      burstWhenBatchFull: true,
      perJobResults: true as const,
    }
    metrics.watchJob(name)
    await boss.work<object>(name, options, (jobs) => Promise.all(jobs.map(run)))
  }

  /** The job is completed if `work` succeeds, and otherwise fails, or ends after its last retry. */
  async function runOnce(kind: { name: string }, job: Job<object>, work: () => Promise<void>): Promise<JobResult> {
    const { id, retryCount, data } = job
    try {
      await Promise.race([work(), rejectWhenAbandoned(job)])
      return { id, status: 'completed' }
    } catch (error) {
      const isFinal = isLastAttempt(retryCount, error)
      metrics.countFailedJob(kind.name, isFinal)
      const attempt = { job: kind.name, jobId: id, attempt: retryCount + 1, isFinal, payload: data, err: error }
      log.error(attempt, isFinal ? 'Job failed for good' : 'Job failed: it is retried')
      const output = { message: error instanceof Error ? error.message : String(error) }
      // A queue without a dead letter queue ends the job.
      return { id, status: isFinal ? 'deadletter' : 'failed', output }
    }
  }
}

class AbandonedJobError extends Error {}

/** pg-boss fails a batch that takes too long, or that still runs when the server stops, and aborts the signal of its jobs. */
function rejectWhenAbandoned({ signal }: Job<object>): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const message = `The job was abandoned: it ran for ${secondsPerAttempt} s, or the server stopped`
  signal.addEventListener('abort', () => reject(new AbandonedJobError(message)), { once: true })
  return promise
}

function isLastAttempt(retryCount: number, error: unknown): boolean {
  const isCrash = error instanceof AbandonedJobError || isDatabaseUnavailable(error)
  return retryCount >= (isCrash ? retriesAfterCrashes : retriesAfterFailures)
}

/** Adapter for pg-boss that runs its statements in the given transaction. */
function statementsOn(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<object[]>({ text, values }) }),
  }
}
