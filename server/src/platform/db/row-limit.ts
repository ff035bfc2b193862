// Row limits: how many rows of one kind a band or a person may have.

import { acquireAdvisoryLocks } from './advisory-lock.ts'
import { inTransaction, type Db } from './connection.ts'

/** More than the inserts that all servers together run concurrently. */
const margin = 100

/** SQL that counts the rows, and stops counting at `$most`. `rows` is what follows `from`. */
export function countUpTo(rows: string): string {
  return `(select count(*) from (select from ${rows} limit $most) counted)`
}

/**
 * Inserts a row unless its owner has `limit` of them. `insert` compares the count with `most` in its own statement and
 * returns undefined where it inserted nothing. Far from the limit a count that misses concurrent inserts does no harm;
 * within the margin, inserts for one owner run one after another, under an advisory lock.
 */
export async function insertUpTo<T>(
  db: Db,
  limit: number,
  ownerId: string,
  insert: (db: Db, most: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const inserted = await insert(db, limit - margin)
  if (inserted !== undefined) return inserted
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, ownerId)
    return insert(tx, limit)
  })
}
