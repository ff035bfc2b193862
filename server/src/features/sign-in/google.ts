// Google sign-in with a single-use OAuth state bound to the browser. An unlinked identity creates no account: it stays
// pending until a phone sign-in in the same browser consents to linking it.

import type { GoogleErrorCode } from '@gaffer/domain/sign-in/google-sign-in'
import { safeInternalPath } from '@gaffer/domain/sign-in/google-sign-in'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { insertOauthState, takeOauthState } from '#platform/db/oauth-states.ts'
import type { Services } from '#services.ts'
import { hashSecret, timingSafeEqual, hmac, newSecret } from '#platform/keys.ts'
import type { GoogleSignInAttempt } from '#providers/google.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { findUser } from './user-store.ts'
import { acceptHeldInvitation } from './find-or-create-account.ts'
import { findLinkedUserId, insertPendingIdentity, type ExternalIdentity } from './google-store.ts'
import { beginSession, type SignInBrowser, type NewSession } from './sessions.ts'

/** Query parameters of the callback. Other parameters are ignored. */
export type GoogleCallbackQuery = Partial<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>

export type GoogleSignInStart = { problem: GoogleErrorCode } | { authorizationUrl: string; secret: string }
export type GoogleSignInResult =
  /** `pendingIdentitySecret` is set for an identity without an account. */
  | { problem: GoogleErrorCode; isStateConsumed?: boolean; pendingIdentitySecret?: string }
  | { session: NewSession; returnTo: string | null; joinedBandId: string | null }

/** The browser must send `secret` back at the callback. */
export async function startGoogleSignIn(
  services: Services,
  { returnTo }: { returnTo?: string | undefined },
): Promise<GoogleSignInStart> {
  const { google, db } = services
  if (!google) return { problem: 'google_not_configured' }
  return catchProblem(services, async () => {
    const secret = newSecret()
    const authorizationUrl = await google.authorizationUrl(deriveAttempt(services, secret))
    await insertOauthState(db, { ...makeStateKey(secret), returnTo: safeInternalPath(returnTo) })
    return { authorizationUrl, secret }
  })
}

export async function finishGoogleSignIn(
  services: Services,
  query: GoogleCallbackQuery,
  browser: SignInBrowser,
): Promise<GoogleSignInResult> {
  const { google, db } = services
  if (!google) return { problem: 'google_not_configured' }
  const secret = browser.secrets.google
  const attempt = deriveAttempt(services, secret ?? '')
  // Check before consuming the state: a forged callback must not end the sign-in in progress.
  if (!secret || !timingSafeEqual(Buffer.from(query.state ?? ''), Buffer.from(attempt.state)))
    return { problem: 'google_expired' }
  return catchProblem(services, async () => {
    // If this throws, the state is not consumed and the browser can send the callback again.
    const state = await takeOauthState(db, makeStateKey(secret))
    const result = await catchProblem(services, async (): Promise<GoogleSignInResult> => {
      if (!state) return { problem: 'google_expired' }
      if (query.error) return { problem: query.error === 'access_denied' ? 'google_cancelled' : 'google_failed' }
      const identity = await google.identify(attempt, toSearchParams(query))
      return signInWithIdentity(services, identity, browser, state.returnTo)
    })
    return { ...result, isStateConsumed: true }
  })
}

/** Signs in to the account of the identity. Without an account the identity stays pending. */
async function signInWithIdentity(
  services: Services,
  identity: ExternalIdentity,
  browser: SignInBrowser,
  returnTo: string | null,
): Promise<GoogleSignInResult> {
  const signedIn = await inTransaction(services.db, async (tx) => {
    const linkedUser = await findLinkedUserId(tx, identity)
    const account = linkedUser && (await findUser(tx, linkedUser.userId))
    if (!account) return null
    const { joinedBandId } = await acceptHeldInvitation(tx, account, browser.secrets.invite)
    return { joinedBandId, returnTo, session: await beginSession(tx, account.id, browser) }
  })
  if (signedIn) return signedIn
  const secret = newSecret()
  await insertPendingIdentity(services.db, { ...identity, secretHash: hashSecret(secret) })
  return { problem: 'google_needs_phone', pendingIdentitySecret: secret }
}

const makeStateKey = (secret: string) => ({ provider: 'google', secretHash: hashSecret(secret), user: null }) as const

/** Derives state, nonce and PKCE verifier from the cookie's secret, so that none of them is stored. */
function deriveAttempt({ config }: Services, secret: string): GoogleSignInAttempt {
  const derive = (purpose: string) => hmac(Buffer.from(secret), purpose).toString('base64url')
  return {
    redirectUri: `${config.publicUrl}/auth/google/callback`,
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
  }
}

function toSearchParams(query: GoogleCallbackQuery): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** Maps provider errors, an unavailable database and AppErrors to a code for the user; rethrows any other error. */
async function catchProblem<T>(services: Services, work: () => Promise<T>): Promise<T | { problem: GoogleErrorCode }> {
  try {
    return await work()
  } catch (error) {
    return { problem: toGoogleProblem(services, error) }
  }
}

function toGoogleProblem({ log }: Services, error: unknown): GoogleErrorCode {
  if (error instanceof ProviderError) {
    log.warn({ failure: error.failure, detail: error.message }, 'Google sign-in failed')
    return error.failure === 'refused' ? 'google_failed' : 'google_unavailable'
  }
  if (isDatabaseUnavailable(error)) return 'google_unavailable'
  // The held invitation ended during the sign-in. The next attempt works without it.
  if (error instanceof AppError) return 'google_failed'
  throw error
}
