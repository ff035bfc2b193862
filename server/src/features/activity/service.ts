// An activity entry is written in the transaction of the change that it describes, so that neither exists without the other.

import { randomUUIDv7 } from 'node:crypto'
import type { ActivityListItem } from '@gaffer/domain/activity/activity'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { ActivityEntry, Actor, DaysAwayVerb } from './columns.ts'
import {
  insertActivity,
  insertDaysAwayActivity,
  upsertFormerMemberName,
  linkActivityToAccount,
  listActivityPage,
} from './store.ts'

/** Returns the id of the entry. Rows that the logged change deletes store it as `deletion_id`. */
export async function logActivity(tx: Db, actor: Actor, entry: ActivityEntry): Promise<string> {
  const formerId = entry.verb === 'left' ? actor.userId : entry.verb === 'removed' ? entry.aboutUserId : null
  if (formerId) await upsertFormerMemberName(tx, { bandId: actor.bandId, userId: formerId })
  return insertActivity(tx, actor, entry)
}

/** Writes the entry to the activity of each band of the user, with the same id in each. Other members do not see the entry. */
export async function logDaysAwayActivity(
  tx: Db,
  { userId }: Pick<Actor, 'userId'>,
  entry: { verb: DaysAwayVerb; date: string },
): Promise<string> {
  const id = randomUUIDv7()
  await insertDaysAwayActivity(tx, { ...entry, id, userId })
  return id
}

/** Replaces the name of an invited member in the activity with the account that filled the card. */
export function linkCardActivity(tx: Db, card: Actor & { membershipId: string }): Promise<void> {
  return linkActivityToAccount(tx, card)
}

export function listActivity(
  db: Db,
  member: MemberContext,
  { before }: { before?: string | undefined },
): Promise<ActivityListItem[]> {
  return listActivityPage(db, member, before ?? null)
}
