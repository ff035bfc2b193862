// npm run restore FILE: loads a backup into an unused database.

import { createReadStream } from 'node:fs'
import { displayDate } from '@gaffer/domain/dates'
import type { Config } from '#config.ts'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { acquireDatabase } from '#platform/db/cli-database.ts'
import type { Migration } from '#platform/db/migrate.ts'
import { startJobs } from '#platform/jobs.ts'
import type { TableSum } from './archive.ts'
import { keyFingerprintOf, totalOf } from './cli.ts'
import { checkArchive, loadDatabase } from './load.ts'

/** Verifies the whole file before it changes the database. Returns the line to print. */
export async function restore(config: Config, file: string): Promise<string> {
  const header = await checkArchive(createReadStream(file))
  const { address, close } = await acquireDatabase(config)
  try {
    const sums = await restoreAt(address, file)
    const done = `Restored what was backed up on ${displayDate(header.madeAt.slice(0, 10))}: ${totalOf(sums)}.`
    return header.keyId === (await keyFingerprintOf(config)) ? done : `${done}\n${otherKey(config)}`
  } finally {
    await close()
  }
}

/** Call it for verified files only. `migrations` replaces those of this release. */
export async function restoreAt(address: DatabaseAddress, file: string, migrations?: Migration[]): Promise<TableSum[]> {
  // The job queue creates its own tables.
  const jobs = await startJobs(address, (error) => console.error(error.message))
  await jobs.stop()
  const db = openMaintenancePool(address)
  try {
    return await loadDatabase(db, createReadStream(file), migrations)
  } finally {
    await db.end()
  }
}

function otherKey({ secretKey, dataDir }: Config): string {
  const key = secretKey ? 'SECRET_KEY' : `${dataDir}/secret-key`
  return (
    `Warning: ${key} is not the one that this backup was made with. Put the old one there before the first start, ` +
    'or members have to subscribe to their calendars and connect Spotify again.'
  )
}
