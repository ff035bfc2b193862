// Backups are written while the server runs, and restored into another database.

import { createReadStream } from 'node:fs'
import { copyFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  openDatabasePool,
  openMaintenancePool,
  type DatabasePool,
  type DatabaseAddress,
} from '#platform/db/connection.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { createTestPractice } from '#testing/builders.ts'
import { fingerprintAllTables } from '#testing/fingerprint.ts'
import { waitUntilDueNoticesStored } from '#testing/notices.ts'
import { createPopulatedUser } from '#testing/populated-user.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { dumpDatabase } from './dump.ts'
import { checkArchive, loadDatabase } from './load.ts'
import { restoreBackupFile } from './commands.ts'
import { writeAtomically } from './atomic-file.ts'

// A long settling time, so that no notice of the test data is made during a test.
const server = useTestServer({ NOTICE_SETTLE_SECONDS: '3600' })
let folder: string
let file: string
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-backup-'))
  file = join(folder, 'gaffer.backup')
  const { owner, bandId } = await createPopulatedUser(server())
  await createTestPractice(owner, bandId, {
    title: 'Tab\there, \\N, back\\slash, “quotes”, 🎸',
    notes: 'two\nlines\r\n\\.\n',
  })
  await backUpTo(file)
})
afterAll(async () => {
  for (const end of cleanups.reverse()) await end()
  await rm(folder, { recursive: true, force: true })
})

const keyId = 'the key of this test'
async function backUpTo(path: string, address: DatabaseAddress = server().database) {
  const db = openMaintenancePool(address)
  try {
    await writeAtomically(path, (into) => dumpDatabase(db, into, keyId))
  } finally {
    await db.end()
  }
}

async function createEmptyDatabase(): Promise<{ address: DatabaseAddress; db: DatabasePool }> {
  const { address, drop } = await cloneDatabase(inject('database'), 'template1')
  const db = openMaintenancePool(address)
  cleanups.push(drop, () => db.end())
  return { address, db }
}

/** Every row of every table as text; of the job queue only unfinished jobs. */
async function readContent(db: DatabasePool): Promise<Record<string, string[]>> {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }[]>(`select t::text as row from ${name} t order by 1`)
    content[name] = rows.map(({ row }) => row)
  }
  for (const name of ['jobs.queue', `jobs.job where state < 'completed'`]) {
    const rows = await db.query<{ row: string }[]>(
      `select to_jsonb(t) - '{created_on,monitor_on,maintain_on,monitor_claim_on,delta_on}'::text[] as row
        from (select * from ${name}) t order by 1`,
    )
    content[name] = rows.map(({ row }) => JSON.stringify(row))
  }
  return content
}

async function restoreInto(path: string): Promise<DatabasePool> {
  const { address, db } = await createEmptyDatabase()
  await restoreBackupFile(address, path)
  return db
}

test('a database restored from a backup has exactly the rows and the unfinished jobs of the original database', async () => {
  const { db } = server().services
  await waitUntilDueNoticesStored(server())
  // `fingerprintAllTables` waits for the jobs.
  await fingerprintAllTables(server())
  await db`insert into jobs.job (name, data, start_after) values
    ('send-text', '{"codeId":"waiting"}', now() + interval '1 day')`
  const path = join(folder, 'whole.backup')
  await backUpTo(path)
  const before = await readContent(db)
  const after = await readContent(await restoreInto(path))
  expect(after).toEqual(before)
  const filled = Object.values(before).filter((rows) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(20)
  await db`delete from jobs.job where data ->> 'codeId' = 'waiting'`
})

test('a transaction committed during a backup is either in all tables of the backup or in none', async () => {
  const { db } = server().services
  const stop = new AbortController()
  const writing = (async () => {
    for (let number = 0; !stop.signal.aborted; number += 1) {
      // Two tables: `bands` is copied early, `songs` late.
      await db.transaction(async (tx) => {
        await tx`update bands set bio = ${String(number)}`
        await tx`update songs set album = ${String(number)}`
      })
    }
  })()
  const path = join(folder, 'busy.backup')
  for (let round = 0; round < 5; round += 1) {
    await backUpTo(path)
    const restored = await restoreInto(path)
    const found = await restored`select bio as number from bands union select album from songs`
    expect(found).toHaveLength(1)
  }
  stop.abort()
  await writing
  await db`update songs set album = null`
})

test('a backup file has mode 0600, and a backup that cannot connect to the database leaves the earlier backup file unchanged and no .part file', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file)
  await expect(backUpTo(file, 'postgres://nobody@127.0.0.1:1/nothing')).rejects.toThrow()
  expect(await readFile(file)).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test.each<[string, (path: string) => Promise<unknown>, string]>([
  ['one changed bit', async (path) => flipMiddleBit(path), 'amaged'],
  ['a missing end', async (path) => writeFile(path, (await readFile(path)).subarray(0, -200)), 'missing|amaged'],
  ['no content', async (path) => writeFile(path, ''), 'not a backup'],
  ['other content', async (path) => writeFile(path, 'select 1;'), 'not a backup'],
])('checkArchive rejects a backup file with %s', async (_, damage, sentence) => {
  const path = join(folder, 'damaged.backup')
  await copyFile(file, path)
  await damage(path)
  await expect(checkArchive(createReadStream(path))).rejects.toThrow(new RegExp(sentence))
})

async function flipMiddleBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] as number) ^ 1
  await writeFile(path, bytes)
}

