// `npm run backup FILE` and `npm run restore FILE`.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatDate } from '@gaffer/domain/shared/dates'
import type { Command } from '#cli/run-command.ts'
import type { Config } from '#config.ts'
import type { Migration } from '#platform/db/migrate.ts'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { keyFingerprint } from '#platform/encryption.ts'
import { createJobTables } from '#platform/jobs.ts'
import { deriveKeys } from '#platform/keys.ts'
import { readOrCreateSecretKey } from '#platform/secret-key.ts'
import { vapidKeyFileName } from '#platform/vapid-keys.ts'
import type { Header, TableCount } from './archive.ts'
import { writeAtomically } from './atomic-file.ts'
import { dumpDatabase } from './dump.ts'
import { checkArchive, loadDatabase } from './load.ts'

/** Writes the whole database into a file. A server may run meanwhile. */
export const backupCommand: Command<string> = {
  usage: 'npm run backup FILE',
  parse: pathFrom,
  async run({ config, db }, file) {
    const keyId = await keyFingerprintOf(config)
    const counts = await writeAtomically(file, (into) => dumpDatabase(db, into, keyId))
    const { size } = await stat(file)
    return `Backed up into ${file}: ${totalOf(counts)}, ${size} bytes.\n${advice(config)}`
  },
}

/** Loads a backup into an unused database. The whole file is checked before the database is opened. */
export const restoreCommand: Command<{ file: string; header: Header }> = {
  usage: 'npm run restore FILE',
  async parse(args) {
    const file = pathFrom(args)
    return file === null ? null : { file, header: await checkArchive(createReadStream(file)) }
  },
  isExclusive: true,
  async run({ config, address }, { file, header }) {
    const counts = await restoreBackupFile(address, file)
    const done = `Restored what was backed up on ${formatDate(header.madeAt.slice(0, 10))}: ${totalOf(counts)}.`
    return header.keyId === (await keyFingerprintOf(config)) ? done : `${done}\n${otherKeyWarning(config)}`
  },
}

/** `file` must have passed `checkArchive`. Tests pass other `migrations` than those of this release. */
export async function restoreBackupFile(
  address: DatabaseAddress,
  file: string,
  migrations?: Migration[],
): Promise<TableCount[]> {
  await createJobTables(address)
  const db = openMaintenancePool(address)
  try {
    return await loadDatabase(db, createReadStream(file), migrations)
  } finally {
    await db.end()
  }
}

/** npm runs scripts in the repository root; INIT_CWD is the caller's directory. */
function pathFrom([path, ...more]: string[]): string | null {
  return path && !path.startsWith('-') && more.length === 0 ? resolve(process.env['INIT_CWD'] ?? '.', path) : null
}

/** Stored in the archive, so that a restore can warn about a different SECRET_KEY. */
async function keyFingerprintOf({ secretKey, dataDir }: Config): Promise<string> {
  return keyFingerprint(deriveKeys(secretKey ?? (await readOrCreateSecretKey(resolve(dataDir)))).outsideTokens)
}

function totalOf(counts: TableCount[]): string {
  const rows = counts.reduce((total, one) => total + one.rows, 0)
  return `${counts.length} tables, ${rows} rows`
}

function advice(config: Config): string {
  const vapidKey = config.vapidKeys ? 'the VAPID keys' : `${config.dataDir}/${vapidKeyFileName}`
  return `Keep ${keyName(config)} and ${vapidKey} too, in another place: they are not in this file. Calendar addresses and push subscriptions depend on them.`
}

function otherKeyWarning(config: Config): string {
  return (
    `Warning: ${keyName(config)} is not the one that this backup was made with. Put the old one there before the first start, ` +
    'or members have to subscribe to their calendars and connect Spotify again.'
  )
}

function keyName({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY' : `${dataDir}/secret-key`
}
