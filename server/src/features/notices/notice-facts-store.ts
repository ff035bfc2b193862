// Reads what a cause is about: the band's members, the event and songs, as they are when the notice is composed.

import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { EventSnapshot } from '@gaffer/domain/events/event-change'
import { eventColumnsSqlFor, isAnswerStaleSql, isAwayDuringEventSql, nameInBandSql } from '#features/events/columns.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

type OwnAnswer = Pick<MemberAnswer, 'membershipId' | 'displayName' | 'answer' | 'comment' | 'isStale' | 'isAway'>
/** An active member with their answer to the event; `answer` is null without one, and without an event. */
export type NoticeRecipient = OwnAnswer & { userId: string; access: AccessLevel; answeredAt: Date | null }

/** Active members with their answers to the event. Keeps their memberships until the transaction ends. */
export const lockNoticeRecipients = preparedQuery<NoticeRecipient, { bandId: string; eventId: string | null }>(`
  select m.id as "membershipId", m.user_id as "userId", m.access, ${nameInBandSql} as "displayName", a.answer, a.comment,
    a.answered_at as "answeredAt", coalesce(${isAnswerStaleSql}, false) as "isStale",
    e.id is not null and a.answer is null and ${isAwayDuringEventSql('m.user_id')} as "isAway"
  from memberships m
  join users p on p.id = m.user_id
  left join events e on e.band_id = m.band_id and e.id = $eventId
  left join answers a on a.band_id = m.band_id and a.event_id = e.id and a.membership_id = m.id
  where m.band_id = $bandId and m.status = 'active'
  order by m.joined_at, m.id
  for key share of m`)

export type NoticeEvent = EventSnapshot & {
  id: string
  isDeleted: boolean
  createdAt: Date
  deletedAt: Date | null
  asksAnswers: boolean
  replyBy: string | null
  answerCount: number
  hasDepRequests: boolean
  /** Another option of the same enquiry is confirmed. */
  lostToOption: boolean
}

/** The columns of an event `e` that form an `EventSnapshot`. */
export const snapshotColumnsSql = eventColumnsSqlFor([
  ...(['type', 'status', 'title', 'date', 'endDate', 'startTime', 'endTime'] as const),
  ...(['isAllDay', 'location', 'venue', 'notes'] as const),
])

/**
 * The events, deleted or not, in the order in which changes of a series lock them. Until the transaction ends, members can still edit them,
 * but their rows cannot be deleted.
 */
export const lockNoticeEvents = preparedQuery<NoticeEvent, { bandId: string; eventIds: readonly string[] }>(`
  select e.id, ${snapshotColumnsSql}, e.deleted_at is not null as "isDeleted", e.created_at as "createdAt",
    e.deleted_at as "deletedAt", e.asks_answers as "asksAnswers", e.reply_by as "replyBy",
    exists (select from dep_requests r where r.band_id = e.band_id and r.event_id = e.id) as "hasDepRequests",
    (select count(*)::int from answers a where a.band_id = e.band_id and a.event_id = e.id) as "answerCount",
    exists (
      select from events o where o.band_id = e.band_id and o.option_group_id = e.option_group_id and o.id <> e.id
        and o.status = 'confirmed' and o.deleted_at is null) as "lostToOption"
  from events e where e.band_id = $bandId and e.id = any($eventIds::uuid[])
  order by e.id
  for key share of e`)

/** Users with a notice that the event was cancelled or deleted. */
export const listRecipientsOfCancellation = preparedQuery<{ userId: string }, { bandId: string; eventId: string }>(`
  select distinct user_id as "userId" from notices
  where band_id = $bandId and event_id = $eventId and kind = 'event.cancelled'`)

/** Titles of the songs in the order in which they were added, without deleted songs. */
export const listSongTitles = preparedQuery<{ id: string; title: string }, { bandId: string; ids: readonly string[] }>(`
  select id, title from songs
  where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null order by id`)
