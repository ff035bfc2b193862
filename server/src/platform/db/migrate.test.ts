// Migrations may take their time, which requests may not.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone.ts'
import { openDatabase } from './connection.ts'
import { migrate, migrationLock, readMigrations } from './migrate.ts'

test('a starting server waits for another that migrates, longer than a request may, and not in what follows', async () => {
  const { address, drop } = await cloneDatabase(inject('database'), 'template0')
  const other = openDatabase(address, 1)
  await other`select pg_advisory_lock(${migrationLock})`
  // Of one connection, so that what is set counts for what migrates.
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
