// npm run backup FILE: everything in the database into one file, beside a running Gaffer or without one.

import { stat } from 'node:fs/promises'
import type { Config } from '#config.ts'
import { openMaintenancePool } from '#platform/db/connection.ts'
import { openCliDatabase } from '#platform/db/cli-database.ts'
import { dumpDatabase } from './dump.ts'
import { keyFingerprintOf, totalOf } from './cli.ts'
import { writeAtomically } from './atomic-file.ts'

/** The sentence for the operator. */
export async function backUp(config: Config, file: string): Promise<string> {
  const { address, close } = await openCliDatabase(config)
  try {
    const db = openMaintenancePool(address)
    try {
      const keyId = await keyFingerprintOf(config)
      const sums = await writeAtomically(file, (into) => dumpDatabase(db, into, keyId))
      const { size } = await stat(file)
      return `Backed up into ${file}: ${totalOf(sums)}, ${size} bytes.\n${advice(config)}`
    } finally {
      await db.end()
    }
  } finally {
    await close()
  }
}

function advice({ secretKey, dataDir }: Config): string {
  const key = secretKey ? 'SECRET_KEY' : `${dataDir}/secret-key`
  return `Keep ${key} too, in another place: it is not in this file, and calendar addresses depend on it.`
}
