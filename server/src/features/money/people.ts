import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import type { DepartedMember } from '#features/bands/hooks.ts'
import { keepNameOfFormerMember } from './people-store.ts'

/** Takes the advisory lock that serialises writes of a band's money, until the transaction ends. Call it before all other locks. */
export function lockLedger(tx: Db, { bandId }: { bandId: string }): Promise<void> {
  return acquireAdvisoryLocks(tx, `ledger ${bandId}`)
}

/** Stores the present name of a member who leaves, so that the ledger keeps showing the name. */
export function keepNameInLedger(
  tx: Db,
  { bandId }: { bandId: string },
  { membershipId, name, userId }: DepartedMember,
): Promise<void> {
  return keepNameOfFormerMember(tx, { bandId, membershipId, name, userId })
}
