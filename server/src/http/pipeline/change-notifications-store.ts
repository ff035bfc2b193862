// Finds the bands that are affected by a user's change.

import * as z from 'zod/mini'
import { manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const BandRow = z.strictObject({ bandId: z.string() })

export const listBandIdsOfUser = manyRows(
  BandRow,
  sql<{ userId: string }>`
    select band_id as "bandId" from memberships where user_id = $userId and status = 'active' order by band_id`,
)

/** The other bands of the user if the entry is days away of the user, deleted or not; none for an event of a band. */
export const listOtherBandIdsSeeingDaysAway = manyRows(
  BandRow,
  sql<MemberContext & { entryId: string | null }>`
    select m.band_id as "bandId" from unavailabilities u join memberships m on m.user_id = u.user_id
    where u.user_id = $userId and u.id = $entryId and m.status = 'active' and m.band_id <> $bandId`,
)
