// Signing in with a code: the guess is counted and compared, the account found or made, the held invitation redeemed
// and the session begun, so that either all of it happened or none.

import { randomUUIDv7 } from 'node:crypto'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { User } from '@gaffer/domain/user'
import { inTransaction, type Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import { findInvitationFor, redeem } from '#features/invites/service.ts'
import { addAccount, findAccountByPhone } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import { makeAccessToken } from '#http/gate/session.ts'
import { hashSecret, isSame, newSecret } from '#keys.ts'
import { clearFailures, countFailure, isLocked, lockPhone, lockSubject, markUsed, takeGuess } from './code-store.ts'
import { codeMac, ukMobile } from './send-code.ts'
import { insertSession, keepNewestSessions, knowsBrowser, rememberBrowser } from './session-store.ts'

const triesPerCode = 5
const liveSessions = 10
/** After how many wrong codes in a row a number is locked, and for how many hours. */
const locks = [
  { failures: 20, hours: 24 },
  { failures: 10, hours: 1 },
]

export type SignIn = { accessToken: string; expiresAt: string; user: User; joinedBandId: string | null }
export type Attempt = { phone: string; code: string; cookies: Cookies; userAgent: string | null }

export async function verifyCode(deps: Deps, { phone: input, code, cookies, userAgent }: Attempt): Promise<SignIn> {
  const phone = ukMobile(deps, input)
  const sessionToken = newSecret()
  const browser = cookies.read('browser') ?? newSecret()
  const result = await inTransaction(deps.db, async (tx) => {
    if (!(await isRightCode(deps, tx, { phone, code, cookies }))) return null
    const entered = await enter(tx, phone, cookies.read('invite'))
    if (!entered) return null
    const sessionId = randomUUIDv7()
    await insertSession(tx, { id: sessionId, tokenHash: hashSecret(sessionToken), userId: entered.user.id, userAgent })
    await keepNewestSessions(tx, entered.user.id, liveSessions)
    await rememberBrowser(tx, entered.user.id, hashSecret(browser))
    return { ...entered, ...makeAccessToken(deps.keys, sessionId, new Date()) }
  })
  // Thrown outside the transaction, which must keep its count of the wrong guess.
  if (!result) throw new Refusal('not_signed_in', messages.codeInvalid.text)
  cookies.write('session', sessionToken)
  cookies.write('browser', browser)
  cookies.clear('flow')
  cookies.clear('invite')
  return result
}

async function isRightCode(
  deps: Deps,
  tx: Db,
  { phone, code, cookies }: { phone: string; code: string; cookies: Cookies },
): Promise<boolean> {
  const flow = cookies.read('flow')
  if (!flow) return false
  await lockSubject(tx, `guess ${phone}`)
  const browser = cookies.read('browser')
  const isKnownBrowser = browser !== undefined && (await knowsBrowser(tx, phone, hashSecret(browser)))
  if (!isKnownBrowser && (await isLocked(tx, phone))) return false
  const guess = await takeGuess(tx, phone, hashSecret(flow), triesPerCode)
  if (!guess) return false
  if (isSame(guess.codeMac, codeMac(deps, guess.id, code))) {
    await markUsed(tx, guess.id)
    await clearFailures(tx, phone)
    return true
  }
  const failures = await countFailure(tx, phone)
  const lock = locks.find((one) => failures >= one.failures)
  if (lock) await lockPhone(tx, phone, lock.hours)
  return false
}

/**
 * The account of the number, made now if a live invitation lets it in; null when nothing does. A newcomer joins by
 * the held invitation or the one sent to their number; somebody with an account joins only by the link they opened.
 */
async function enter(
  tx: Db,
  phone: string,
  heldToken: string | undefined,
): Promise<{ user: User; joinedBandId: string | null } | null> {
  const account = await findAccountByPhone(tx, phone)
  if (account && !heldToken) return { user: account, joinedBandId: null }
  const invitation = await findInvitationFor(tx, { heldToken, phone })
  if (!account && !invitation) return null
  await lockSubject(tx, 'first account')
  const user = account ?? (await addAccount(tx, { id: randomUUIDv7(), phone }))
  return { user, joinedBandId: invitation ? await redeem(tx, invitation, user.id) : null }
}
