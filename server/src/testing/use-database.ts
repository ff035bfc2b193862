import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase, type Database } from '#platform/db/connection.ts'
import { cloneDatabase } from './clone-database.ts'

/** A database for the tests of a file, with one pooled connection. */
export function useDatabase(): () => Database {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const clone = await cloneDatabase(inject('database'))
    drop = clone.drop
    db = openDatabase(clone.address, 1)
  })
  afterAll(async () => {
    await db.end()
    await drop()
  })
  return () => db
}
