// `npm run backup FILE` and `npm run restore FILE`.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatDate } from '@gaffer/domain/shared/dates'
import type { Command } from '#cli/run-command.ts'
import type { Config } from '#config.ts'
import type { Migration } from '#platform/db/migrate.ts'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { keyFingerprint } from '#platform/encryption.ts'
import { createJobTables } from '#platform/jobs.ts'
import { deriveKeys } from '#platform/keys.ts'
import { readOrCreateSecretKey } from '#platform/secret-key.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { openFileStore } from '#providers/files/open-file-store.ts'
import { vapidKeyFileName } from '#platform/vapid-keys.ts'
import type { ArchiveContents, ArchiveHeader } from './archive.ts'
import { writeAtomically } from './atomic-file.ts'
import { dumpDatabase } from './dump.ts'
import { checkArchive, loadDatabase } from './load.ts'

const withoutFilesFlag = '--without-files'

/** Writes the whole database into a file, with all files in use unless `--without-files` is given. A server may run meanwhile. */
export const backupCommand: Command<{ file: string; hasFiles: boolean }> = {
  usage: 'npm run backup FILE',
  parse(args) {
    const file = parsePathArgument(args.filter((one) => one !== withoutFilesFlag))
    return file === null ? null : { file, hasFiles: !args.includes(withoutFilesFlag) }
  },
  async run({ config, db }, { file, hasFiles }) {
    const keyId = await keyFingerprintOf(config)
    const store = hasFiles ? await openFileStore(config, resolve(config.dataDir), { isOwner: false }) : undefined
    try {
      const contents = await writeAtomically(file, (into) => dumpDatabase(db, into, keyId, store))
      const { size } = await stat(file)
      const files = hasFiles ? describeFiles(contents, config) : `Not in it: the files in ${describeStore(config)}.`
      return `Backed up into ${file}: ${formatTotal(contents)}, ${size} bytes.\n${files}\n${describeKeys(config)}`
    } finally {
      store?.close()
    }
  },
}

/** Loads a backup into an unused database, and its files into the configured store. The whole file is checked before the database is opened. */
export const restoreCommand: Command<{ file: string; header: ArchiveHeader }> = {
  usage: 'npm run restore FILE',
  async parse(args) {
    const file = parsePathArgument(args)
    return file === null ? null : { file, header: await checkArchive(createReadStream(file)) }
  },
  isExclusive: true,
  async run({ config, address }, { file, header }) {
    const store = await openFileStore(config, resolve(config.dataDir))
    const contents = await restoreBackupFile(address, file, undefined, store).finally(() => store.close())
    const backupDate = formatDate(header.madeAt.slice(0, 10))
    const done = `Restored what was backed up on ${backupDate}: ${formatTotal(contents)}.\n${describeFiles(contents, config)}`
    return header.keyId === (await keyFingerprintOf(config)) ? done : `${done}\n${describeOtherKey(config)}`
  },
}

/** `file` must have passed `checkArchive`. Tests pass `migrations` other than this release's. */
export async function restoreBackupFile(
  address: DatabaseAddress,
  file: string,
  migrations?: Migration[],
  files?: FileStore,
): Promise<ArchiveContents> {
  await createJobTables(address)
  const db = openMaintenancePool(address)
  try {
    return await loadDatabase(db, createReadStream(file), migrations, files)
  } finally {
    await db.end()
  }
}

/** npm runs scripts in the repository root; INIT_CWD is the caller's directory. */
function parsePathArgument([path, ...more]: string[]): string | null {
  return path && !path.startsWith('-') && more.length === 0 ? resolve(process.env['INIT_CWD'] ?? '.', path) : null
}

/** Stored in the archive, so that a restore can warn about a different SECRET_KEY. */
async function keyFingerprintOf({ secretKey, dataDir }: Config): Promise<string> {
  return keyFingerprint(deriveKeys(secretKey ?? (await readOrCreateSecretKey(resolve(dataDir)))).outsideTokens)
}

function formatTotal({ tables }: ArchiveContents): string {
  const rows = tables.reduce((total, one) => total + one.rows, 0)
  return `${tables.length} tables, ${rows} rows`
}

function describeFiles({ files, fileBytes, missing }: ArchiveContents, config: Config): string {
  const lost = missing === 0 ? '' : ` ${missing} more are not in that store: restore them from an earlier backup.`
  return `With ${files} files (${fileBytes} bytes) of ${describeStore(config)}.${lost}`
}

function describeStore({ s3, dataDir }: Config): string {
  return s3 ? `the bucket ${s3.bucket} of ${s3.endpoint}` : join(resolve(dataDir), 'files')
}

function describeKeys(config: Config): string {
  const vapidKey = config.vapidKeys ? 'the VAPID keys' : `${config.dataDir}/${vapidKeyFileName}`
  return `Keep ${describeSecretKey(config)} and ${vapidKey} too, in another place: they are not in this file. Calendar addresses and push subscriptions depend on them.`
}

function describeOtherKey(config: Config): string {
  return (
    `Warning: ${describeSecretKey(config)} is not the one that this backup was made with. Put the old one there before the first start, ` +
    'or members have to subscribe to their calendars and connect Spotify again.'
  )
}

function describeSecretKey({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : `${dataDir}/secret-key`
}
