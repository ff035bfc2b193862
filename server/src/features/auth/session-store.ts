import { describeUserAgent, type SignedInDevice } from '@gaffer/domain/device'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'
import { hashSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, SessionClaim } from '#platform/verified-identities.ts'
import type { KnownBrowser } from './code-store.ts'

export const insertSession = preparedCommand<{
  id: string
  tokenHash: Buffer
  userId: string
  userAgent: string | null
  browserHash: Buffer | null
}>(`
  insert into sessions (id, token_hash, user_id, user_agent, browser_hash, expires_at)
  values ($id, $tokenHash, $userId, $userAgent,
    $browserHash, now() + make_interval(secs => ${limits.sessionSeconds}))`)

/** Deletes all but the newest `most` sessions of a user. */
export const keepNewestSessions = preparedCommand<{ userId: string; most: number }>(`
  delete from sessions where user_id = $userId and id not in (
    select id from sessions where user_id = $userId order by created_at desc, id desc limit $most)`)

export type EndedSession = { userId: string; browserHash: Buffer | null }

const endedColumns = sql`user_id as "userId", browser_hash as "browserHash"`

/** Undefined when there was no such session. */
export async function deleteSession(db: Db, claim: SessionClaim): Promise<EndedSession | undefined> {
  const [ended] = await ('tokenHash' in claim
    ? db<EndedSession[]>`delete from sessions where token_hash = ${claim.tokenHash} returning ${endedColumns}`
    : db<EndedSession[]>`delete from sessions where id = ${claim.sessionId} returning ${endedColumns}`)
  return ended
}

export async function isSessionYounger(db: Db, claim: SessionClaim, seconds: number): Promise<boolean> {
  const whereClaimed = 'tokenHash' in claim ? sql`token_hash = ${claim.tokenHash}` : sql`id = ${claim.sessionId}`
  const rows = await db`
    select from sessions where ${whereClaimed} and created_at > now() - make_interval(secs => ${seconds})`
  return rows.length > 0
}

type SessionRow = { id: string; user_agent: string | null; created_at: Date; last_seen_at: Date; expires_at: Date }

export async function listOpenSessions(db: Db, { userId, sessionId }: AuthenticatedUser): Promise<SignedInDevice[]> {
  const rows = await db<SessionRow[]>`
    select id, user_agent, created_at, last_seen_at, expires_at from sessions
    where user_id = ${userId} and expires_at > now()
    order by created_at desc, id desc`
  return rows.map((row) => ({
    id: row.id,
    device: describeUserAgent(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.id === sessionId,
  }))
}

/** Undefined when the user has no such session. */
export async function deleteOwnSession(
  db: Db,
  { userId }: AuthenticatedUser,
  sessionId: string,
): Promise<EndedSession | undefined> {
  const [ended] = await db<EndedSession[]>`
    delete from sessions where id = ${sessionId} and user_id = ${userId} returning ${endedColumns}`
  return ended
}

export const rememberBrowser = preparedCommand<{ userId: string; browserHash: Buffer }>(`
  insert into known_browsers (browser_hash, user_id) values ($browserHash, $userId)
  on conflict (browser_hash, user_id) do update set signed_in_at = now()`)

/** The browser of this cookie; undefined unless it signed in to the account of this number within 90 days. */
export async function findKnownBrowser(
  db: Db,
  phone: string,
  browserSecret: string | undefined,
): Promise<KnownBrowser | undefined> {
  if (browserSecret === undefined) return undefined
  const [known] = await db<KnownBrowser[]>`
    select k.user_id as "userId", k.browser_hash as "browserHash"
    from known_browsers k join users u on u.id = k.user_id
    where u.phone = ${phone} and k.browser_hash = ${hashSecret(browserSecret)} and k.signed_in_at > now() - interval '90 days'`
  return known
}

/** Whether this server issued the cookie value, for any account. */
export async function isIssuedBrowserSecret(db: Db, browserSecret: string): Promise<boolean> {
  const rows = await db`select from known_browsers where browser_hash = ${hashSecret(browserSecret)} limit 1`
  return rows.length > 0
}
