import type { AnswerValue, Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import type { NoticeKind } from '@gaffer/domain/notice'
import { eventAsJson, nameInBand } from '#features/events/columns.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { secondsUntilMail } from '#platform/db/mails-sent.ts'
import { preparedCheck, preparedCommand, preparedRow } from '#platform/db/prepared-query.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { sql, type SqlFragment } from '#platform/db/sql.ts'

export type NoticeToMail = {
  id: string
  userId: string
  kind: NoticeKind
  title: string
  body: string
  /** A path of the app. */
  url: string
  /** The verified address. */
  email: string
  displayName: string
  /** Null for notices about the account itself. */
  bandName: string | null
  membershipId: string | null
  /** Null for notices about no event, and when the event was deleted. */
  event: MailedEvent | null
}
const mailedFields = ['status', 'date', 'endDate', 'startTime', 'endTime', 'isAllDay'] as const
export type MailedEvent = Pick<Event, 'id' | (typeof mailedFields)[number]> & {
  place: string | null
  answer: AnswerValue | null
  /** The answer is from before a change of the event. */
  isStale: boolean
}

/** Undefined when the recipient has left the band, or has no address that works. */
export const findNoticeToMail = preparedRow<NoticeToMail, { noticeId: string }>(`
  select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, a.email,
    ${nameInBand} as "displayName", b.name as "bandName", m.id as "membershipId",
    case when e.id is not null then ${eventAsJson(
      mailedFields,
      'e.id',
      'w.answer',
      'coalesce(w.schedule_version < e.schedule_version, false) as "isStale"',
    )} end as event
  from notices n
  join users p on p.id = n.user_id
  join notice_emails a on a.user_id = n.user_id and a.bounced_at is null
  left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id and m.status = 'active'
  left join bands b on b.id = m.band_id
  left join events e on e.band_id = m.band_id and e.id = n.event_id and e.deleted_at is null
  left join answers w on w.band_id = e.band_id and w.event_id = e.id and w.membership_id = m.id
  where n.id = $noticeId and (n.band_id is null or m.id is not null)`)

const claim = preparedCheck<{ noticeId: string }>(`
  update notice_deliveries set claimed_at = clock_timestamp(), attempts = attempts + 1
  where notice_id = $noticeId and way = 'email' and claimed_at is null and outcome is null returning 1`)

const day = 24 * 60 * 60

/**
 * Claims the delivery; false when it is claimed already, or the mails of the day are used up: those of the recipient, or the half of all
 * mails that notices may use. Otherwise one band with many events could use up the mails of all others.
 */
export function claimDelivery(
  db: Db,
  { id: noticeId, userId }: Pick<NoticeToMail, 'id' | 'userId'>,
  mailsPerDay: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, `notice mails to ${userId}`)
    if ((await secondsUntilMail(tx, mailsPerDay)) > 0) return false
    const mails = sql`select claimed_at as at from notice_deliveries where way = 'email' and claimed_at is not null`
    const mailsToRecipient = sql`
      select d.claimed_at as at from notices n join notice_deliveries d on d.notice_id = n.id
      where n.user_id = ${userId} and d.way = 'email' and d.claimed_at is not null`
    const isAdmitted = async (events: SqlFragment, most: number) =>
      (await secondsUntilAdmitted(tx, events, [{ most, seconds: day }])) === 0
    if (!(await isAdmitted(mailsToRecipient, limits.noticeMailsPerDay))) return false
    if (!(await isAdmitted(mails, Math.floor(mailsPerDay / 2)))) return false
    return claim(tx, { noticeId })
  })
}

/** Releases the delivery for a retry after a mail that was certainly not sent. */
export const releaseDelivery = preparedCommand<{ noticeId: string }>(`
  update notice_deliveries set claimed_at = null where notice_id = $noticeId and way = 'email'`)
