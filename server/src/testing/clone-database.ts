// Creates a database for each test file as a copy of the migrated template.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMaintenancePool, type DatabaseAddress } from '#platform/db/connection.ts'

export const templateName = 'gaffer_template'

/** The address of another database on the same server. */
export function databaseNamed(address: DatabaseAddress, name: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database: name }
  return address.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Copies the template or another database. Copies wait for each other: PostgreSQL refuses a second one at a time. */
export async function cloneDatabase(
  server: DatabaseAddress,
  template = templateName,
): Promise<{ address: DatabaseAddress; drop(): Promise<void> }> {
  const name = `gaffer_test_${randomBytes(6).toString('hex')}`
  const admin = openMaintenancePool(server)
  const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55006'
  for (let tries = 0; ; tries += 1) {
    try {
      await admin.query(`create database ${name} template ${template} strategy file_copy`)
      break
    } catch (error) {
      if (!isBusy(error) || tries > 100) throw error
      await sleep(100)
    }
  }
  return {
    address: databaseNamed(server, name),
    drop: async () => {
      // Not `drop database … with (force)`: it fails for a role that may not terminate an autovacuum worker.
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`
      await admin.query(`drop database ${name}`)
      await admin.end()
    },
  }
}
