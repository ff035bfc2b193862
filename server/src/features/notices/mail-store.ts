import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { Notice } from '@gaffer/domain/notices/notice'
import { hourAndMinute, nameInBand } from '#features/events/conditions.ts'
import { datesOfQuestion, isWaitingForAnswer } from './question-columns.ts'
import { optionalRow, sql, type Sql } from '#platform/db/statement.ts'

const MailedEvent = z.extend(
  z.pick(BandEvent, {
    id: true,
    date: true,
    endDate: true,
    startTime: true,
    endTime: true,
    isAllDay: true,
  }),
  { place: z.nullable(z.string()) },
)
export type MailedEvent = z.infer<typeof MailedEvent>

const NoticeToMail = z.extend(
  z.pick(Notice, { id: true, kind: true, title: true, body: true, url: true, bandName: true }),
  {
    userId: z.string(),
    /** The recipient's verified address. */
    email: z.string(),
    displayName: z.string(),
    membershipId: z.nullable(z.string()),
    /** The event that the notice is about; null for other notices, and for a deleted event. */
    event: z.nullable(MailedEvent),
    /** The events that a question asks about, ordered by date: the event, or the options of its group, without cancelled ones. */
    dates: z.array(
      z.extend(MailedEvent, {
        /** Whether the recipient has not answered, or has answered for another schedule. */
        isWaiting: z.boolean(),
      }),
    ),
  },
)
export type NoticeToMail = z.infer<typeof NoticeToMail>

const mailedEventFields = (event: Sql) => sql`
  'id', ${event}.id, 'date', ${event}.date, 'endDate', ${event}.end_date,
  'startTime', ${hourAndMinute(sql`${event}.start_time`)}, 'endTime', ${hourAndMinute(sql`${event}.end_time`)},
  'isAllDay', ${event}.is_all_day, 'place', coalesce(${event}.venue, ${event}.location)`

/** The notice as its mail shows it; undefined if the recipient has left the band or has no working address. */
export const findNoticeToMail = optionalRow(
  NoticeToMail,
  sql<{ noticeId: string }>`
    select n.id, n.user_id as "userId", n.kind, n.title, n.body, n.url, c.email,
      ${nameInBand} as "displayName", b.name as "bandName", m.id as "membershipId",
      case when e.id is not null and e.deleted_at is null then json_build_object(${mailedEventFields(sql`e`)}) end as event,
      (select coalesce(
          json_agg(
            json_build_object(${mailedEventFields(sql`o`)}, 'isWaiting', ${isWaitingForAnswer})
            order by o.date, o.start_time, o.id),
          '[]')
        from ${datesOfQuestion}) as dates
    from notices n
    join users p on p.id = n.user_id
    join notice_emails c on c.user_id = n.user_id and c.bounced_at is null
    left join memberships m on m.band_id = n.band_id and m.user_id = n.user_id and m.status = 'active'
    left join bands b on b.id = m.band_id
    left join events e on e.band_id = m.band_id and e.id = n.event_id
    where n.id = $noticeId and (n.band_id is null or m.id is not null)`,
)
