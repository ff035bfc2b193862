import type { Db } from '#platform/db/connection.ts'

/** The user's active bands for each session. Expired and unknown sessions are missing from the map. */
export async function listBandIdsBySession(
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
