// Brings a database to the newest shape: the numbered SQL files, each once, in order, in its own transaction.

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import type { Connection, Database, Db } from './connection.ts'

const folder = join(import.meta.dirname, '../../../migrations')
// Any number that nothing else in the database locks: it keeps two starting servers from migrating at once.
export const migrationLock = 7_214_633

export type Migration = { name: string; sql: string; checksum: string }

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

/** Applies the missing migrations, each in its own transaction, and returns their names. Refuses a database whose applied files were edited since. */
export function migrate(db: Database): Promise<string[]> {
  return db.withConnection(async (connection) => {
    // A change to a large table takes long, and a second starting server waits for the first.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${migrationLock})`
    try {
      return await applyMissing(connection)
    } finally {
      await connection`select pg_advisory_unlock(${migrationLock})`
      await connection`reset statement_timeout`
    }
  })
}

async function applyMissing(connection: Connection): Promise<string[]> {
  await makeMigrationTable(connection)
  const migrations = await readMigrations()
  const rows = await connection<{ name: string; checksum: string }[]>`select name, checksum from migrations`
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (edited) throw new Error(`Migration ${edited.name} was edited after it was applied to this database`)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const { name, sql, checksum } of missing) {
    try {
      await connection.query(`begin; ${sql}; ${noteOf({ name, checksum })}; commit`)
    } catch (error) {
      // The failed transaction is still open, and would refuse every further statement, the unlock included.
      await connection`rollback`
      throw error
    }
  }
  return missing.map(({ name }) => name)
}

export async function makeMigrationTable(db: Db): Promise<void> {
  await db`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
}

/** The statement by which a database remembers that it has the migration. */
export function noteOf({ name, checksum }: Pick<Migration, 'name' | 'checksum'>): string {
  return `insert into migrations (name, checksum) values ('${name}', '${checksum}')`
}

/** Whether every migration of this release stands in the database. */
export async function isMigrated(db: Database): Promise<boolean> {
  const names = (await readMigrations()).map(({ name }) => name)
  const rows = await db<{ count: number }[]>`select count(*)::int as count from migrations where name = any(${names})`
  return rows[0]?.count === names.length
}
