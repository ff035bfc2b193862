// The application's role and database inside the cluster.
// Knows nothing of what the application keeps there.
import { escapeIdentifier, escapeLiteral, type Client } from 'pg'

export const databaseName = 'gaffer'

/** No superuser: whatever slips past the application can reach neither files nor programs. */
export const applicationRole = 'gaffer'

/** Makes the role and its database if they are missing; an interrupted first start may have made only one. */
export async function ensureDatabase(client: Client, password: string | undefined): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
       exists (select from pg_database where datname = $2) as database`,
    [applicationRole, databaseName],
  )
  const role = escapeIdentifier(applicationRole)
  if (!rows[0]?.role) await client.query(`create role ${role} login createdb`)
  if (password) await client.query(`alter role ${role} password ${escapeLiteral(password)}`)
  if (!rows[0]?.database) await client.query(`create database ${escapeIdentifier(databaseName)} owner ${role}`)
}
