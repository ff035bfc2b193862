// The gate's questions to the database: whose session is this, are they in that band, is this feed's member?

import type { Access } from '@gaffer/domain/access'
import type { Db } from '#db/connection.ts'
import type { SessionClaim } from './session.ts'

export type SessionRow = { session_id: string; user_id: string; platform_admin: boolean; is_long_unseen: boolean }
export type ActingRow = SessionRow & {
  membership_id: string | null
  access: Access | null
}

export async function findSession(db: Db, claim: SessionClaim): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select s.id as session_id, s.user_id, u.platform_admin, ${isLongUnseen(db)} as is_long_unseen
    from sessions s join users u on u.id = s.user_id
    where ${isClaimed(db, claim)} and s.expires_at > now()`
  return row
}

/** The session and, in the same round trip, the person's active membership of the band. */
export async function findActing(db: Db, claim: SessionClaim, bandId: string): Promise<ActingRow | undefined> {
  const [row] = await db<ActingRow[]>`
    select s.id as session_id, s.user_id, u.platform_admin, ${isLongUnseen(db)} as is_long_unseen,
      m.id as membership_id, m.access
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.band_id = ${bandId} and m.status = 'active'
    where ${isClaimed(db, claim)} and s.expires_at > now()`
  return row
}

/** The active membership that a feed was made for, and which version of its addresses is live. */
export async function findSubscriber(
  db: Db,
  membershipId: string,
): Promise<{ user_id: string; band_id: string; feed_version: number } | undefined> {
  const [row] = await db<{ user_id: string; band_id: string; feed_version: number }[]>`
    select user_id, band_id, feed_version from memberships where id = ${membershipId} and status = 'active'`
  return row
}

/** Once in five minutes is often enough to say when somebody was here last. */
export async function markSeen(db: Db, sessionId: string): Promise<void> {
  await db`update sessions s set last_seen_at = now() where s.id = ${sessionId} and ${isLongUnseen(db)}`
}

const isLongUnseen = (db: Db) => db`s.last_seen_at < now() - interval '5 minutes'`

function isClaimed(db: Db, claim: SessionClaim) {
  return 'tokenHash' in claim ? db`s.token_hash = ${claim.tokenHash}` : db`s.id = ${claim.sessionId}`
}
