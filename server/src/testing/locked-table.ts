import type { DatabasePool } from '#platform/db/connection.ts'

/** Locks the table against all access. The returned function releases it and waits for the end of the transaction. */
export async function lockTable(db: DatabasePool, table: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.query(`lock table ${table} in access exclusive mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  return async () => {
    release.resolve()
    await holding
  }
}
