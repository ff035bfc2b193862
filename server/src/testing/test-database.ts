// Vitest global setup: one PostgreSQL with a migrated template database, which each test file copies. TEST_DATABASE_URL selects
// another PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabasePool, openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createJobTables } from '#platform/jobs.ts'
import { withDatabaseName, templateName } from './clone-database.ts'
import { startTestPostgres } from './test-postgres.ts'

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
  const { connection, stop: stopPostgres } = await startTestPostgres(dataDir)
  const stop = async () => {
    await stopPostgres()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  return { address: connection, stop }
}
