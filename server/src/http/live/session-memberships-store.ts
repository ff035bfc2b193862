import * as z from 'zod/mini'
import type { Db } from '#platform/db/connection.ts'
import { manyRows, sql } from '#platform/db/statement.ts'

const listBandsOfSessions = manyRows(
  z.strictObject({ sessionId: z.string(), bandId: z.nullable(z.string()) }),
  sql<{ sessionIds: readonly string[] }>`
    select s.id as "sessionId", m.band_id as "bandId"
    from sessions s left join memberships m on m.user_id = s.user_id and m.status = 'active'
    where s.id = any($sessionIds::uuid[]) and s.expires_at > $now`,
)

/** The user's active bands for each session. Expired and unknown sessions are missing from the map. */
export async function listBandIdsBySession(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const bandIdsOf = new Map<string, Set<string>>()
  for (const { sessionId, bandId } of await listBandsOfSessions(db, { sessionIds })) {
    const bandIds = bandIdsOf.get(sessionId) ?? new Set()
    if (bandId) bandIds.add(bandId)
    bandIdsOf.set(sessionId, bandIds)
  }
  return bandIdsOf
}
