// Writes a consistent snapshot of the database into an archive while a server uses it.

import type { Readable, Writable } from 'node:stream'
import { escapeIdentifier } from 'pg'
import { to } from 'pg-copy-streams'
import { CommandError } from '#cli/run-command.ts'
import type { DatabaseConnection, DatabasePool } from '#platform/db/connection.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { ArchiveWriter, archiveFormatVersion, type ArchiveContents, type FileHeader } from './archive.ts'
import {
  hasJobQueueTables,
  listFilesInUse,
  listSequences,
  listTables,
  archivedJobColumns,
  jobQueueTableQueries,
} from './tables.ts'

/**
 * `keyId` is the fingerprint of the SECRET_KEY; without `files` the archive has the database alone. May resolve before `into` has
 * received the last bytes: wait until it closes.
 */
export async function dumpDatabase(
  db: DatabasePool,
  into: Writable,
  keyId: string,
  files?: FileStore,
): Promise<ArchiveContents> {
  const { archive, inUse } = await dumpTables(db, into, keyId)
  // Outside the transaction: a file never changes, and its bytes stay for some days after its row is deleted.
  if (files) for (const file of inUse) await archive.writeFile(file, await readStoredFile(files, file))
  return archive.finish()
}

async function readStoredFile(files: FileStore, { id, bytes }: FileHeader): Promise<AsyncIterable<Buffer> | null> {
  return (await files.findLength(id)) === bytes ? files.read(id) : null
}

type DumpedTables = { archive: ArchiveWriter; inUse: FileHeader[] }

function dumpTables(db: DatabasePool, into: Writable, keyId: string): Promise<DumpedTables> {
  return db.transaction(async (tx) => {
    const tables = await listTables(tx)
    if (!tables.some(({ name }) => name === 'migrations')) throw new CommandError('This database holds no Gaffer.')
    const archive = new ArchiveWriter(into)
    const [server] = await tx<{ version: string }[]>`select current_setting('server_version') as version`
    await archive.writeHeader({
      format: archiveFormatVersion,
      madeAt: tx.clock.now().toISOString(),
      postgres: server?.version ?? '',
      migrations: await tx`select name, checksum from migrations order by name`,
      keyId,
      sequences: await listSequences(tx),
    })
    for (const table of tables) {
      const columns = table.columns.map(escapeIdentifier).join(', ')
      await archive.writeTable(table, copyOut(tx, `copy public.${escapeIdentifier(table.name)} (${columns}) to stdout`))
    }
    if (await hasJobQueueTables(tx)) {
      for (const { name, rows } of jobQueueTableQueries) {
        await archive.writeTable({ name, columns: archivedJobColumns }, copyOut(tx, `copy (${rows}) to stdout`))
      }
    }
    return { archive, inUse: await listFilesInUse(tx) }
  }, 'isolation level repeatable read read only deferrable')
}

function copyOut({ client }: DatabaseConnection, statement: string): Readable {
  return client.query(to(statement))
}
