import { randomUUIDv7 } from 'node:crypto'
import { describeUserAgent, type SignedInDevice } from '@gaffer/domain/sign-in/device'
import { sessionBegan } from './hooks.ts'
import type { Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Services } from '#services.ts'
import { makeAccessToken } from '#http/guards/session-claim.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, SessionClaim } from '#platform/verified-identities.ts'
import { notFoundError } from '#platform/refusals.ts'
import {
  deleteOwnSession,
  deleteSession,
  insertSession,
  isKnownBrowserHash,
  isSessionYoungerThan,
  deleteAllButNewestSessions,
  listOpenSessions,
  upsertKnownBrowser,
} from './session-store.ts'

const maxSessionsPerUser = 10

/** Secrets that the server gave to this browser earlier. */
export type BrowserSecrets = {
  /** Token of the current session. */
  session?: string | undefined
  /** Identifies a browser that has signed in before. */
  browser?: string | undefined
  /** Binds a sign-in code to the browser that requested it. */
  flow?: string | undefined
  /** Token of the held invitation. */
  invite?: string | undefined
  /** Secret of the Google sign-in in progress. */
  google?: string | undefined
  /** Secret of the pending Google identity. */
  identity?: string | undefined
}
export type SignInBrowser = { secrets: BrowserSecrets; userAgent: string | null }
export type NewSession = { sessionId: string; token: string; browserSecret: string }

/** Begins a session with a new token and ends the browser's previous session, which prevents session fixation. */
export async function beginSession(tx: Db, userId: string, { secrets, userAgent }: SignInBrowser): Promise<NewSession> {
  const [sessionId, token] = [randomUUIDv7(), newSecret()]
  const browserSecret = await reuseOrMakeBrowserSecret(tx, secrets.browser)
  await acquireAdvisoryLocks(tx, `sessions ${userId}`)
  const browserHash = hashSecret(browserSecret)
  const endingToken = secrets.session === undefined ? null : hashSecret(secrets.session)
  await insertSession(tx, { id: sessionId, tokenHash: hashSecret(token), userId, userAgent, browserHash })
  await sessionBegan.run(tx, { userId, sessionId, browserHash, endingToken })
  if (endingToken) await deleteSession(tx, { tokenHash: endingToken })
  await deleteAllButNewestSessions(tx, { userId, keptCount: maxSessionsPerUser })
  await upsertKnownBrowser(tx, { userId, browserHash })
  return { sessionId, token, browserSecret }
}

/** Returns the sent secret if the installation issued it, otherwise a new one: an attacker may have chosen any other value. */
async function reuseOrMakeBrowserSecret(tx: Db, sent: string | undefined): Promise<string> {
  return sent !== undefined && (await isKnownBrowserHash(tx, { browserHash: hashSecret(sent) })) ? sent : newSecret()
}

export function issueAccessToken(
  { keys, clock }: Services,
  { sessionId }: AuthenticatedUser,
): { accessToken: string; expiresAt: string } {
  return makeAccessToken(keys, sessionId, clock.now())
}

/** The sessions of a user, latest sign-in first. */
export async function listSessions(db: Db, user: AuthenticatedUser): Promise<SignedInDevice[]> {
  const sessions = await listOpenSessions(db, user)
  return sessions.map(({ userAgent, ...rest }) => ({ ...rest, device: describeUserAgent(userAgent) }))
}

/** Ends a session of the user, and with it the push messages of its browser. `isCurrent` is true if it is the session of the request. */
export async function endSession(db: Db, user: AuthenticatedUser, sessionId: string): Promise<{ isCurrent: boolean }> {
  if (!(await deleteOwnSession(db, { ...user, id: sessionId }))) throw notFoundError()
  return { isCurrent: sessionId === user.sessionId }
}

/** Also succeeds without a session. A session that began after the sign-out stays, and `isSignedOut` is false. */
export async function logout(
  { db }: Services,
  claim: SessionClaim | null,
  { signedOutSecondsAgo = 0 }: { signedOutSecondsAgo?: number | undefined } = {},
): Promise<{ isSignedOut: boolean }> {
  if (!claim) return { isSignedOut: true }
  if (await isSessionYoungerThan(db, claim, signedOutSecondsAgo)) return { isSignedOut: false }
  await deleteSession(db, claim)
  return { isSignedOut: true }
}
