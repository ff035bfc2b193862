// Loads an archive into an unused database, in one transaction.

import { finished, pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { escapeIdentifier } from 'pg'
import { from } from 'pg-copy-streams'
import { CommandError } from '#cli/run-command.ts'
import type { DatabaseConnection, DatabasePool } from '#platform/db/connection.ts'
import {
  createMigrationsTable,
  buildMigrationInsert,
  migrationLockKey,
  readMigrations,
  type Migration,
} from '#platform/db/migrate.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { writeStream } from '#providers/files/write-stream.ts'
import {
  readArchive,
  type ArchiveContents,
  type ArchiveEntry,
  type ArchiveHeader,
  type FileHeader,
  type TableHeader,
} from './archive.ts'
import { dropUnusedSchema, assertUnused } from './empty-database.ts'
import { archivedJobColumns } from './tables.ts'

/** Reads the whole archive without loading it. Throws BrokenArchiveError if it is damaged, CommandError if a migration is unknown. */
export async function checkArchive(file: Readable): Promise<ArchiveHeader> {
  let found: ArchiveHeader | undefined
  for await (const entry of readArchive(file)) {
    if (entry.kind !== 'header') continue
    found = entry.header
    refuseUnknownMigrations(found, await readMigrations())
  }
  return found as ArchiveHeader
}

/**
 * Restores an archive into an unused database, then applies the `migrations` that it lacks (default: this release's). Puts its files
 * into the store `files`; without a store they are skipped. The job queue's tables must exist already.
 */
export async function loadDatabase(
  db: DatabasePool,
  file: Readable,
  migrations?: Migration[],
  files?: FileStore,
): Promise<ArchiveContents> {
  const known = migrations ?? (await readMigrations())
  const contents = await db.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(${migrationLockKey})`
    await assertUnused(tx)
    await dropUnusedSchema(tx)
    return loadEntries(tx, readArchive(file), known, files)
  })
  // Without statistics the planner would scan whole tables.
  for (const { name } of contents.tables)
    if (!name.includes('.')) await db.query(`analyze public.${escapeIdentifier(name)}`)
  return contents
}

async function loadEntries(
  tx: DatabaseConnection,
  entries: AsyncGenerator<ArchiveEntry, ArchiveContents>,
  migrations: Migration[],
  files: FileStore | undefined,
): Promise<ArchiveContents> {
  let header: ArchiveHeader | undefined
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) {
      await setSequencesAndMigrate(tx, header as ArchiveHeader, migrations)
      return next.value
    }
    const entry = next.value
    if (entry.kind === 'header') {
      header = entry.header
      refuseUnknownMigrations(header, migrations)
      await applyArchivedMigrations(tx, header, migrations)
    } else if (entry.kind === 'table') await loadTable(tx, entry.table, entries)
    else if (entry.kind === 'file' && files) await loadFile(files, entry.file, entries)
  }
}

function refuseUnknownMigrations(header: ArchiveHeader, migrations: Migration[]): void {
  for (const { name, checksum } of header.migrations) {
    const known = migrations.find((one) => one.name === name)
    if (!known) {
      throw new CommandError(`This backup was made by a newer Gaffer (it has ${name}): restore it with that one.`)
    }
    if (known.checksum !== checksum)
      throw new CommandError(`This backup was made with another ${name} than this Gaffer has.`)
  }
}

const hasMigration = ({ migrations }: ArchiveHeader, { name }: Migration) => migrations.some((one) => one.name === name)

/** Applies the migrations of the archive. Their rows in `migrations` are part of the archive. */
async function applyArchivedMigrations(
  tx: DatabaseConnection,
  header: ArchiveHeader,
  migrations: Migration[],
): Promise<void> {
  await createMigrationsTable(tx)
  for (const migration of migrations) if (hasMigration(header, migration)) await tx.query(migration.sql)
}

async function setSequencesAndMigrate(
  tx: DatabaseConnection,
  header: ArchiveHeader,
  migrations: Migration[],
): Promise<void> {
  for (const { name, value } of header.sequences) {
    if (value !== null) await tx`select setval(${`public.${escapeIdentifier(name)}`}::regclass, ${value}::bigint)`
  }
  for (const migration of migrations) {
    if (!hasMigration(header, migration)) await tx.query(`${migration.sql}; ${buildMigrationInsert(migration)}`)
  }
}

async function loadTable(
  tx: DatabaseConnection,
  { name, columns }: TableHeader,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<void> {
  const rows = takeRows(entries)
  if (!name.includes('.')) {
    return copyIn(
      tx,
      `copy public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`,
      rows,
    )
  }
  await tx.query(`create temp table incoming (${archivedJobColumns[0]} jsonb) on commit drop`)
  await copyIn(tx, 'copy incoming from stdin', rows)
  await tx.query(`insert into ${name} ${await buildSelectOfSharedColumns(tx, name)} on conflict do nothing`)
  await tx.query('drop table incoming')
}

/**
 * The SQL after `insert into <table>`: the columns that a table of the job queue has both now and in the archive, and the SELECT of their
 * values. Other columns take their defaults.
 */
async function buildSelectOfSharedColumns(tx: DatabaseConnection, table: string): Promise<string> {
  const found = await tx<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and exists (select from incoming where row ? attname) order by attnum`
  const names = found.map(({ name }) => name)
  if (names.length === 0) return 'select from incoming where false'
  return `(${names.join(', ')}) select ${names.map((name) => `r.${name}`).join(', ')}
    from incoming, jsonb_populate_record(null::${table}, row) r`
}

/** Skips a file that the store already has: it may be the store that was backed up. */
async function loadFile(
  files: FileStore,
  { id, bytes }: FileHeader,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<void> {
  const content = Readable.from(takeBytes(entries), { objectMode: false })
  if ((await files.findLength(id)) === bytes) await finished(content.resume())
  else await writeStream(files, id, bytes, content)
}

async function* takeBytes(entries: AsyncGenerator<ArchiveEntry>): AsyncGenerator<Buffer> {
  for (let next = await entries.next(); !next.done && next.value.kind === 'bytes'; next = await entries.next()) {
    yield next.value.bytes
  }
}

async function* takeRows(entries: AsyncGenerator<ArchiveEntry>): AsyncGenerator<Buffer> {
  for (let next = await entries.next(); !next.done && next.value.kind === 'rows'; next = await entries.next()) {
    yield next.value.rows
  }
}

async function copyIn({ client }: DatabaseConnection, statement: string, rows: AsyncGenerator<Buffer>): Promise<void> {
  await pipeline(rows, client.query(from(statement)))
}
