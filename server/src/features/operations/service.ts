// Whether this server can do its work: the database answers and has this release's shape.

import { databaseAway, type Database } from '#db/connection.ts'
import { isMigrated } from '#db/migrate.ts'

export async function checkReadiness(db: Database): Promise<{ status: 'ready' }> {
  if (!(await isMigrated(db))) throw databaseAway()
  return { status: 'ready' }
}
