// Finds the bands that are affected by a user's change.

import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

type BandRow = { band_id: string }

export async function listBandIdsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db<BandRow[]>`
    select band_id from memberships where user_id = ${userId} and status = 'active' order by band_id`
  return rows.map(({ band_id: bandId }) => bandId)
}

/** The user's other bands if the entry is their days away, deleted ones included; none for a band's event. */
export async function listOtherBandIdsSeeingDaysAway(
  db: Db,
  { userId, bandId }: MemberContext,
  entryId: string | null,
): Promise<string[]> {
  const rows = await db<BandRow[]>`
    select m.band_id from unavailabilities u join memberships m on m.user_id = u.user_id
    where u.user_id = ${userId} and u.id = ${entryId} and m.status = 'active' and m.band_id <> ${bandId}`
  return rows.map((row) => row.band_id)
}
