// The dead-letter queue, for the operator.

import * as z from 'zod/mini'
import type { DatabaseAddress, Db } from '#platform/db/connection.ts'
import { literal, manyRows, sql } from '#platform/db/statement.ts'
import { createDeadLetterQueue, deadLetterQueue, startBoss } from './jobs.ts'

const FailedJob = z.strictObject({
  id: z.string(),
  /** The queue in which the job failed. */
  queue: z.string(),
  payload: z.nullable(z.record(z.string(), z.unknown())),
  failedAt: z.date(),
  cause: z.nullable(z.string()),
})
export type FailedJob = z.infer<typeof FailedJob>

const selectFailedJobs = sql`
  select id, source_name as queue, data as payload, created_on as "failedAt", source_output ->> 'message' as cause
  from jobs.job where name = ${literal(deadLetterQueue)} and state < 'active' order by created_on, id`

const listJobs = manyRows(FailedJob, selectFailedJobs)

/** The jobs that failed for good, the oldest first. They are deleted after 14 days. */
export function listFailedJobs(db: Db): Promise<FailedJob[]> {
  return listJobs(db, {})
}

const batchSize = 1000

/** Moves jobs back to their queues, where they have all their attempts again. Without `ids` it moves all. Returns how many it moved. */
export async function retryFailedJobs(address: DatabaseAddress, ids?: string[]): Promise<number> {
  const boss = await startBoss(address, (error) => console.error(error.message))
  try {
    await createDeadLetterQueue(boss)
    let retried = 0
    for (let moved = batchSize; moved === batchSize; retried += moved) {
      moved = await boss.redrive(deadLetterQueue, { limit: batchSize, ...(ids && { ids }) })
    }
    return retried
  } finally {
    await boss.stop()
  }
}
