// The seeds of the browser journeys: databases and data folders of which each server gets copies. All databases are in one PostgreSQL.

import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config.ts'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { getEmbeddedDatabaseAddress } from '#platform/db/embedded-postgres.ts'
import { startGaffer } from '#start.ts'
import { cloneDatabase, withDatabaseName } from './clone-database.ts'
import { seedJourneyBand } from './journey-band.ts'
import type { Seed } from './journey-host-messages.ts'
import { startTestPostgres } from './test-postgres.ts'

const templateOf = (seed: Seed) => `gaffer_seed_${seed}`

/** Starts the PostgreSQL of all journeys in the folder and fills its seeds. The returned function stops it and deletes the folder. */
export async function createSeeds(folder: string): Promise<() => Promise<void>> {
  // If the tests run as root, PostgreSQL runs as another user and must reach its files in this folder.
  await chmod(folder, 0o711)
  const postgres = await startTestPostgres(folder)
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await fillSeeds(folder, postgres.connection)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function fillSeeds(folder: string, postgres: DatabaseAddress): Promise<void> {
  const admin = openMaintenancePool(postgres)
  await admin.query(`create database ${templateOf('empty')}`)
  await fillSeed(folder, 'empty', postgres)
  await admin.query(`create database ${templateOf('demo')} template ${templateOf('empty')}`)
  await cp(join(folder, 'empty'), join(folder, 'demo'), { recursive: true })
  await fillSeed(folder, 'demo', postgres)
  await admin.end()
}

/** Starts a server, which creates the tables and the key files, and stops it. */
async function fillSeed(folder: string, seed: Seed, postgres: DatabaseAddress): Promise<void> {
  const dataDir = join(folder, seed)
  await mkdir(dataDir, { recursive: true })
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' })
  const gaffer = await startGaffer(config, { database: withDatabaseName(postgres, templateOf(seed)) })
  if (seed === 'demo') await seedJourneyBand(gaffer)
  await gaffer.stop()
}

/** Copies the database and the data folder of a seed for one server. `folder` is the folder of `createSeeds`. */
export async function copySeed(
  folder: string,
  seed: Seed,
): Promise<{ database: DatabaseAddress; dataDir: string; remove(): Promise<void> }> {
  const { address, drop } = await cloneDatabase(await getEmbeddedDatabaseAddress(folder), templateOf(seed))
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-e2e-'))
  await cp(join(folder, seed), dataDir, { recursive: true })
  return {
    database: address,
    dataDir,
    remove: async () => {
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
