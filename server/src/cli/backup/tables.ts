// Lists what a backup contains: the tables with their columns, the files, the sequences and the job queue.

import type { Db } from '#platform/db/connection.ts'
import type { FileHeader, TableHeader } from './archive.ts'

/** Each table comes after the tables that its foreign keys refer to, so that a restore can fill them in this order. */
export async function listTables(db: Db): Promise<TableHeader[]> {
  const tables = await db<TableHeader[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`
  const references = await db<{ table: string; to: string }[]>`
    select distinct one.relname as table, other.relname as to from pg_constraint f
    join pg_class one on one.oid = f.conrelid join pg_class other on other.oid = f.confrelid
    where f.contype = 'f' and one.relnamespace = 'public'::regnamespace and one.oid <> other.oid`
  const listReferencedTables = (name: string) => references.filter(({ table }) => table === name).map(({ to }) => to)
  const ordered: TableHeader[] = []
  for (let left = [...tables]; left.length > 0;) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ name }) => !listReferencedTables(name).some((other) => waiting.has(other)))
    if (next.length === 0)
      throw new Error(
        `Foreign keys of these tables form a cycle, so that they cannot be restored: ${[...waiting].join(', ')}`,
      )
    ordered.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

/** Uploads that nothing uses yet are left out: they are deleted within a day. */
export async function listFilesInUse(db: Db): Promise<FileHeader[]> {
  const [row] = await db<{ has: boolean }[]>`select to_regclass('public.files') is not null as has`
  if (!row?.has) return []
  return db<FileHeader[]>`select id, bytes::float8 as bytes from files where expires_at is null order by id`
}

export async function listSequences(db: Db): Promise<{ name: string; value: string | null }[]> {
  return db<{ name: string; value: string | null }[]>`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`
}

/**
 * Unfinished jobs and their queues, each row as one JSON value: pg-boss migrates its own tables, so their columns in an archive may
 * differ from the columns in the database that the archive is restored into.
 */
export const jobQueueTableQueries = [
  { name: 'jobs.queue', rows: 'select to_jsonb(q) from jobs.queue q order by q.name' },
  { name: 'jobs.job', rows: `select to_jsonb(j) from jobs.job j where j.state < 'completed' order by j.id` },
] as const

export const archivedJobColumns = ['row']

export async function hasJobQueueTables(db: Db): Promise<boolean> {
  const [row] = await db<{ has: boolean }[]>`select to_regclass('jobs.job') is not null as has`
  return row?.has ?? false
}
