// Ends sessions and hands out bearers for them. Signing in is in send-code.ts and sign-in.ts.

import type { Deps } from '#deps.ts'
import type { Cookies } from '#http/cookies.ts'
import type { SignedInPerson } from '#http/gate/gates.ts'
import { makeAccessToken, type SessionClaim } from '#http/gate/session.ts'
import { deleteSession } from './session-store.ts'

export function makeToken({ keys }: Deps, { sessionId }: SignedInPerson): { accessToken: string; expiresAt: string } {
  return makeAccessToken(keys, sessionId, new Date())
}

/** Signed out is signed out: with no session, or a dead one, nothing is wrong. */
export async function logout({ db }: Deps, claim: SessionClaim | null, cookies: Cookies): Promise<void> {
  if (claim) await deleteSession(db, claim)
  cookies.clear('session')
  cookies.clear('invite')
}
