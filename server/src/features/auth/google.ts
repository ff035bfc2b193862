// Google sign-in with a single-use OAuth state bound to the browser. An unlinked identity creates no account: it stays
// pending until a phone sign-in in the same browser consents to linking it.

import type { GoogleProblem } from '@gaffer/domain/google-sign-in'
import { safeInternalPath } from '@gaffer/domain/google-sign-in'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { insertOauthState, takeOauthState } from '#platform/db/oauth-states.ts'
import type { Deps } from '#deps.ts'
import { findAccountById } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import { hashSecret, timingSafeEqual, hmac, newSecret } from '#platform/keys.ts'
import type { GoogleAttempt } from '#providers/google.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { enterAccount } from './find-or-create-account.ts'
import { findUserIdOf, insertWaitingIdentity, type Identity } from './google-store.ts'
import { beginSession, setSessionCookies, type Visitor } from './sessions.ts'

/** Query parameters of the callback. All others are ignored. */
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
    await insertOauthState(db, { ...stateKeyOf(secret), returnTo: safeInternalPath(returnTo) })
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
  // Check before consuming the state: a forged callback must not end the sign-in in progress.
  if (!secret || !timingSafeEqual(Buffer.from(answer.state ?? ''), Buffer.from(attempt.state)))
    return { problem: 'google_expired' }
  const state = await takeOauthState(db, stateKeyOf(secret))
  visitor.cookies.clear('google')
  if (!state) return { problem: 'google_expired' }
  if (answer.error) return { problem: answer.error === 'access_denied' ? 'google_cancelled' : 'google_failed' }
  const identity = await google.identify(attempt, parametersOf(answer))
  return admit(deps, identity, visitor, state.returnTo)
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
    setSessionCookies(cookies, entered.session)
    return { returnTo, joinedBandId: entered.joinedBandId }
  }
  const secret = newSecret()
  await insertWaitingIdentity(deps.db, { ...identity, secretHash: hashSecret(secret) })
  cookies.write('identity', secret)
  return { problem: 'google_needs_phone' }
}

const stateKeyOf = (secret: string) => ({ provider: 'google', secretHash: hashSecret(secret), user: null }) as const

/** Derives state, nonce and PKCE verifier from the cookie's secret, so that none of them is stored. */
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

/** Maps provider errors to a problem that the user can act on; rethrows all others. */
function problemOf({ log }: Deps, error: unknown): GoogleProblem {
  if (error instanceof ProviderError) {
    log.warn({ failure: error.failure, detail: error.message }, 'Google sign-in failed')
    return error.failure === 'refused' ? 'google_failed' : 'google_unavailable'
  }
  if (isDatabaseUnavailable(error)) return 'google_unavailable'
  // The held invitation ended during the sign-in. The next attempt works without it.
  if (error instanceof AppError) return 'google_failed'
  throw error
}
