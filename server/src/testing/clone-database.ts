// Creates a database for each test file as a copy of the migrated template.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'

export const templateName = 'gaffer_template'

/** The address of another database on the same server. */
export function withDatabaseName(address: DatabaseAddress, name: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database: name }
  return address.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/**
 * Copies the template, or another database. PostgreSQL refuses to copy or drop a database while a connection to it exists
 * (error 55006); both are retried.
 */
export async function cloneDatabase(
  server: DatabaseAddress,
  template = templateName,
): Promise<{ address: DatabaseAddress; drop(): Promise<void> }> {
  const name = `gaffer_test_${randomBytes(6).toString('hex')}`
  const admin = openMaintenancePool(server)
  await retryWhileInUse(() => admin.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    address: withDatabaseName(server, name),
    drop: async () => {
      await retryWhileInUse(async () => {
        // Not `drop database … with (force)`: it fails for a role that may not terminate an autovacuum worker.
        await admin`
          select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
        await admin.query(`drop database ${name}`)
      })
      await admin.end()
    },
  }
}

async function retryWhileInUse(work: () => Promise<unknown>): Promise<void> {
  const isInUse = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55006'
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!isInUse(error) || attempt > 100) throw error
      await sleep(100)
    }
  }
}
