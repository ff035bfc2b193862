import type { SignedInDevice } from '@gaffer/domain/sign-in/device'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
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
export const deleteAllButNewestSessions = preparedCommand<{ userId: string; most: number }>(`
  delete from sessions where user_id = $userId and id not in (
    select id from sessions where user_id = $userId order by created_at desc, id desc limit $most)`)

// A claim names the token or the id: the other one is null, and no row has it.
const ofClaim = '(token_hash = $tokenHash or id = $sessionId)'
const claimValues = (claim: SessionClaim) => ({ tokenHash: null, sessionId: null, ...claim })

// Push subscriptions are deleted with their session.
const deletionOfClaim = preparedCommand(`delete from sessions where ${ofClaim}`)

export function deleteSession(db: Db, claim: SessionClaim): Promise<void> {
  return deletionOfClaim(db, claimValues(claim))
}

/** False when the user has no such session. */
export const deleteOwnSession = preparedHasRow<AuthenticatedUser & { id: string }>(
  `delete from sessions where id = $id and user_id = $userId returning 1`,
)

const younger = preparedHasRow(`
  select from sessions where ${ofClaim} and created_at > now() - make_interval(secs => $seconds)`)

export function isSessionYoungerThan(db: Db, claim: SessionClaim, seconds: number): Promise<boolean> {
  return younger(db, { ...claimValues(claim), seconds })
}

type SessionRow = Omit<SignedInDevice, 'device'> & { userAgent: string | null }

/** Newest first. */
export const listOpenSessions = preparedQuery<SessionRow, AuthenticatedUser>(`
  select id, user_agent as "userAgent", ${instantSql('created_at')} as "createdAt",
    ${instantSql('last_seen_at')} as "lastSeenAt", ${instantSql('expires_at')} as "expiresAt",
    id = $sessionId as current
  from sessions where user_id = $userId and expires_at > now()
  order by created_at desc, id desc`)

export const upsertKnownBrowser = preparedCommand<{ userId: string; browserHash: Buffer }>(`
  insert into known_browsers (browser_hash, user_id) values ($browserHash, $userId)
  on conflict (browser_hash, user_id) do update set signed_in_at = now()`)

const knownBrowser = preparedOptionalRow<KnownBrowser, { phone: string; browserHash: Buffer }>(`
  select k.user_id as "userId", k.browser_hash as "browserHash"
  from known_browsers k join users u on u.id = k.user_id
  where u.phone = $phone and k.browser_hash = $browserHash and k.signed_in_at > now() - interval '90 days'`)

/** The browser of this cookie; undefined unless it signed in to the account of this number within 90 days. */
export async function findKnownBrowser(
  db: Db,
  phone: string,
  browserSecret: string | undefined,
): Promise<KnownBrowser | undefined> {
  if (browserSecret === undefined) return undefined
  return knownBrowser(db, { phone, browserHash: hashSecret(browserSecret) })
}

/** Whether this server issued the cookie value with this hash, for any account. */
export const isKnownBrowserHash = preparedHasRow<{ browserHash: Buffer }>(
  `select from known_browsers where browser_hash = $browserHash limit 1`,
)
