// Reads what a cause is about: the band's members, the event and songs, as they are when the notice is composed.

import type { Access } from '@gaffer/domain/access'
import type { EventSnapshot } from '@gaffer/domain/event-change'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

export type Recipient = {
  membershipId: string
  userId: string
  access: Access
  displayName: string
  /** Null without an answer, and without an event. */
  answer: 'yes' | 'maybe' | 'no' | null
  comment: string | null
  /** A Yes or Maybe from before a move. */
  isStale: boolean
  /** Days away overlap the event, and there is no answer. */
  isAway: boolean
}

const recipients = preparedQuery<Recipient>(`
  select m.id as "membershipId", m.user_id as "userId", m.access,
    coalesce(m.display_name, p.display_name, 'New member') as "displayName", a.answer, a.comment,
    coalesce(a.answer in ('yes', 'maybe') and a.schedule_version < e.schedule_version, false) as "isStale",
    e.id is not null and a.answer is null and exists (
      select from unavailabilities u
      where u.user_id = m.user_id and u.deleted_at is null and u.last_day >= e.date
        and u.date between e.date - ${limits.eventDays} and e.last_day) as "isAway"
  from memberships m
  join users p on p.id = m.user_id
  left join events e on e.band_id = m.band_id and e.id = $eventId
  left join answers a on a.band_id = m.band_id and a.event_id = e.id and a.membership_id = m.id
  where m.band_id = $bandId and m.status = 'active'
  order by m.joined_at, m.id
  for key share of m`)

/** Active members with their answers to the event. Keeps their memberships until the transaction ends. */
export function lockRecipients(tx: Db, bandId: string, eventId: string | null): Promise<Recipient[]> {
  return recipients(tx, { bandId, eventId })
}

export type NoticeEvent = EventSnapshot & {
  id: string
  isDeleted: boolean
  createdAt: Date
  deletedAt: Date | null
  asksAnswers: boolean
  replyBy: string | null
  scheduleVersion: number
  answerCount: number
  hasDepRequests: boolean
  /** Another option of the same enquiry is confirmed. */
  lostToOption: boolean
}

/** Columns of an event `e` that notices name. */
export const snapshotSql = `
  e.type, e.status, e.title, e.date, e.end_date as "endDate", to_char(e.start_time, 'HH24:MI') as "startTime",
  to_char(e.end_time, 'HH24:MI') as "endTime", e.is_all_day as "isAllDay", e.location, e.venue, e.notes`

const events = (condition: string) =>
  preparedQuery<NoticeEvent>(`
  select e.id, ${snapshotSql}, e.deleted_at is not null as "isDeleted", e.created_at as "createdAt",
    e.deleted_at as "deletedAt", e.asks_answers as "asksAnswers", e.reply_by as "replyBy",
    e.schedule_version as "scheduleVersion",
    exists (select from dep_requests r where r.band_id = e.band_id and r.event_id = e.id) as "hasDepRequests",
    (select count(*)::int from answers a where a.band_id = e.band_id and a.event_id = e.id) as "answerCount",
    exists (
      select from events o where o.band_id = e.band_id and o.option_group_id = e.option_group_id and o.id <> e.id
        and o.status = 'confirmed' and o.deleted_at is null) as "lostToOption"
  from events e where e.band_id = $bandId and ${condition}
  order by e.id
  for key share of e`)
const oneEvent = events('e.id = $eventId')
const severalEvents = events('e.id = any($eventIds::uuid[])')

/** The event, deleted or not. Keeps it until the transaction ends. */
export async function lockNoticeEvent(tx: Db, bandId: string, eventId: string): Promise<NoticeEvent | null> {
  const [row] = await oneEvent(tx, { bandId, eventId })
  return row ?? null
}

/** The events, deleted or not, in the order in which changes of a series lock them. Keeps them until the transaction ends. */
export function lockNoticeEvents(tx: Db, bandId: string, eventIds: readonly string[]): Promise<NoticeEvent[]> {
  return severalEvents(tx, { bandId, eventIds })
}

const recipientsOfEnd = preparedQuery<{ userId: string }>(`
  select distinct user_id as "userId" from notices
  where band_id = $bandId and event_id = $eventId and kind = 'event.cancelled'`)

/** Users with a notice that the event was cancelled or deleted. */
export async function listRecipientsOfEnd(tx: Db, bandId: string, eventId: string): Promise<Set<string>> {
  return new Set((await recipientsOfEnd(tx, { bandId, eventId })).map(({ userId }) => userId))
}

const songs = preparedQuery<{ id: string; title: string }>(`
  select id, title from songs
  where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null order by id`)

/** In the order in which they were added, without those that were deleted. */
export function listSongTitles(
  tx: Db,
  bandId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return songs(tx, { bandId, ids })
}
