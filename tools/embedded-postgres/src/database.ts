import { escapeIdentifier, type Client } from 'pg'
import type { HostApplication } from './host-application.ts'

/**
 * Creates the application's role and database if they are missing; an interrupted first start may have created only one.
 * The role is not a superuser, so that an SQL injection reaches neither files nor programs.
 */
export async function ensureRoleAndDatabase(client: Client, { database, role }: HostApplication): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
       exists (select from pg_database where datname = $2) as database`,
    [role, database],
  )
  const owner = escapeIdentifier(role)
  if (!rows[0]?.role) await client.query(`create role ${owner} login createdb`)
  if (!rows[0]?.database) await client.query(`create database ${escapeIdentifier(database)} owner ${owner}`)
}
