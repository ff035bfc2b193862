// Row limits: how many rows of one kind a band or a person may have.

import { acquireAdvisoryLocks } from './advisory-lock.ts'
import { inTransaction, type Db } from './connection.ts'
import { sql, type Sql } from './statement.ts'

/** Number of rows; higher than the number of inserts that all servers together run at the same time. */
const insertMargin = 100

/** SQL for the number of rows, at most `$maxRows`. `rows` is a FROM clause without the word `from`. */
export function countUpTo(rows: Sql): Sql {
  return sql`(select count(*) from (select from ${rows} limit $maxRows) counted)`
}

/**
 * Inserts or restores a row unless its owner has `limit` rows. `insert` counts and inserts in one statement, and returns undefined once
 * the owner has `$maxRows` rows. Below `limit - insertMargin` rows no lock is taken: the count may miss concurrent inserts, but fewer than
 * `insertMargin`. Above, an advisory lock serialises the owner's inserts.
 */
export async function insertWithinLimit<Row, Values extends object>(
  db: Db,
  limit: number,
  ownerId: string,
  insert: (db: Db, values: Values & { maxRows: number }) => Promise<Row | undefined>,
  values: Values,
): Promise<Row | undefined> {
  const inserted = await insert(db, { ...values, maxRows: limit - insertMargin })
  if (inserted !== undefined) return inserted
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, ownerId)
    return insert(tx, { ...values, maxRows: limit })
  })
}
