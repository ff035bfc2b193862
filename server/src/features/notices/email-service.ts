import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import type { NoticeSettings } from '@gaffer/domain/notices/notice'
import type { Services } from '#services.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { lockMailsAndGetSecondsUntilNext } from '#platform/db/mails-sent.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { hmac, timingSafeEqual, newOneTimeCode } from '#platform/keys.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { ProviderError } from '#providers/provider-error.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { composeEmailCodeMail } from './email-code-mail.ts'
import {
  claimEmailCodeForSending,
  emailCodesByUserSql,
  emailCodesByEmailSql,
  consumeEmailCodeAttempt,
  deleteVerifiedEmail,
  endEmailCodes,
  findVerifiedOrPendingEmail,
  findUnsentEmailCode,
  insertEmailCode,
  markVerifiedEmailBounced,
  markEmailCodeBounced,
  releaseEmailCode,
  upsertVerifiedEmail,
} from './email-store.ts'

export const sendEmailCodeJob: QueueDefinition<{ codeId: string }> = { name: 'send-email-code' }

/** An address that is verified already stays in use until the new one is. */
export async function queueEmailCode(services: Services, { userId }: AuthenticatedUser, email: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    await acquireAdvisoryLocks(tx, `email code by ${userId}`)
    await acquireAdvisoryLocks(tx, `email code to ${email.toLowerCase()}`)
    const retryAfterSeconds = Math.max(
      await secondsUntilAdmitted(tx, emailCodesByUserSql(userId), limits.codeWindows),
      await secondsUntilAdmitted(tx, emailCodesByEmailSql(email), limits.codeWindows),
      await lockMailsAndGetSecondsUntilNext(tx, services.config.mailPerDay),
    )
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', noticeMessages.emailWait, { retryAfterSeconds })
    const id = randomUUIDv7()
    await insertEmailCode(tx, { id, userId, email })
    await services.jobs.add(tx, sendEmailCodeJob, { codeId: id })
  })
}

/** Job handler. */
export async function sendQueuedEmailCode(services: Services, { codeId: id }: { codeId: string }): Promise<void> {
  const request = await findUnsentEmailCode(services.db, { id })
  if (!request) return
  const code = newOneTimeCode()
  await sendAtMostOnce(services.log, {
    reference: id,
    failureMessage: 'Email code not sent: the mail server failed',
    claim: () => claimEmailCodeForSending(services.db, { id, codeMac: hmacOfEmailCode(services, id, code) }),
    send: () =>
      services.mail
        .send({ to: request.email, ...composeEmailCodeMail(code), reference: id })
        .catch(async (error: unknown) => {
          if (isBounceError(error)) await markEmailCodeBounced(services.db, { id })
          throw error
        }),
    release: () => releaseEmailCode(services.db, { id }),
  })
}

export async function verifyEmail(services: Services, { userId }: AuthenticatedUser, code: string): Promise<void> {
  const isVerified = await inTransaction(services.db, async (tx) => {
    const attempt = await consumeEmailCodeAttempt(tx, { userId, most: limits.codeAttempts })
    if (!attempt?.codeMac || !timingSafeEqual(attempt.codeMac, hmacOfEmailCode(services, attempt.id, code)))
      return false
    await endEmailCodes(tx, { userId })
    await upsertVerifiedEmail(tx, { userId, email: attempt.email })
    return true
  })
  // Throw after the commit: a rollback would undo the count of the wrong code.
  if (!isVerified) throw invalidFieldError('code', signInMessages.codeInvalid.text)
}

export async function deleteNoticeEmail(db: Db, { userId }: AuthenticatedUser): Promise<void> {
  await inTransaction(db, async (tx) => {
    await endEmailCodes(tx, { userId })
    await deleteVerifiedEmail(tx, { userId })
  })
}

/** The parts of NoticeSettings that are about the address. */
export type NoticeEmail = Pick<NoticeSettings, 'email' | 'emailVerified' | 'emailProblem'>

export async function readNoticeEmail(db: Db, userId: string): Promise<NoticeEmail> {
  const row = await findVerifiedOrPendingEmail(db, { userId })
  return {
    email: row?.email ?? null,
    emailVerified: row?.isVerified ?? false,
    emailProblem: row?.hasBounced ? noticeMessages.emailBounced : null,
  }
}

/** Mail to the address came back. Of all accounts with it: it does not exist for any of them. */
export function markEmailBounced(db: Db, email: string): Promise<void> {
  return markVerifiedEmailBounced(db, { email })
}

export function isBounceError(error: unknown): boolean {
  return error instanceof ProviderError && error.failure === 'bounced'
}

function hmacOfEmailCode({ keys }: Services, codeId: string, code: string): Buffer {
  return hmac(keys.emailCode, codeId, code)
}
