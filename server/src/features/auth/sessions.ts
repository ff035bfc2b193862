import { randomUUIDv7 } from 'node:crypto'
import type { SignedInDevice } from '@gaffer/domain/device'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Deps } from '#deps.ts'
import type { Cookies } from '#http/cookies.ts'
import { makeAccessToken } from '#http/auth/session.ts'
import { hashSecret, newSecret } from '#platform/keys.ts'
import type { AuthenticatedUser, SessionClaim } from '#platform/auth-context.ts'
import {
  deleteOwnSession,
  deleteSession,
  insertSession,
  isIssuedBrowser,
  isYounger,
  keepNewestSessions,
  listLiveSessions,
  rememberBrowser,
} from './session-store.ts'

const liveSessions = 10

export type Visitor = { cookies: Cookies; userAgent: string | null }
export type BegunSession = { sessionId: string; token: string; browser: string }

/** Begins a session with a new token and ends the browser's previous one, which prevents session fixation. */
export async function beginSession(tx: Db, userId: string, { cookies, userAgent }: Visitor): Promise<BegunSession> {
  const [sessionId, token, browser] = [randomUUIDv7(), newSecret(), await issuedBrowser(tx, cookies)]
  const before = cookies.read('session')
  await acquireAdvisoryLocks(tx, `sessions ${userId}`)
  if (before) await deleteSession(tx, { tokenHash: hashSecret(before) })
  await insertSession(tx, { id: sessionId, tokenHash: hashSecret(token), userId, userAgent })
  await keepNewestSessions(tx, userId, liveSessions)
  await rememberBrowser(tx, userId, hashSecret(browser))
  return { sessionId, token, browser }
}

/** Keeps a browser cookie that this server issued; replaces others, because a chosen value may be known to an attacker. */
async function issuedBrowser(tx: Db, cookies: Cookies): Promise<string> {
  const browser = cookies.read('browser')
  return browser !== undefined && (await isIssuedBrowser(tx, browser)) ? browser : newSecret()
}

/** Sets the session cookies and clears those of the sign-in. Call it after the commit. */
export function setSessionCookies(cookies: Cookies, { token, browser }: BegunSession): void {
  cookies.write('session', token)
  cookies.write('browser', browser)
  for (const name of ['flow', 'invite', 'google', 'identity'] as const) cookies.clear(name)
}

export function makeToken(
  { keys }: Deps,
  { sessionId }: AuthenticatedUser,
): { accessToken: string; expiresAt: string } {
  return makeAccessToken(keys, sessionId, new Date())
}

/** Newest first. */
export function listSessions(db: Db, person: AuthenticatedUser): Promise<SignedInDevice[]> {
  return listLiveSessions(db, person)
}

export async function endSession(
  db: Db,
  person: AuthenticatedUser,
  sessionId: string,
  cookies: Cookies,
): Promise<void> {
  if (!(await deleteOwnSession(db, person, sessionId))) throw new AppError('not_found', messages.notFound)
  if (sessionId === person.sessionId) cookies.clear('session')
}

/** Succeeds without a session too. */
export async function logout(
  { db }: Deps,
  claim: SessionClaim | null,
  cookies: Cookies,
  { signedOutSecondsAgo = 0 }: { signedOutSecondsAgo?: number | undefined } = {},
): Promise<void> {
  if (claim && (await isYounger(db, claim, signedOutSecondsAgo))) return
  if (claim) await deleteSession(db, claim)
  for (const name of ['session', 'invite', 'google', 'identity'] as const) cookies.clear(name)
}
