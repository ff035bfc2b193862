// Sessions and the browsers that have signed an account in.

import { nameOfDevice, type SignedInDevice } from '@gaffer/domain/device'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#db/connection.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import type { SessionClaim } from '#http/gate/session.ts'

export async function insertSession(
  db: Db,
  session: { id: string; tokenHash: Buffer; userId: string; userAgent: string | null },
): Promise<void> {
  await db`
    insert into sessions (id, token_hash, user_id, user_agent, expires_at)
    values (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.userAgent},
      now() + make_interval(secs => ${limits.sessionSeconds}))`
}

/** Ends all but the newest `most` sessions of a person. */
export async function keepNewestSessions(db: Db, userId: string, most: number): Promise<void> {
  await db`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} order by created_at desc, id desc limit ${most})`
}

export async function deleteSession(db: Db, claim: SessionClaim): Promise<void> {
  await ('tokenHash' in claim
    ? db`delete from sessions where token_hash = ${claim.tokenHash}`
    : db`delete from sessions where id = ${claim.sessionId}`)
}

/** Whether the session began less than so many seconds ago. */
export async function isYounger(db: Db, claim: SessionClaim, seconds: number): Promise<boolean> {
  const claimed = 'tokenHash' in claim ? db`token_hash = ${claim.tokenHash}` : db`id = ${claim.sessionId}`
  const rows = await db`
    select from sessions where ${claimed} and created_at > now() - make_interval(secs => ${seconds})`
  return rows.length > 0
}

type SessionRow = { id: string; user_agent: string | null; created_at: Date; last_seen_at: Date; expires_at: Date }

export async function listLiveSessions(db: Db, { userId, sessionId }: SignedInPerson): Promise<SignedInDevice[]> {
  const rows = await db<SessionRow[]>`
    select id, user_agent, created_at, last_seen_at, expires_at from sessions
    where user_id = ${userId} and expires_at > now()
    order by created_at desc, id desc`
  return rows.map((row) => ({
    id: row.id,
    device: nameOfDevice(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.id === sessionId,
  }))
}

/** Whether the person had such a session. */
export async function deleteOwnSession(db: Db, { userId }: SignedInPerson, sessionId: string): Promise<boolean> {
  const result = await db`delete from sessions where id = ${sessionId} and user_id = ${userId}`
  return result.count === 1
}

export async function rememberBrowser(db: Db, userId: string, browserHash: Buffer): Promise<void> {
  await db`
    insert into known_browsers (browser_hash, user_id) values (${browserHash}, ${userId})
    on conflict (browser_hash, user_id) do update set signed_in_at = now()`
}

/** Whether this browser signed in the account of this number within 90 days. */
export async function knowsBrowser(db: Db, phone: string, browserHash: Buffer): Promise<boolean> {
  const rows = await db`
    select from known_browsers k join users u on u.id = k.user_id
    where u.phone = ${phone} and k.browser_hash = ${browserHash} and k.signed_in_at > now() - interval '90 days'`
  return rows.length > 0
}
