// Before the server's tests: one PostgreSQL with a migrated template, from which each test file clones a database.
// TEST_DATABASE_URL names another PostgreSQL to run the same tests on.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/connection.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { startJobs } from '#jobs.ts'
import { databaseNamed } from './clone.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

export const templateName = 'gaffer_template'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await findPostgres()
  const admin = openDatabase(url, 1)
  await admin.unsafe(`drop database if exists ${templateName} with (force)`)
  await admin.unsafe(`create database ${templateName}`)
  await admin.end()
  const template = openDatabase(databaseNamed(url, templateName), 1)
  await migrate(template)
  await template.end()
  const jobs = await startJobs(databaseNamed(url, templateName), (error) => console.error(error))
  await jobs.stop()
  project.provide('databaseUrl', url)
  return stop
}

async function findPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => undefined }
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-test-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const { host, port, user, password = '' } = embedded.connection
  const url = host.startsWith('/')
    ? `postgres://${user}:${password}@/gaffer?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${user}:${password}@${host}:${port}/gaffer`
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}
