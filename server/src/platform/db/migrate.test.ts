import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { openDatabase } from './connection.ts'
import { migrate, migrationLock, readMigrations } from './migrate.ts'

test('a migration waits for the lock of another one without statement_timeout, which is restored afterwards', async () => {
  const { address, drop } = await cloneDatabase(inject('database'), 'template0')
  const other = openDatabase(address, 1)
  await other`select pg_advisory_lock(${migrationLock})`
  // One connection, so that the setting applies to the migration.
  const db = openDatabase(address, 1)
  await db`set statement_timeout = 50`
  const migrated = migrate(db)
  expect(await Promise.race([migrated.catch((error) => error), sleep(500, 'still waits')])).toBe('still waits')
  await other`select pg_advisory_unlock(${migrationLock})`
  expect(await migrated).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await db`show statement_timeout`).toEqual([{ statement_timeout: '2500ms' }])
  await other.end()
  await db.end()
  await drop()
})
