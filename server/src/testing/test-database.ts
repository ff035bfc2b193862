// Vitest global setup: one PostgreSQL with a migrated template database, which each test file copies. TEST_DATABASE_URL selects
// another PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabasePool, openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createJobTables } from '#platform/jobs.ts'
import { withDatabaseName, templateName } from './clone-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: DatabaseAddress
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await findPostgres()
  const admin = openMaintenancePool(address)
  await admin.query(`drop database if exists ${templateName} with (force)`)
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const templateAddress = withDatabaseName(address, templateName)
  const template = openDatabasePool(templateAddress, 1)
  await migrate(template)
  await template.end()
  await createJobTables(templateAddress)
  project.provide('database', address)
  return stop
}

async function findPostgres(): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { address: given, stop: async () => undefined }
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  await turnOffFsync({ ...embedded.connection, user: 'postgres' })
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  return { address: embedded.connection, stop }
}

/** Test databases need not survive a crash, and are dropped before they grow. Without fsync, copying and dropping one takes half as long. */
async function turnOffFsync(superuser: DatabaseAddress): Promise<void> {
  const admin = openMaintenancePool(superuser)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']) {
    await admin.query(`alter system set ${setting} = off`)
  }
  await admin`select pg_reload_conf()`
  await admin.end()
}
