// Databases for tests: a fresh copy of the migrated template for each test file.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/connection.ts'

/** The same server, another database. */
export function databaseNamed(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Copies the template. PostgreSQL copies one at a time and refuses while another copy is being made, so this waits. */
export async function cloneDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `gaffer_test_${randomBytes(6).toString('hex')}`
  const admin = openDatabase(url, 1)
  const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55006'
  for (let tries = 0; ; tries += 1) {
    try {
      await admin.unsafe(`create database ${name} template gaffer_template strategy file_copy`)
      break
    } catch (error) {
      if (!isBusy(error) || tries > 100) throw error
      await sleep(100)
    }
  }
  return {
    url: databaseNamed(url, name),
    drop: async () => {
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
