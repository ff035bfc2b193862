// Work that is done after the reply and must survive a crash: a queue in the same database (pg-boss).
// A job is added in the transaction that caused it, so neither exists without the other.

import { PgBoss } from 'pg-boss'
import type { DatabaseAddress, Db } from '#db/connection.ts'

/** A kind of job: its queue's name. Payloads carry ids only, never codes, links or tokens. */
export type JobKind<Payload extends object> = { name: string; payload?: Payload }

export type Jobs = {
  add<Payload extends object>(db: Db, kind: JobKind<Payload>, payload: Payload): Promise<void>
  /** Runs `handler` for each job. A thrown error repeats the job, three times at most and ever later. */
  work<Payload extends object>(kind: JobKind<Payload>, handler: (payload: Payload) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const schema = 'jobs'
const queueConnections = 2

/** Starts the queue; `onError` hears what goes wrong between jobs, such as the database being away. */
export async function startJobs(address: DatabaseAddress, onError: (error: Error) => void): Promise<Jobs> {
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
      if (!id) throw new Error(`The queue ${kind.name} did not take the job`)
    },
    async work(kind, handler) {
      await boss.createQueue(kind.name, {
        notify: true,
        retryLimit: 3,
        retryDelay: 1,
        retryBackoff: true,
        expireInSeconds: 60,
        deleteAfterSeconds: 24 * 60 * 60,
      })
      const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 }
      let worker = ''
      worker = await boss.work<object>(kind.name, polling, async (jobs) => {
        // Two notices that arrive during one job wake the worker once, so it looks again after every job.
        boss.notifyWorker(worker)
        for (const job of jobs) await handler(job.data as never)
      })
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** For pg-boss: runs its statements in our transaction. */
function statementsOn(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({ rows: await db.query<object[]>({ text, values }) }),
  }
}
