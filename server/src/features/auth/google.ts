// Signing in with Google: out with a one-use journey bound to this browser, back to a session. An identity that no
// account holds makes none; it waits until the person in this browser has verified their phone and agreed to link it.

import type { GoogleProblem } from '@gaffer/domain/google-sign-in'
import { ownPathOrNull } from '@gaffer/domain/google-sign-in'
import { Refusal } from '@gaffer/domain/refusal'
import { inTransaction } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { Deps } from '#deps.ts'
import { findAccountById } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import { hashSecret, timingSafeEqual, hmac, newSecret } from '#platform/keys.ts'
import type { GoogleAttempt } from '#providers/google.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { enterAccount } from './enter.ts'
import { findUserIdOf, insertJourney, insertWaitingIdentity, takeJourney, type Identity } from './google-store.ts'
import { beginSession, keepInBrowser, type Visitor } from './sessions.ts'

/** What the provider may say in the address it sends the browser back to. Everything else there is ignored. */
export type GoogleAnswer = Partial<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>

export type GoogleStart = { problem: GoogleProblem } | { authorizationUrl: string }
export type GoogleResult = { problem: GoogleProblem } | { returnTo: string | null; joinedBandId: string | null }

export async function startGoogle(
  deps: Deps,
  { returnTo, cookies }: { returnTo?: string | undefined; cookies: Cookies },
): Promise<GoogleStart> {
  const { google, db } = deps
  if (!google) return { problem: 'google_not_configured' }
  const secret = newSecret()
  try {
    const authorizationUrl = await google.authorizationUrl(attemptOf(deps, secret))
    await insertJourney(db, { secretHash: hashSecret(secret), returnTo: ownPathOrNull(returnTo) })
    cookies.write('google', secret)
    return { authorizationUrl }
  } catch (error) {
    return { problem: problemOf(deps, error) }
  }
}

export async function finishGoogle(deps: Deps, answer: GoogleAnswer, visitor: Visitor): Promise<GoogleResult> {
  try {
    return await completeSignIn(deps, answer, visitor)
  } catch (error) {
    return { problem: problemOf(deps, error) }
  }
}

async function completeSignIn(deps: Deps, answer: GoogleAnswer, visitor: Visitor): Promise<GoogleResult> {
  const { google, db } = deps
  if (!google) return { problem: 'google_not_configured' }
  const secret = visitor.cookies.read('google')
  const attempt = attemptOf(deps, secret ?? '')
  // Another browser's answer, or none of ours: it must not use up the journey that this one is on.
  if (!secret || !timingSafeEqual(Buffer.from(answer.state ?? ''), Buffer.from(attempt.state)))
    return { problem: 'google_expired' }
  const journey = await takeJourney(db, hashSecret(secret))
  visitor.cookies.clear('google')
  if (!journey) return { problem: 'google_expired' }
  if (answer.error) return { problem: answer.error === 'access_denied' ? 'google_cancelled' : 'google_failed' }
  const identity = await google.identify(attempt, parametersOf(answer))
  return admit(deps, identity, visitor, journey.returnTo)
}

async function admit(deps: Deps, identity: Identity, visitor: Visitor, returnTo: string | null): Promise<GoogleResult> {
  const { cookies } = visitor
  const entered = await inTransaction(deps.db, async (tx) => {
    const userId = await findUserIdOf(tx, identity)
    const account = userId && (await findAccountById(tx, userId))
    if (!account) return null
    const { joinedBandId } = await enterAccount(tx, account, cookies.read('invite'))
    return { joinedBandId, session: await beginSession(tx, account.id, visitor) }
  })
  if (entered) {
    keepInBrowser(cookies, entered.session)
    return { returnTo, joinedBandId: entered.joinedBandId }
  }
  const secret = newSecret()
  await insertWaitingIdentity(deps.db, { ...identity, secretHash: hashSecret(secret) })
  cookies.write('identity', secret)
  return { problem: 'google_needs_phone' }
}

/** All of an attempt follows from the secret in the browser's cookie, so that nothing of it need be stored. */
function attemptOf({ config }: Deps, secret: string): GoogleAttempt {
  const derive = (purpose: string) => hmac(Buffer.from(secret), purpose).toString('base64url')
  return {
    redirectUri: `${config.publicUrl}/auth/google/callback`,
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
  }
}

function parametersOf(answer: GoogleAnswer): URLSearchParams {
  return new URLSearchParams(Object.entries(answer).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** What went wrong, as far as a member can do something about it. Throws what is a fault of ours. */
function problemOf({ log }: Deps, error: unknown): GoogleProblem {
  if (error instanceof ProviderError) {
    log.warn({ failure: error.failure, detail: error.message }, 'Google sign-in failed')
    return error.failure === 'refused' ? 'google_failed' : 'google_unavailable'
  }
  if (isDatabaseUnavailable(error)) return 'google_unavailable'
  // The held invitation died while its owner was at Google; without it they get in at the next try.
  if (error instanceof Refusal) return 'google_failed'
  throw error
}
