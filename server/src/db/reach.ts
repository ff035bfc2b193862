// For a program beside the server: the database that a running Gaffer uses or, where none runs, the one it would.

import { resolve } from 'node:path'
import type { DatabaseAddress } from './connection.ts'
import { findEmbedded, startEmbedded } from './embedded/embedded.ts'
import { AlreadyRunning } from './embedded/errors.ts'

export type Reached = { address: DatabaseAddress; close: () => Promise<void> }
type Where = { databaseUrl: string | null; dataDir: string }

export async function reachDatabase(where: Where): Promise<Reached> {
  try {
    return await takeDatabase(where)
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    return { address: await findEmbedded(resolve(where.dataDir)), close: async () => undefined }
  }
}

/** The same, for this program alone: throws AlreadyRunning while a Gaffer uses the data folder. */
export async function takeDatabase({ databaseUrl, dataDir }: Where): Promise<Reached> {
  if (databaseUrl) return { address: databaseUrl, close: async () => undefined }
  const embedded = await startEmbedded({ dataDir: resolve(dataDir), log: () => undefined })
  return { address: embedded.connection, close: () => embedded.stop() }
}
