import * as z from 'zod/mini'
import { SignedInDevice } from '@gaffer/domain/sign-in/device'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import { hashSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, SessionClaim } from '#platform/verified-identities.ts'
import type { KnownBrowser } from './code-store.ts'

type NewSessionRow = {
  id: string
  tokenHash: Buffer
  userId: string
  userAgent: string | null
  browserHash: Buffer | null
}

export const insertSession = command(
  sql<NewSessionRow>`
    insert into sessions (id, token_hash, user_id, user_agent, browser_hash, created_at, last_seen_at, expires_at)
    values ($id, $tokenHash, $userId, $userAgent, $browserHash, $now, $now,
      $now + make_interval(secs => ${literal(limits.sessionSeconds)}))`,
)

/** Deletes all but the newest `keptCount` sessions of a user. */
export const deleteAllButNewestSessions = command(
  sql<{ userId: string; keptCount: number }>`
    delete from sessions where user_id = $userId and id not in (
      select id from sessions where user_id = $userId order by created_at desc, id desc limit $keptCount)`,
)

// A claim has either a token or an id. The missing value is null, which matches no row.
type ClaimValues = { tokenHash: Buffer | null; sessionId: string | null }
const isOfClaim = sql`(token_hash = $tokenHash or id = $sessionId)`
const toClaimValues = (claim: SessionClaim): ClaimValues => ({ tokenHash: null, sessionId: null, ...claim })

// A foreign key deletes the push subscriptions of the session too.
const deleteRowsOfClaim = command(sql<ClaimValues>`delete from sessions where ${isOfClaim}`)

export function deleteSession(db: Db, claim: SessionClaim): Promise<void> {
  return deleteRowsOfClaim(db, toClaimValues(claim))
}

/** Deletes the session; false if the user has no session with this id. */
export const deleteOwnSession = hasRow(
  sql<AuthenticatedUser & { id: string }>`
    delete from sessions where id = $id and user_id = $userId returning 1`,
)

const hasYoungRow = hasRow(
  sql<ClaimValues & { seconds: number }>`
    select from sessions where ${isOfClaim} and created_at > $now - make_interval(secs => $seconds)`,
)

export function isSessionYoungerThan(db: Db, claim: SessionClaim, seconds: number): Promise<boolean> {
  return hasYoungRow(db, { ...toClaimValues(claim), seconds })
}

/** The user's sessions, the newest first. */
export const listOpenSessions = manyRows(
  z.extend(z.omit(SignedInDevice, { device: true }), { userAgent: z.nullable(z.string()) }),
  sql<AuthenticatedUser>`
    select id, user_agent as "userAgent", ${isoText(sql`created_at`)} as "createdAt",
      ${isoText(sql`last_seen_at`)} as "lastSeenAt", ${isoText(sql`expires_at`)} as "expiresAt",
      id = $sessionId as current
    from sessions where user_id = $userId and expires_at > $now
    order by created_at desc, id desc`,
)

export const upsertKnownBrowser = command(
  sql<KnownBrowser>`
    insert into known_browsers (browser_hash, user_id, signed_in_at) values ($browserHash, $userId, $now)
    on conflict (browser_hash, user_id) do update set signed_in_at = excluded.signed_in_at`,
)

const findBrowserRow = optionalRow(
  z.strictObject({ userId: z.string(), browserHash: z.instanceof(Buffer) }),
  sql<{ phone: string; browserHash: Buffer }>`
    select k.user_id as "userId", k.browser_hash as "browserHash"
    from known_browsers k join users u on u.id = k.user_id
    where u.phone = $phone and k.browser_hash = $browserHash and k.signed_in_at > $now - interval '90 days'`,
)

/** The browser of this cookie; undefined unless it signed in to the account of this number within 90 days. */
export async function findKnownBrowser(
  db: Db,
  phone: string,
  browserSecret: string | undefined,
): Promise<KnownBrowser | undefined> {
  if (browserSecret === undefined) return undefined
  return findBrowserRow(db, { phone, browserHash: hashSecret(browserSecret) })
}

/** Whether the installation issued the cookie value with this hash, for any account. */
export const isKnownBrowserHash = hasRow(
  sql<{ browserHash: Buffer }>`select from known_browsers where browser_hash = $browserHash limit 1`,
)
