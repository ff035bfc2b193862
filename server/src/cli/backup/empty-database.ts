// A restore needs a database without user data. This file refuses any other database, and drops the schema of an unused one.

import { escapeIdentifier } from 'pg'
import { CommandError } from '#cli/run-command.ts'
import type { Db } from '#platform/db/connection.ts'

/** Throws CommandError if Gaffer runs on the database, if it has tables of another program, or rows that a first start does not insert. */
export async function assertUnused(tx: Db): Promise<void> {
  const [others] = await tx<{ running: number }[]>`
    select count(*)::int as running from pg_stat_activity
    where datname = current_database() and application_name = 'gaffer' and pid <> pg_backend_pid()`
  if (others && others.running > 0) throw new CommandError('Gaffer is running on this database: stop it first.')
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by relname`
  if (tables.length > 0 && !tables.some(({ name }) => name === 'migrations')) {
    throw new CommandError('This database holds tables that are not Gaffer’s: give it one of its own.')
  }
  for (const { name } of tables) {
    const [row] = await tx.query<{ used: boolean }[]>(
      `select exists (select from public.${escapeIdentifier(name)} where ${conditionsOfUseByTable[name] ?? 'true'}) as used`,
    )
    if (row?.used) {
      throw new CommandError(`This database is in use (${name} has rows): restore into an empty one.`)
    }
  }
}

/** Conditions for the rows that show use, by table. In a table that is not listed, any row shows use. */
const conditionsOfUseByTable: Record<string, string> = {
  migrations: 'false',
  leases: 'false',
  // The first start creates an invitation for the founder.
  invitations: `kind <> 'founder' or uses > 0`,
}

/** Drops all objects of the migrations, so that the archive's schema version can be created. */
export async function dropUnusedSchema(tx: Db): Promise<void> {
  const drops = await tx<{ statement: string }[]>`
    select case relkind when 'v' then 'drop view if exists ' when 'm' then 'drop materialized view if exists '
        when 'S' then 'drop sequence if exists ' else 'drop table if exists ' end
      || c.oid::regclass || ' cascade' as statement
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
    union all
    select 'drop routine if exists ' || p.oid::regprocedure || ' cascade' from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'drop type if exists ' || t.oid::regtype || ' cascade' from pg_type t
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`
  for (const { statement } of drops) await tx.query(statement)
  // The first start queued jobs for rows that are now dropped.
  await tx`delete from jobs.job`
}
