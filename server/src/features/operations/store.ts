import * as z from 'zod/mini'
import { inTransaction, type DatabasePool } from '#platform/db/connection.ts'
import { command, literal, oneRow, sql } from '#platform/db/statement.ts'
import { deadLetterQueue } from '#platform/jobs.ts'

/**
 * Waiting jobs are in a partial index of pg-boss, so that the query stays cheap with many completed jobs. They are due by the database's
 * clock. Dead letters are left out: they wait for an operator.
 */
export const readDatabaseState = oneRow(
  z.strictObject({
    bytes: z.number(),
    /** The connections of all servers together, by state. */
    connections: z.record(z.string(), z.int()),
    queues: z.array(z.strictObject({ name: z.string(), waiting: z.int(), oldestWaitSeconds: z.number() })),
  }),
  sql`
    select pg_database_size(current_database())::float8 as bytes,
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select coalesce(state, 'unknown') as state, count(*) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' group by 1) s) as connections,
      (select coalesce(jsonb_agg(q), '[]') from (
        select queue.name, count(due.name)::int as waiting,
          coalesce(extract(epoch from jobs.job_now() - min(due.start_after)), 0)::float8 as "oldestWaitSeconds"
        from jobs.queue left join lateral (
          select job.name, job.start_after from jobs.job
          where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= jobs.job_now()
        ) due on true
        where queue.name not like '\\_\\_%' and queue.name <> ${literal(deadLetterQueue)}
        group by queue.name order by queue.name) q) as queues`,
)

const limitWorkMemory = command(sql`set local work_mem = '64kB'`)
const writeTemporaryFile = command(sql`select count(*) from generate_series(1, 10000)`)
const writeRow = command(sql`
  insert into leases (name, holder, expires_at) values ('readiness', gen_random_uuid(), $now)
  on conflict (name) do update set expires_at = excluded.expires_at`)

/**
 * Writes a row and a temporary file of a few hundred kilobytes; rejects if either fails. The row alone is not enough:
 * on a full disk it often fits into an existing page. The series exceeds work_mem, which forces the file.
 */
export function tryDatabaseWrite(db: DatabasePool): Promise<void> {
  return inTransaction(db, async (tx) => {
    await limitWorkMemory(tx, {})
    await writeTemporaryFile(tx, {})
    await writeRow(tx, {})
  })
}
