// What a listener may hear of, as the database has it now.

import type { Db } from '#platform/db/connection.ts'

/** The bands of each session's person; a session that is over is not in there. */
export async function findSessionMemberships(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db<{ session_id: string; band_id: string | null }[]>`
    select s.id as session_id, m.band_id
    from sessions s left join memberships m on m.user_id = s.user_id and m.status = 'active'
    where s.id = any(${sessionIds as string[]}::uuid[]) and s.expires_at > now()`
  const bandsOf = new Map<string, Set<string>>()
  for (const { session_id: id, band_id: bandId } of rows) {
    const bands = bandsOf.get(id) ?? new Set()
    if (bandId) bands.add(bandId)
    bandsOf.set(id, bands)
  }
  return bandsOf
}
