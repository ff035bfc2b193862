import type { Services } from '#services.ts'
import { isBounceError, markEmailBounced } from './email-service.ts'
import { claimNoticeMail, releaseNoticeClaim } from './delivery-claims.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { composeNoticeMail } from './mail-layout.ts'
import { findNoticeToMail, type NoticeToMail } from './mail-store.ts'

/** `dropped`: there was nothing to send any more. `failed`: it was not sent and is not retried. */
export type MailOutcome = 'sent' | 'failed' | 'dropped'

/**
 * Sends the mail of a notice that the recipient wants, at most once, with what holds now and not when the notice was made. Throws when
 * it was certainly not sent and a retry may succeed.
 */
export async function mailNotice(services: Services, noticeId: string): Promise<MailOutcome> {
  const notice = await findNoticeToMail(services.db, { noticeId })
  if (!notice || isAnsweredNudge(notice)) return 'dropped'
  const isSent = await sendAtMostOnce(services.log, {
    reference: noticeId,
    failureMessage: 'Notice not mailed: the mail server failed',
    claim: () => claimNoticeMail(services.db, notice, services.config.mailPerDay),
    send: () =>
      services.mail.send(composeNoticeMail(services, notice)).catch(async (error: unknown) => {
        if (isBounceError(error)) await markEmailBounced(services.db, notice.email)
        throw error
      }),
    release: () => releaseNoticeClaim(services.db, noticeId, 'email'),
  })
  return isSent ? 'sent' : 'failed'
}

function isAnsweredNudge({ kind, event }: NoticeToMail): boolean {
  return kind === 'answer.nudge' && event !== null && event.answer !== null && !event.isStale
}
