import * as z from 'zod/mini'
import { answerValues, BandEvent } from '@gaffer/domain/events/event'
import { Notice } from '@gaffer/domain/notices/notice'
import { hourAndMinute, isAnswerStale, nameInBand } from '#features/events/conditions.ts'
import { optionalRow, sql } from '#platform/db/statement.ts'

const MailedEvent = z.extend(
  z.pick(BandEvent, {
    id: true,
    status: true,
    date: true,
    endDate: true,
    startTime: true,
    endTime: true,
    isAllDay: true,
  }),
  {
    place: z.nullable(z.string()),
    answer: z.nullable(z.enum(answerValues)),
    /** The answer is for another schedule. */
    isStale: z.boolean(),
  },
)
export type MailedEvent = z.infer<typeof MailedEvent>

const NoticeToMail = z.extend(
  z.pick(Notice, { id: true, kind: true, title: true, body: true, url: true, bandName: true }),
  {
    userId: z.string(),
    /** The verified address. */
    email: z.string(),
    displayName: z.string(),
    membershipId: z.nullable(z.string()),
    /** Null for notices about no event, and when the event was deleted. */
    event: z.nullable(MailedEvent),
  },
)
export type NoticeToMail = z.infer<typeof NoticeToMail>

/** Undefined when the recipient has left the band, or has no address that works. */
export const findNoticeToMail = optionalRow(
  NoticeToMail,
  sql<{ noticeId: string }>`
    select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, c.email,
      ${nameInBand} as "displayName", b.name as "bandName", m.id as "membershipId",
      case when e.id is not null then json_build_object(
        'id', e.id, 'status', e.status, 'date', e.date, 'endDate', e.end_date, 'startTime', ${hourAndMinute(sql`e.start_time`)},
        'endTime', ${hourAndMinute(sql`e.end_time`)}, 'isAllDay', e.is_all_day, 'place', coalesce(e.venue, e.location),
        'answer', a.answer, 'isStale', coalesce(${isAnswerStale}, false)) end as event
    from notices n
    join users p on p.id = n.user_id
    join notice_emails c on c.user_id = n.user_id and c.bounced_at is null
    left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id and m.status = 'active'
    left join bands b on b.id = m.band_id
    left join events e on e.band_id = m.band_id and e.id = n.event_id and e.deleted_at is null
    left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
    where n.id = $noticeId and (n.band_id is null or m.id is not null)`,
)
