// The application's role and database inside the cluster.
// Knows nothing of what the application keeps there.
import type postgres from 'postgres'

export const databaseName = 'gaffer'

/** No superuser: whatever slips past the application can reach neither files nor programs. */
export const applicationRole = 'gaffer'

/** Makes the role and its database if they are missing; an interrupted first start may have made only one. */
export async function ensureDatabase(sql: postgres.Sql, password: string | undefined): Promise<void> {
  const [found] = await sql<{ role: boolean; database: boolean }[]>`
    select exists (select from pg_roles where rolname = ${applicationRole}) as role,
           exists (select from pg_database where datname = ${databaseName}) as database`
  if (!found?.role) await sql`create role ${sql(applicationRole)} login createdb`
  if (password) await sql.unsafe(`alter role ${applicationRole} password '${password}'`)
  if (!found?.database) await sql`create database ${sql(databaseName)} owner ${sql(applicationRole)}`
}
