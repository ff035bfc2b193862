// Migrations are the numbered SQL files in server/migrations.

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import type { DatabaseConnection, DatabasePool, Db } from './connection.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')
// Arbitrary, and used for no other advisory lock.
export const migrationLockKey = 7_214_633

export type Migration = { name: string; sql: string; checksum: string }

/** The migrations of this release, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

/**
 * Applies the pending migrations, each in its own transaction, and returns their names. An advisory lock keeps servers that
 * start in parallel from migrating at once. Throws, and applies nothing, if an applied migration was edited since.
 */
export async function migrate(db: DatabasePool, migrations?: Migration[]): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  return db.withConnection(async (connection) => {
    // No timeout: changing a large table takes long, and a second server waits for the lock of the first.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${migrationLockKey})`
    try {
      return await applyPending(connection, known)
    } finally {
      await connection`select pg_advisory_unlock(${migrationLockKey})`
      await connection`reset statement_timeout`
    }
  })
}

async function applyPending(connection: DatabaseConnection, migrations: Migration[]): Promise<string[]> {
  await createMigrationsTable(connection)
  const rows = await connection<{ name: string; checksum: string }[]>`select name, checksum from migrations`
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) {
    throw new Error(
      `Migration ${edited.name} was edited after it was applied to this database. Undo the edit, and add a migration instead.`,
    )
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of pending) {
    try {
      await connection.query(`begin; ${migration.sql}; ${buildMigrationInsert(migration)}; commit`)
    } catch (error) {
      // Without the rollback, PostgreSQL would refuse further statements in the failed transaction, also the unlock.
      await connection`rollback`
      throw error
    }
  }
  return pending.map(({ name }) => name)
}

export async function createMigrationsTable(db: Db): Promise<void> {
  await db`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
}

/** SQL that records the migration as applied. */
export function buildMigrationInsert({ name, checksum }: Pick<Migration, 'name' | 'checksum'>): string {
  return `insert into migrations (name, checksum) values ('${name}', '${checksum}')`
}

/** Whether every migration of this release is applied. Migrations of a later release may be too: two releases can run side by side. */
export async function isMigrated(db: DatabasePool): Promise<boolean> {
  const names = (await readMigrations()).map(({ name }) => name)
  const rows = await db<{ count: number }[]>`select count(*)::int as count from migrations where name = any(${names})`
  return rows[0]?.count === names.length
}
