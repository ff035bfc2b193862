import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/clone-database.ts'
import { openDatabasePool, type DatabasePool, type DatabaseAddress } from './connection.ts'
import { isMigrated, migrate, migrationLockKey, readMigrations } from './migrate.ts'

let address: DatabaseAddress
let drop: () => Promise<unknown>
/** An empty database. One connection, so that session settings apply to the migration. */
let db: DatabasePool

beforeEach(async () => {
  ;({ address, drop } = await cloneDatabase(inject('database'), 'template0'))
  db = openDatabasePool(address, 1)
})
afterEach(async () => {
  await db.end()
  await drop()
})

const first = { name: '0001_first.sql', sql: 'create table first (id integer)', checksum: '1' }
const second = { name: '0002_second.sql', sql: 'create table second (id integer)', checksum: '2' }
const listTables = async () =>
  (await db<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`).map(
    ({ name }) => name,
  )

test('migrate applies the migrations of this release once, and isMigrated is then true', async () => {
  await migrate(db, [])
  expect(await isMigrated(db)).toBe(false)
  expect(await migrate(db)).toEqual((await readMigrations()).map(({ name }) => name))
  expect(await isMigrated(db)).toBe(true)
  expect(await migrate(db)).toEqual([])
})

test('migrate applies only the migrations that the database lacks', async () => {
  expect(await migrate(db, [first])).toEqual([first.name])
  expect(await migrate(db, [first, second])).toEqual([second.name])
  expect(await listTables()).toEqual(['first', 'migrations', 'second'])
})

test('migrate refuses a database if an applied migration was edited afterwards, and applies no migration', async () => {
  await migrate(db, [first])
  const edited = { ...first, sql: 'create table first (id bigint)', checksum: 'edited' }
  await expect(migrate(db, [edited, second])).rejects.toThrow(
    /^Migration 0001_first\.sql was edited after it was applied/,
  )
  expect(await listTables()).toEqual(['first', 'migrations'])
})

test('a failed migration is rolled back and releases the migration lock, and the migrations before it stay applied', async () => {
  const failing = { ...second, sql: 'create table second (id integer); select 1 / 0' }
  await expect(migrate(db, [first, failing])).rejects.toThrow('division by zero')
  expect(await listTables()).toEqual(['first', 'migrations'])
  const other = openDatabasePool(address, 1)
  expect(await other`select pg_try_advisory_lock(${migrationLockKey}) as free`).toEqual([{ free: true }])
  await other.end()
})

test('a migration waits for the lock of another migration without statement_timeout, and resets the timeout to the default of the pool', async () => {
  const other = openDatabasePool(address, 1)
  await other`select pg_advisory_lock(${migrationLockKey})`
  await db`set statement_timeout = 50`
  const migrated = migrate(db, [first])
  expect(await Promise.race([migrated.catch((error) => error), sleep(500, 'still waits')])).toBe('still waits')
  await other`select pg_advisory_unlock(${migrationLockKey})`
  expect(await migrated).toEqual([first.name])
  expect(await db`show statement_timeout`).toEqual([{ statement_timeout: '2500ms' }])
  await other.end()
})

test('no function of the schema reads the clock of the database', async () => {
  await migrate(db)
  const reading = await db<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~* '(now|_timestamp)\\s*\\(|current_(date|time)'`
  expect(reading).toEqual([])
})
