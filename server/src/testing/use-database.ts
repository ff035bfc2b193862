import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabasePool, type DatabasePool } from '#platform/db/connection.ts'
import { refuseWrongRows } from '#platform/db/statement.ts'
import { cloneDatabase } from './clone-database.ts'
import { testClock } from './test-clock.ts'

/** A database for the tests of a file, with one pooled connection. */
export function useDatabase(): () => DatabasePool {
  let db: DatabasePool
  let drop: () => Promise<void>
  beforeAll(async () => {
    const clone = await cloneDatabase(inject('database'))
    drop = clone.drop
    db = openDatabasePool(clone.address, 1, undefined, { clock: testClock, onRows: refuseWrongRows })
  })
  afterAll(async () => {
    await db.end()
    await drop()
  })
  return () => db
}
