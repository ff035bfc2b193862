import type { Db } from './connection.ts'

/** Locks the keys, in this order, until the transaction ends. Any text can be a key: equal keys exclude each other. */
export async function acquireAdvisoryLocks(tx: Db, ...keys: string[]): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`
}
