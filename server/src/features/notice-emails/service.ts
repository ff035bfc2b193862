import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/app-error'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import type { NoticeSettings } from '@gaffer/domain/notice'
import type { Deps } from '#deps.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { secondsUntilMail } from '#platform/db/mails-sent.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import type { JobKind } from '#platform/jobs.ts'
import { hmac, timingSafeEqual, newCode } from '#platform/keys.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { codeMail } from './code-mail.ts'
import {
  claimCode,
  codesBy,
  codesTo,
  consumeAttempt,
  deleteVerified,
  endCodes,
  findEmail,
  findUnsentCode,
  insertCode,
  markBounced,
  markCodeBounced,
  releaseCode,
  upsertVerified,
} from './store.ts'

export const sendEmailCodeJob: JobKind<{ codeId: string }> = { name: 'send-email-code' }

/** An address that is verified already stays in use until the new one is. */
export async function sendEmailCode(deps: Deps, { userId }: AuthenticatedUser, email: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await acquireAdvisoryLocks(tx, `email code by ${userId}`)
    await acquireAdvisoryLocks(tx, `email code to ${email.toLowerCase()}`)
    const retryAfterSeconds = Math.max(
      await secondsUntilAdmitted(tx, codesBy(userId), limits.codeWindows),
      await secondsUntilAdmitted(tx, codesTo(email), limits.codeWindows),
      await secondsUntilMail(tx, deps.config.mailPerDay),
    )
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', messages.emailWait, { retryAfterSeconds })
    const id = randomUUIDv7()
    await insertCode(tx, { id, userId, email })
    await deps.jobs.add(tx, sendEmailCodeJob, { codeId: id })
  })
}

/** Job handler. */
export async function sendQueuedEmailCode(deps: Deps, { codeId: id }: { codeId: string }): Promise<void> {
  const request = await findUnsentCode(deps.db, { id })
  if (!request) return
  const code = newCode()
  await sendAtMostOnce(deps.log, {
    reference: id,
    failureMessage: 'Email code not sent: the mail server failed',
    claim: () => claimCode(deps.db, { id, codeMac: codeMac(deps, id, code) }),
    send: () =>
      deps.mail.send({ to: request.email, ...codeMail(code), reference: id }).catch(async (error: unknown) => {
        if (hasBounced(error)) await markCodeBounced(deps.db, { id })
        throw error
      }),
    release: () => releaseCode(deps.db, { id }),
  })
}

export async function verifyEmail(deps: Deps, { userId }: AuthenticatedUser, code: string): Promise<void> {
  const isVerified = await inTransaction(deps.db, async (tx) => {
    const attempt = await consumeAttempt(tx, { userId, most: limits.codeAttempts })
    if (!attempt?.codeMac || !timingSafeEqual(attempt.codeMac, codeMac(deps, attempt.id, code))) return false
    await endCodes(tx, { userId })
    await upsertVerified(tx, { userId, email: attempt.email })
    return true
  })
  // Throw after the commit: a rollback would undo the count of the wrong code.
  if (!isVerified) throw invalidFieldError('code', messages.codeInvalid.text)
}

export async function deleteEmail(db: Db, { userId }: AuthenticatedUser): Promise<void> {
  await inTransaction(db, async (tx) => {
    await endCodes(tx, { userId })
    await deleteVerified(tx, { userId })
  })
}

/** The parts of NoticeSettings that are about the address. */
export type NoticeEmail = Pick<NoticeSettings, 'email' | 'emailVerified' | 'emailProblem'>

export async function findNoticeEmail(db: Db, userId: string): Promise<NoticeEmail> {
  const row = await findEmail(db, { userId })
  return {
    email: row?.email ?? null,
    emailVerified: row?.isVerified ?? false,
    emailProblem: row?.hasBounced ? messages.emailBounced : null,
  }
}

/** Mail to the address came back. Of all accounts with it: it does not exist for any of them. */
export function markEmailBounced(db: Db, email: string): Promise<void> {
  return markBounced(db, { email })
}

export function hasBounced(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'bounced'
}

function codeMac({ keys }: Deps, codeId: string, code: string): Buffer {
  return hmac(keys.emailCode, codeId, code)
}
