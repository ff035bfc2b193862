import { inTransaction, type DatabasePool, type Db } from '#platform/db/connection.ts'
import type { DatabaseState } from '#platform/metrics.ts'

/** Waiting jobs are in a partial index of pg-boss, so that the query stays cheap with many completed jobs. */
export async function readDatabaseState(db: Db): Promise<Omit<DatabaseState, 'responseSeconds'>> {
  const [row] = await db<[Omit<DatabaseState, 'responseSeconds'>]>`
    select pg_database_size(current_database())::float8 as bytes,
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select coalesce(state, 'unknown') as state, count(*) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' group by 1) s) as connections,
      (select coalesce(jsonb_agg(q), '[]') from (
        select queue.name, count(due.name)::int as waiting,
          coalesce(extract(epoch from now() - min(due.start_after)), 0)::float8 as "oldestWaitSeconds"
        from jobs.queue left join lateral (
          select job.name, job.start_after from jobs.job
          where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
        ) due on true
        where queue.name not like '\\_\\_%' group by queue.name order by queue.name) q) as queues`
  return row
}

/**
 * Writes a row and a temporary file of a few hundred kilobytes; rejects if either fails. The row alone is not enough:
 * on a full disk it often fits into an existing page. The series exceeds work_mem, which forces the file.
 */
export function tryDatabaseWrite(db: DatabasePool): Promise<void> {
  return inTransaction(db, async (tx) => {
    await tx`set local work_mem = '64kB'`
    await tx`select count(*) from generate_series(1, 10000)`
    await tx`
      insert into leases (name, holder, expires_at) values ('readiness', gen_random_uuid(), now())
      on conflict (name) do update set expires_at = excluded.expires_at`
  })
}
