// What happened in a band: written in the transaction that did it, read by its members.

import type { Activity } from '@gaffer/domain/activity'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import {
  insertActivity,
  keepName,
  nameByAccount,
  noteFrom,
  noteValues,
  selectActivity,
  type Deed,
  type Doer,
} from './store.ts'

/** Notes what somebody did, in the transaction that does it. */
export async function record(tx: Db, doer: Doer, what: Deed): Promise<void> {
  if (what.verb === 'removed' && what.aboutUserId) await keepName(tx, doer.bandId, what.aboutUserId)
  await insertActivity(tx, doer, what)
}

/** Notes that somebody came in, by their invited card if they had one. */
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

// For what is done so often that noting it must not cost a question of its own.
export { noteFrom, noteValues }
