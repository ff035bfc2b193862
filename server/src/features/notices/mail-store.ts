import type { AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import type { Notice } from '@gaffer/domain/notices/notice'
import { eventWithPlaceJsonSql, isAnswerStaleSql, nameInBandSql } from '#features/events/columns.ts'
import { preparedOptionalRow } from '#platform/db/prepared-query.ts'

export type NoticeToMail = Pick<Notice, 'id' | 'kind' | 'title' | 'body' | 'url' | 'bandName'> & {
  userId: string
  /** The verified address. */
  email: string
  displayName: string
  membershipId: string | null
  /** Null for notices about no event, and when the event was deleted. */
  event: MailedEvent | null
}
const mailedFields = ['status', 'date', 'endDate', 'startTime', 'endTime', 'isAllDay'] as const
export type MailedEvent = Pick<CalendarEntry, 'id' | (typeof mailedFields)[number]> & {
  place: string | null
  answer: AnswerValue | null
  /** The answer is for another schedule. */
  isStale: boolean
}

/** Undefined when the recipient has left the band, or has no address that works. */
export const findNoticeToMail = preparedOptionalRow<NoticeToMail, { noticeId: string }>(`
  select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, c.email,
    ${nameInBandSql} as "displayName", b.name as "bandName", m.id as "membershipId",
    case when e.id is not null then ${eventWithPlaceJsonSql(
      mailedFields,
      'e.id',
      'a.answer',
      `coalesce(${isAnswerStaleSql}, false) as "isStale"`,
    )} end as event
  from notices n
  join users p on p.id = n.user_id
  join notice_emails c on c.user_id = n.user_id and c.bounced_at is null
  left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id and m.status = 'active'
  left join bands b on b.id = m.band_id
  left join events e on e.band_id = m.band_id and e.id = n.event_id and e.deleted_at is null
  left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
  where n.id = $noticeId and (n.band_id is null or m.id is not null)`)
