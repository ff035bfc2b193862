// Sessions: begun by a sign-in, listed and ended by their person, ended by signing out.

import { randomUUIDv7 } from 'node:crypto'
import type { SignedInDevice } from '@gaffer/domain/device'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#platform/db/connection.ts'
import { lockSubject } from '#platform/db/rate-limit.ts'
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

/** The browser that signs in. */
export type Visitor = { cookies: Cookies; userAgent: string | null }
export type BegunSession = { sessionId: string; token: string; browser: string }

/** A new session with a token of its own; the one that this browser had ends. */
export async function beginSession(tx: Db, userId: string, { cookies, userAgent }: Visitor): Promise<BegunSession> {
  const [sessionId, token, browser] = [randomUUIDv7(), newSecret(), await issuedBrowser(tx, cookies)]
  const before = cookies.read('session')
  await lockSubject(tx, `sessions ${userId}`)
  if (before) await deleteSession(tx, { tokenHash: hashSecret(before) })
  await insertSession(tx, { id: sessionId, tokenHash: hashSecret(token), userId, userAgent })
  await keepNewestSessions(tx, userId, liveSessions)
  await rememberBrowser(tx, userId, hashSecret(browser))
  return { sessionId, token, browser }
}

/** The browser's own cookie where a sign-in here made it, or a new one: a value of the client's choosing may be known to others. */
async function issuedBrowser(tx: Db, cookies: Cookies): Promise<string> {
  const browser = cookies.read('browser')
  return browser !== undefined && (await isIssuedBrowser(tx, browser)) ? browser : newSecret()
}

/** After the commit: the browser gets its session, and loses all that led to it. */
export function keepInBrowser(cookies: Cookies, { token, browser }: BegunSession): void {
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
  if (!(await deleteOwnSession(db, person, sessionId))) throw new Refusal('not_found', messages.notFound)
  if (sessionId === person.sessionId) cookies.clear('session')
}

/** Signed out is signed out: with no session, or a dead one, nothing is wrong. */
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
