// Reads the rows that a cause refers to: the band's members, the event and songs, as they are when the notice is composed.

import * as z from 'zod/mini'
import { accessLevels } from '@gaffer/domain/bands/access'
import { MemberAnswer } from '@gaffer/domain/answers/answer'
import { BandEvent } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { isAnswerStale } from '#features/events/stale-answer-conditions.ts'
import { idsWithOptions, isAwayDuringEvent, nameInBand } from '#features/events/conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import { manyRows, sql } from '#platform/db/statement.ts'

const NoticeRecipient = z.extend(
  z.pick(MemberAnswer, {
    membershipId: true,
    displayName: true,
    answer: true,
    comment: true,
    isStale: true,
    isAway: true,
  }),
  { userId: z.string(), access: z.enum(accessLevels), answeredAt: z.nullable(z.date()) },
)
/** An active member with their answer to the event; `answer` is null without an answer or an event. */
export type NoticeRecipient = z.infer<typeof NoticeRecipient>

/** Active members with their answers to the event. Locks their memberships against deletion until the transaction ends. */
export const lockNoticeRecipients = manyRows(
  NoticeRecipient,
  sql<{ bandId: string; eventId: string | null }>`
    select m.id as "membershipId", m.user_id as "userId", m.access, ${nameInBand} as "displayName", a.answer, a.comment,
      a.answered_at as "answeredAt", coalesce(${isAnswerStale}, false) as "isStale",
      e.id is not null and a.answer is null and ${isAwayDuringEvent(sql`m.user_id`)} as "isAway"
    from memberships m
    join users p on p.id = m.user_id
    left join events e on e.band_id = m.band_id and e.id = $eventId
    left join answers a on a.band_id = m.band_id and a.event_id = e.id and a.membership_id = m.id
    where m.band_id = $bandId and m.status = 'active'
    order by m.joined_at, m.id
    for key share of m`,
)

/** An event that a cause is about, the members with their answers to it, and who changed it. */
export type EventOfCause = { event: NoticeEvent; members: readonly NoticeRecipient[]; actorIds: readonly string[] }

/** The schema of an `EventSnapshot`, and the columns of an event `e` for it. */
export const Snapshot = z.extend(EventSummary, z.pick(BandEvent, { location: true, venue: true, notes: true }).shape)
export const snapshotColumns = sql`${eventSummaryColumns}, e.location, e.venue, e.notes`

const NoticeEvent = z.extend(Snapshot, {
  ...z.pick(BandEvent, { id: true, asksAnswers: true, replyBy: true, optionGroupId: true, isEditedByHand: true }).shape,
  isDeleted: z.boolean(),
  createdAt: z.date(),
  deletedAt: z.nullable(z.date()),
  answerCount: z.int(),
  hasDepRequests: z.boolean(),
  /** Whether the event was cancelled by the edit that confirmed another option of the same group, which is still confirmed. */
  hasLostToOption: z.boolean(),
})
export type NoticeEvent = z.infer<typeof NoticeEvent>

const noticeEvents = sql`
  select e.id, ${snapshotColumns}, e.deleted_at is not null as "isDeleted", e.created_at as "createdAt",
    e.deleted_at as "deletedAt", e.asks_answers as "asksAnswers", e.reply_by as "replyBy",
    e.option_group_id as "optionGroupId", e.edited_by_hand as "isEditedByHand",
    exists (select from dep_requests r where r.band_id = e.band_id and r.event_id = e.id) as "hasDepRequests",
    (select count(*)::int from answers a where a.band_id = e.band_id and a.event_id = e.id) as "answerCount",
    coalesce((
      select exists (
        select from events o
        join event_changes w on w.band_id = o.band_id and w.event_id = o.id and w.at = c.at
          and w.fields @> '[{"field":"status","to":"confirmed"}]'
        where o.band_id = e.band_id and o.option_group_id = e.option_group_id and o.id <> e.id
          and o.status = 'confirmed' and o.deleted_at is null)
      from event_changes c
      where c.band_id = e.band_id and c.event_id = e.id and c.fields @> '[{"field":"status"}]'
      order by c.version desc limit 1), false) as "hasLostToOption"
  from events e where e.band_id = $bandId`

type EventsOfBand = { bandId: string; eventIds: readonly string[] }

/**
 * The events, deleted or not, in the order in which changes of a series lock them. Until the transaction ends, members can still edit the
 * events, but their rows cannot be deleted.
 */
export const lockNoticeEvents = manyRows(
  NoticeEvent,
  sql<EventsOfBand>`${noticeEvents} and e.id = any($eventIds::uuid[]) order by e.id for key share of e`,
)

/** As `lockNoticeEvents`, but also locks and returns the other options of their groups. */
export const lockNoticeEventsWithOptions = manyRows(
  NoticeEvent,
  sql<EventsOfBand>`${noticeEvents} and e.id in ${idsWithOptions} order by e.id for key share of e`,
)

/** Users with a notice that the event was cancelled or deleted. */
export const listRecipientsOfCancellation = manyRows(
  z.strictObject({ userId: z.string() }),
  sql<{ bandId: string; eventId: string }>`
    select distinct user_id as "userId" from notices
    where band_id = $bandId and event_id = $eventId and kind = 'event.cancelled'`,
)

/** Users with a notice that dates of the event's series were cancelled or deleted, made from `deletedAt` until `restoredAt`. */
export const listRecipientsOfSeriesDeletion = manyRows(
  z.strictObject({ userId: z.string() }),
  sql<{ bandId: string; eventId: string; deletedAt: string; restoredAt: Date }>`
    select distinct n.user_id as "userId"
    from events e
    join events o on o.band_id = e.band_id and o.series_id = e.series_id
    join notices n on n.band_id = o.band_id and n.event_id = o.id and n.kind = 'event.cancelled'
    where e.band_id = $bandId and e.id = $eventId and n.created_at >= $deletedAt and n.created_at < $restoredAt`,
)

/** Titles of the songs in the order in which they were added, without deleted songs. */
export const listSongTitles = manyRows(
  z.strictObject({ id: Id, title: z.string() }),
  sql<{ bandId: string; ids: readonly string[] }>`
    select id, title from songs
    where band_id = $bandId and id = any($ids::uuid[]) and deleted_at is null order by id`,
)
