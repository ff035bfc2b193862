// Opens the database for command-line programs: that of DATABASE_URL, else the embedded one, which is started unless a server runs it.

import { resolve } from 'node:path'
import type { DatabaseAddress } from './connection.ts'
import { AlreadyRunningError } from '@gaffer/embedded-postgres/errors'
import { getEmbeddedDatabaseAddress, startEmbeddedPostgres } from './embedded-postgres.ts'

export type CliDatabase = { address: DatabaseAddress; close: () => Promise<void> }
type DatabaseSettings = { databaseUrl: string | null; dataDir: string }

export async function openCliDatabase(settings: DatabaseSettings): Promise<CliDatabase> {
  try {
    return await openExclusiveCliDatabase(settings)
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    return { address: await getEmbeddedDatabaseAddress(resolve(settings.dataDir)), close: async () => undefined }
  }
}

/** Without DATABASE_URL, throws AlreadyRunningError while a server uses the data folder. */
export async function openExclusiveCliDatabase({ databaseUrl, dataDir }: DatabaseSettings): Promise<CliDatabase> {
  if (databaseUrl) return { address: databaseUrl, close: async () => undefined }
  const embedded = await startEmbeddedPostgres({ dataDir: resolve(dataDir), log: () => undefined })
  return { address: embedded.connection, close: () => embedded.stop() }
}
