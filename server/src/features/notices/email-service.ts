import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import type { NoticeSettings } from '@gaffer/domain/notices/notice'
import type { Services } from '#services.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { hmac, timingSafeEqual, newOneTimeCode } from '#platform/keys.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { refuseEmailCodeOverBudget } from '#features/messages/budget.ts'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import { addMessages } from '#features/messages/queue.ts'
import { composeEmailCodeMail } from './email-code-mail.ts'
import {
  consumeEmailCodeAttempt,
  deleteVerifiedEmail,
  endEmailCodes,
  findVerifiedOrPendingEmail,
  insertEmailCode,
  lockUnsentEmailCode,
  markEmailCodeBounced,
  updateEmailCodeMac,
  upsertVerifiedEmail,
} from './email-store.ts'

/** Queues a mail with a code. The verified address, if there is one, stays in use until the new address is verified. */
export async function queueEmailCode(services: Services, { userId }: AuthenticatedUser, email: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const budgetKeys = { causedBy: userId, recipient: email.toLowerCase() }
    await refuseEmailCodeOverBudget(tx, services.config, budgetKeys, noticeMessages.emailWait)
    const id = randomUUIDv7()
    await insertEmailCode(tx, { id, userId, email })
    const message = { ...budgetKeys, id, way: 'mail', purpose: 'email code', isRequested: true } as const
    await addMessages(services, tx, [{ ...message, dueAt: services.clock.now() }])
  })
}

/** Composes the mail with a new code; null if the code has ended or was sent already. */
export async function composeEmailCode(services: Services, tx: Db, { id }: Message): Promise<ComposedMessage | null> {
  const request = await lockUnsentEmailCode(tx, { id })
  if (!request) return null
  const code = newOneTimeCode()
  return {
    content: { to: request.email, ...composeEmailCodeMail(code) },
    onClaim: (claiming) => updateEmailCodeMac(claiming, { id, codeMac: computeEmailCodeMac(services, id, code) }),
    onRelease: (releasing) => updateEmailCodeMac(releasing, { id, codeMac: null }),
    onFailure: async ({ failure }) => {
      if (failure === 'bounced') await markEmailCodeBounced(services.db, { id })
    },
  }
}

export async function verifyEmail(services: Services, { userId }: AuthenticatedUser, code: string): Promise<void> {
  const isVerified = await inTransaction(services.db, async (tx) => {
    const attempt = await consumeEmailCodeAttempt(tx, { userId, maxAttempts: limits.codeAttempts })
    if (!attempt?.codeMac || !timingSafeEqual(attempt.codeMac, computeEmailCodeMac(services, attempt.id, code)))
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

/** The parts of NoticeSettings that are about the email address. */
export type NoticeEmail = Pick<NoticeSettings, 'email' | 'emailVerified' | 'emailProblem'>

export async function readNoticeEmail(db: Db, userId: string): Promise<NoticeEmail> {
  const row = await findVerifiedOrPendingEmail(db, { userId })
  return {
    email: row?.email ?? null,
    emailVerified: row?.isVerified ?? false,
    emailProblem: row?.hasBounced ? noticeMessages.emailBounced : null,
  }
}

function computeEmailCodeMac({ keys }: Services, codeId: string, code: string): Buffer {
  return hmac(keys.emailCode, codeId, code)
}
