// A PostgreSQL for many test databases.

import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'

/** Three browser journeys at a time have up to three servers each, and a server has 15 connections at most. */
const maxConnections = 200

/** Starts the PostgreSQL of the data folder with settings for tests. */
export async function startTestPostgres(dataDir: string): Promise<Awaited<ReturnType<typeof startEmbeddedPostgres>>> {
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
  const first = await start()
  await changeSettings({ ...first.connection, user: 'postgres' })
  // The number of connections needs a restart.
  await first.stop()
  return start()
}

/** Test databases need not survive a crash, and are dropped before they grow. Without fsync, copying and dropping one takes half as long. */
async function changeSettings(superuser: DatabaseAddress): Promise<void> {
  const admin = openMaintenancePool(superuser)
  await admin.query(`alter system set max_connections = ${maxConnections}`)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']) {
    await admin.query(`alter system set ${setting} = off`)
  }
  await admin.end()
}
