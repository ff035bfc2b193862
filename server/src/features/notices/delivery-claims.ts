// Workers claim a notice's mail or text before they send it, so that it is sent at most once and within the limits per day.

import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { lockMailsAndGetSecondsUntilNext } from '#platform/db/mails-sent.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import type { SqlFragment } from '#platform/db/sql.ts'
import { lockTextsIfNonCodeBudgetLeft } from '#platform/db/texts-sent.ts'
import { claimDelivery, deliveriesByWaySql, deliveriesToUserSql, releaseDelivery } from './delivery-store.ts'

type Notice = { id: string; userId: string }

const day = 24 * 60 * 60

/** False if the text is already claimed, or if the recipient or the whole installation has reached the limit of texts per day. */
export function claimNoticeText(db: Db, { id, userId }: Notice, perDay: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // This check locks: parallel claims of texts, also of one recipient, wait for each other.
    if (!(await lockTextsIfNonCodeBudgetLeft(tx, perDay))) return false
    if (!(await isAdmitted(tx, deliveriesToUserSql(userId, 'sms'), limits.noticeTextsPerDay))) return false
    return claimDelivery(tx, { noticeId: id, way: 'sms' })
  })
}

/**
 * False if the mail is already claimed, if the recipient has reached the limit of mails per day, or if notices have used their half of
 * MAIL_PER_DAY. Without these limits one band with many events could use up the mails of all others.
 */
export function claimNoticeMail(db: Db, { id, userId }: Notice, perDay: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, `notice mails to ${userId}`)
    if ((await lockMailsAndGetSecondsUntilNext(tx, perDay)) > 0) return false
    if (!(await isAdmitted(tx, deliveriesToUserSql(userId, 'email'), limits.noticeMailsPerDay))) return false
    if (!(await isAdmitted(tx, deliveriesByWaySql('email'), Math.floor(perDay / 2)))) return false
    return claimDelivery(tx, { noticeId: id, way: 'email' })
  })
}

/** Releases the mail or text for a retry after it was certainly not sent. */
export function releaseNoticeClaim(db: Db, noticeId: string, way: 'email' | 'sms'): Promise<void> {
  return releaseDelivery(db, { noticeId, way })
}

async function isAdmitted(tx: Db, deliveries: SqlFragment, perDay: number): Promise<boolean> {
  return (await secondsUntilAdmitted(tx, deliveries, [{ most: perDay, seconds: day }])) === 0
}
