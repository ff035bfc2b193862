// Signs in with a code. One transaction checks the code, finds or creates the account, accepts the held invitation and begins the session.

import { randomUUIDv7 } from 'node:crypto'
import type { authApi } from '@gaffer/domain/sign-in/api'
import type { BodyOf, ResponseOf } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Services } from '#services.ts'
import { makeAccessToken } from '#http/guards/session-claim.ts'
import { hashSecret, timingSafeEqual } from '#platform/keys.ts'
import { findUser } from './user-store.ts'
import {
  clearWrongCodes,
  incrementWrongCodes,
  isAttemptSourceLockedOut,
  lockOutAttemptSource,
  markCodeUsed,
  consumeCodeAttempt,
} from './code-store.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { deletePendingIdentity, linkPendingIdentity } from './google-store.ts'
import { computeCodeMac } from './send-code.ts'
import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { findKnownBrowser } from './session-store.ts'
import { beginSession, type SignInBrowser, type BrowserSecrets, type NewSession } from './sessions.ts'

/** Consecutive wrong codes that lock a number or a known browser, and the hours of the lock. */
const lockouts = [
  { failures: 20, hours: 24 },
  { failures: 10, hours: 1 },
]

/** `linkGoogle` is the consent to link the pending Google identity of this browser. */
export async function signInWithCode(
  services: Services,
  { phone: input, code, linkGoogle = false }: BodyOf<typeof authApi.verifyCode>,
  { secrets, userAgent }: SignInBrowser,
): Promise<{ session: NewSession; signIn: ResponseOf<typeof authApi.verifyCode> }> {
  const phone = parseUkMobile(services, input)
  const { identity } = secrets
  const result = await inTransaction(services.db, async (tx) => {
    if (!(await verifyAndConsumeCode(services, tx, { phone, code, secrets }))) return null
    const signedIn = await findOrCreateAccount(tx, phone, secrets.invite)
    if (!signedIn) return null
    const session = await beginSession(tx, signedIn.user.id, { secrets, userAgent })
    if (!identity) return { ...signedIn, session }
    if (!linkGoogle) {
      await deletePendingIdentity(tx, { secretHash: hashSecret(identity) })
      return { ...signedIn, session }
    }
    await linkPendingIdentity(tx, { id: randomUUIDv7(), secretHash: hashSecret(identity), userId: signedIn.user.id })
    return { ...signedIn, session, user: (await findUser(tx, signedIn.user.id)) ?? signedIn.user }
  })
  services.metrics.countCode(result ? 'verified' : 'failed')
  // Throw after the commit: a rollback would undo the count of the wrong code.
  if (!result) throw new AppError('not_signed_in', signInMessages.codeInvalid.text)
  const { session, ...signedIn } = result
  return {
    session,
    signIn: { ...signedIn, ...makeAccessToken(services.keys, session.sessionId, services.clock.now()) },
  }
}

async function verifyAndConsumeCode(
  services: Services,
  tx: Db,
  { phone, code, secrets: { flow, browser } }: { phone: string; code: string; secrets: BrowserSecrets },
): Promise<boolean> {
  if (!flow) return false
  await acquireAdvisoryLocks(tx, `attempt ${phone}`)
  const source = { phone, knownBrowser: await findKnownBrowser(tx, phone, browser) }
  if (await isAttemptSourceLockedOut(tx, source)) return false
  const attempt = await consumeCodeAttempt(tx, { phone, flowHash: hashSecret(flow), maxAttempts: limits.codeAttempts })
  if (!attempt) return false
  // Without a sent code the attempt counts as wrong too: the response time must not reveal whether the number has an account.
  const typedMac = computeCodeMac(services, attempt.id, code)
  if (attempt.codeMac && timingSafeEqual(attempt.codeMac, typedMac)) {
    await markCodeUsed(tx, { id: attempt.id })
    await clearWrongCodes(tx, source)
    return true
  }
  const failures = await incrementWrongCodes(tx, source)
  const lock = lockouts.find((one) => failures >= one.failures)
  if (lock) await lockOutAttemptSource(tx, source, lock.hours)
  return false
}
