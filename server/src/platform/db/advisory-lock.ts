import type { Db } from './connection.ts'
import { command, sql } from './statement.ts'

const lockKeys = command(sql<{ keys: readonly string[] }>`
  select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($keys::text[]) key`)

/** Locks the keys, in this order, until the transaction ends. Any text can be a key: equal keys exclude each other. */
export function acquireAdvisoryLocks(tx: Db, ...keys: string[]): Promise<void> {
  return lockKeys(tx, { keys })
}