test('a restore into a database that has rows or is used by a running server is refused and changes no row', async () => {
  const { db } = server().services
  const clone = await cloneDatabase(inject('database'))
  const used = openDatabasePool(clone.address, 1)
  cleanups.push(clone.drop, () => used.end())
  await used`insert into phone_failures (phone, updated_at) values ('+447700900001', ${testClock.now()})`
  await used.end()
  const other = openDatabasePool(clone.address, 1)
  await other.query(`set application_name to 'somebody else'`)
  await expect(loadDatabase(other, createReadStream(file))).rejects.toThrow('in use (phone_failures has rows)')
  expect(await other`select from phone_failures`).toHaveLength(1)
  await other.end()
  const before = await fingerprintAllTables(server())
  await expect(loadDatabase(db, createReadStream(file))).rejects.toThrow('Gaffer is running on this database')
  expect(await fingerprintAllTables(server())).toEqual(before)
})

test('a restore replaces a migrated database that holds only a founder invitation', async () => {
  const clone = await cloneDatabase(inject('database'))
  const fresh = openDatabasePool(clone.address, 1)
  cleanups.push(clone.drop)
  await fresh`insert into invitations (id, kind, max_uses, created_at, expires_at)
    values (gen_random_uuid(), 'founder', 1, ${testClock.now()}, ${fromNow({ days: 30 })})`
  await fresh.end()
  await restoreBackupFile(clone.address, file)
  const restored = openDatabasePool(clone.address, 1)
  expect(await restored`select from invitations where kind = 'founder' and band_id is null`).toHaveLength(0)
  expect(await restored`select from users`).not.toHaveLength(0)
  await restored.end()
})

test('a restore into a database with a table of another application is refused and keeps that table', async () => {
  const { address, db } = await createEmptyDatabase()
  await db`create table theirs (name text)`
  await expect(restoreBackupFile(address, file)).rejects.toThrow('not Gaffer’s')
  expect(await db`select from theirs`).toHaveLength(0)
})

/** A database of this release with one user. */
async function createMigratedDatabase(): Promise<{ address: DatabaseAddress; db: DatabasePool }> {
  const { address, db } = await createEmptyDatabase()
  await migrate(db)
  const now = testClock.now()
  await db`
    insert into users (id, phone, created_at, updated_at) values (gen_random_uuid(), '+447700900123', ${now}, ${now})`
  return { address, db }
}

test('a restore into a newer release applies the migrations that the backup lacks', async () => {
  const path = join(folder, 'older.backup')
  await backUpTo(path, (await createMigratedDatabase()).address)
  const sql = `alter table users add column shoe_size integer not null default 42`
  const newer = [...(await readMigrations()), { name: '9999_shoe_size.sql', sql, checksum: 'x' }]
  const { address, db } = await createEmptyDatabase()
  await restoreBackupFile(address, path, newer)
  expect(await db`select name from migrations order by name`).toEqual(newer.map(({ name }) => ({ name })))
  expect(await db`select phone, shoe_size from users`).toEqual([{ phone: '+447700900123', shoe_size: 42 }])
})

test('a restore is refused and creates no table if a migration of this release differs from the migration of that name in the backup', async () => {
  const edited = (await readMigrations()).map((migration) => ({ ...migration, checksum: 'edited' }))
  const { address, db } = await createEmptyDatabase()
  await expect(restoreBackupFile(address, file, edited)).rejects.toThrow(
    `This backup was made with another ${edited[0]?.name} than this Gaffer has.`,
  )
  expect(await db`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0)
})

test('checkArchive and a restore refuse a backup of a newer release, and the restore creates no table', async () => {
  const { address: newer, db } = await createMigratedDatabase()
  await db`insert into migrations (name, checksum) values ('9999_tomorrow.sql', 'x')`
  const path = join(folder, 'newer.backup')
  await backUpTo(path, newer)
  const sentence = /^This backup was made by a newer Gaffer \(it has 9999_tomorrow/
  await expect(checkArchive(createReadStream(path))).rejects.toThrow(sentence)
  const { address, db: untouched } = await createEmptyDatabase()
  await expect(restoreBackupFile(address, path)).rejects.toThrow(sentence)
  expect(await untouched`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0)
})

test('a restore whose rows violate a constraint fails with the name of the constraint and is rolled back', async () => {
  const { address: source, db } = await createMigratedDatabase()
  // A session without a user violates a foreign key of the restored schema.
  await db`alter table sessions drop constraint sessions_user_id_fkey`
  const now = testClock.now()
  await db`insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
    values (gen_random_uuid(), 'x', gen_random_uuid(), ${now}, ${now}, ${now})`
  const path = join(folder, 'orphan.backup')
  await backUpTo(path, source)
  const { address, db: target } = await createEmptyDatabase()
  await expect(restoreBackupFile(address, path)).rejects.toThrow('sessions_user_id_fkey')
  expect(await target`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0)
})
