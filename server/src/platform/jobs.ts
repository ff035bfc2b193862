// A job queue in the same database (pg-boss), for work after the response that must survive a crash. Jobs are inserted in the
// transaction of the request, so they are committed or rolled back with its data.

import { PgBoss, type Job, type JobResult } from 'pg-boss'
import type { DatabaseAddress, Db } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'

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
// Jobs mostly wait for a provider, so a worker runs its batch in parallel, and several workers share a queue.
const defaultBatchSize = 10
const defaultWorkers = 10

/** Starts the queue. `onError` gets errors outside of jobs, such as a lost database connection. */
export async function startJobQueue(address: DatabaseAddress, onError: (error: Error) => void): Promise<JobQueue> {
  const boss = new PgBoss({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'gaffer jobs',
    max: queueConnections,
    schema,
    schedule: false,
    useListenNotify: true,
  })
  boss.on('error', onError)
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
    work: (kind, handler) => start(kind, (job) => settle(job, () => handler(job.data as never))),
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
      expireInSeconds: 60,
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
    await boss.work<object>(name, options, (jobs) => Promise.all(jobs.map(run)))
  }
}

/** The job is completed if `work` succeeds, and otherwise fails, or ends after its last retry. */
async function settle({ id, retryCount }: Job<object>, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work()
    return { id, status: 'completed' }
  } catch (error) {
    const output = { message: (error as Error).message }
    // A queue without a dead letter queue ends the job.
    if (retryCount >= retriesAfterFailures && !isDatabaseUnavailable(error)) return { id, status: 'deadletter', output }
    return { id, status: 'failed', output }
  }
}

/** Adapter for pg-boss that runs its statements in the given transaction. */
function statementsOn(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<object[]>({ text, values }) }),
  }
}
