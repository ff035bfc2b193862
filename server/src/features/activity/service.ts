// Activity is written in the transaction that it describes, so that neither exists without the other.

import type { Activity } from '@gaffer/domain/activity'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import {
  insertActivity,
  keepName,
  nameByAccount,
  activityInsertSql,
  noteValues,
  selectActivity,
  type Deed,
  type Doer,
} from './store.ts'

export async function record(tx: Db, doer: Doer, what: Deed): Promise<void> {
  if (what.verb === 'removed' && what.aboutUserId) await keepName(tx, doer.bandId, what.aboutUserId)
  await insertActivity(tx, doer, what)
}

/** `membershipId` is the invited card that the new member filled, or null. */
export async function recordJoining(tx: Db, joined: Doer & { membershipId: string | null }): Promise<void> {
  if (joined.membershipId) await nameByAccount(tx, joined.bandId, joined.membershipId, joined.userId)
  await insertActivity(tx, joined, { verb: 'joined' })
}

export function listActivity(
  db: Db,
  acting: MemberContext,
  { before }: { before?: string | undefined },
): Promise<Activity[]> {
  return selectActivity(db, acting, before ?? null)
}

// For frequent writes, which insert their activity in the same statement.
export { activityInsertSql, noteValues }
