// Checking the code, finding or creating the account, accepting the held invitation and beginning the session are one
// transaction.

import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { User } from '@gaffer/domain/user'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Deps } from '#deps.ts'
import { findAccountById } from '#features/me/service.ts'
import { makeAccessToken } from '#http/auth/session.ts'
import { hashSecret, timingSafeEqual } from '#platform/keys.ts'
import { clearFailures, countFailure, isLocked, lockGuesser, markUsed, consumeAttempt } from './code-store.ts'
import { enterByPhone } from './find-or-create-account.ts'
import { deleteWaitingIdentity, linkWaitingIdentity } from './google-store.ts'
import { codeMac, ukMobile } from './send-code.ts'
import { findKnownBrowser } from './session-store.ts'
import { beginSession, type BrowserContext, type BrowserSecrets, type NewSession } from './sessions.ts'

const triesPerCode = 5
/** Consecutive wrong codes that lock a number or a known browser, and the hours of the lock. */
const locks = [
  { failures: 20, hours: 24 },
  { failures: 10, hours: 1 },
]

export type SignIn = { accessToken: string; expiresAt: string; user: User; joinedBandId: string | null }
export type CodeInput = {
  phone: string
  code: string
  /** Consent to link the pending Google identity of this browser. */
  linkGoogle?: boolean | undefined
}

export async function verifyCode(
  deps: Deps,
  { phone: input, code, linkGoogle = false }: CodeInput,
  { secrets, userAgent }: BrowserContext,
): Promise<{ session: NewSession; signIn: SignIn }> {
  const phone = ukMobile(deps, input)
  const { identity } = secrets
  const result = await inTransaction(deps.db, async (tx) => {
    if (!(await isRightCode(deps, tx, { phone, code, secrets }))) return null
    const entered = await enterByPhone(tx, phone, secrets.invite)
    if (!entered) return null
    const session = await beginSession(tx, entered.user.id, { secrets, userAgent })
    if (!identity) return { ...entered, session }
    if (!linkGoogle) {
      await deleteWaitingIdentity(tx, hashSecret(identity))
      return { ...entered, session }
    }
    await linkWaitingIdentity(tx, hashSecret(identity), entered.user.id)
    return { ...entered, session, user: (await findAccountById(tx, entered.user.id)) ?? entered.user }
  })
  deps.metrics.countCode(result ? 'verified' : 'failed')
  // Throw after the commit: a rollback would undo the count of the wrong code.
  if (!result) throw new AppError('not_signed_in', messages.codeInvalid.text)
  const { session, ...entered } = result
  return { session, signIn: { ...entered, ...makeAccessToken(deps.keys, session.sessionId, new Date()) } }
}

async function isRightCode(
  deps: Deps,
  tx: Db,
  { phone, code, secrets: { flow, browser } }: { phone: string; code: string; secrets: BrowserSecrets },
): Promise<boolean> {
  if (!flow) return false
  await acquireAdvisoryLocks(tx, `guess ${phone}`)
  const guesser = { phone, knownBrowser: await findKnownBrowser(tx, phone, browser) }
  if (await isLocked(tx, guesser)) return false
  const guess = await consumeAttempt(tx, phone, hashSecret(flow), triesPerCode)
  if (!guess?.codeMac) return false
  if (timingSafeEqual(guess.codeMac, codeMac(deps, guess.id, code))) {
    await markUsed(tx, guess.id)
    await clearFailures(tx, guesser)
    return true
  }
  const failures = await countFailure(tx, guesser)
  const lock = locks.find((one) => failures >= one.failures)
  if (lock) await lockGuesser(tx, guesser, lock.hours)
  return false
}
