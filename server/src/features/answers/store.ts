import * as z from 'zod/mini'
import { AnswerLinkContent, MemberAnswer } from '@gaffer/domain/answers/answer'
import type { AnswerValue } from '@gaffer/domain/events/event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { EventKey } from '#features/events/event-columns.ts'
import { isAnswerStale, schedule } from '#features/events/stale-answer-conditions.ts'
import { idsWithOptions, isAwayDuringEvent, nameInBand } from '#features/events/conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, isoText, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { AnswerLinkHolder } from '#platform/verified-identities.ts'

const memberAnswerColumns = sql`
  m.id as "membershipId", ${nameInBand} as "displayName", a.answer, a.comment,
    a.answer is null and d.away as "isAway", d.away as "hasDaysAway", coalesce(${isAnswerStale}, false) as "isStale",
    a.set_by as "setBy", ${isoText(sql`a.answered_at`)} as "answeredAt",
    (select d.name from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
      where r.band_id = e.band_id and r.event_id = e.id and r.covers_membership_id = m.id
      order by r.requested_at desc limit 1) as "coveredBy"`

const answersOfMembers = sql`
  from events e
  join memberships m on m.band_id = e.band_id and m.status = 'active'
  join users p on p.id = m.user_id
  left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
  cross join lateral (select ${isAwayDuringEvent(sql`p.id`)} as away) d
  where e.band_id = $bandId and e.deleted_at is null`

const answersToEvent = sql`select ${memberAnswerColumns} ${answersOfMembers} and e.id = $eventId`

/** Lists every active member with their answer, null without one, in the order of joining; empty when the event does not exist. */
export const listMemberAnswers = manyRows(MemberAnswer, sql<EventKey>`${answersToEvent} order by m.joined_at, m.id`)

/** Like `listMemberAnswers`, for several events. */
export const listAnswersToEvents = manyRows(
  z.extend(MemberAnswer, { eventId: Id }),
  sql<{ bandId: string; eventIds: readonly string[] }>`
    select e.id as "eventId", ${memberAnswerColumns} ${answersOfMembers} and e.id = any($eventIds::uuid[])
    order by m.joined_at, m.id`,
)

export const findAnswer = optionalRow(
  MemberAnswer,
  sql<EventKey & { membershipId: string }>`${answersToEvent} and m.id = $membershipId`,
)

const lockMemberships = manyRows(
  z.strictObject({ id: Id }),
  sql<{ bandId: string; ids: readonly string[] }>`
    select id from memberships where band_id = $bandId and id = any($ids::uuid[]) and status = 'active'
    order by id for key share`,
)

/** Locks the active memberships among `ids` against deletion until the transaction ends, and returns their ids. */
export async function lockActiveMembers(tx: Db, bandId: string, ids: string[]): Promise<Set<string>> {
  return new Set((await lockMemberships(tx, { bandId, ids })).map(({ id }) => id))
}

const LockedEvent = z.extend(EventSummary, {
  id: Id,
  optionGroupId: z.nullable(Id),
  nudgedAt: z.nullable(z.date()),
})
const lockedEventColumns = sql`
  e.id, ${eventSummaryColumns}, e.option_group_id as "optionGroupId", e.nudged_at as "nudgedAt"`

/** Locks the event until the transaction ends, so that it is not cancelled or deleted meanwhile. */
export const lockEvent = optionalRow(
  LockedEvent,
  sql<EventKey>`
    select ${lockedEventColumns}
    from events e where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null
    for no key update`,
)

/** Locks the options of a group like `lockEvent`, in the order of a confirmation of an option, so that the two cannot deadlock. */
export const lockOptions = manyRows(
  LockedEvent,
  sql<{ bandId: string; optionGroupId: string }>`
    select ${lockedEventColumns}
    from events e where e.band_id = $bandId and e.option_group_id = $optionGroupId and e.deleted_at is null
    order by e.id for no key update`,
)

/** Locks the events like `lockEvent`, with the other options of their groups. */
export const lockEventWithOptions = manyRows(
  LockedEvent,
  sql<{ bandId: string; eventIds: readonly string[] }>`
    select ${lockedEventColumns}
    from events e where e.band_id = $bandId and e.id in ${idsWithOptions} and e.deleted_at is null
    order by e.id for no key update`,
)

/** A trigger on `answers` then updates the lists of members by answer that are stored in the event. */
export const upsertAnswer = command(
  sql<EventKey & { membershipId: string; answer: AnswerValue; comment: string | null; setBy: string | null }>`
    insert into answers (band_id, event_id, membership_id, answer, comment, set_by, schedule, answered_at)
    select e.band_id, e.id, $membershipId, $answer, $comment, $setBy, ${schedule}, $now
    from events e where e.band_id = $bandId and e.id = $eventId
    on conflict (band_id, event_id, membership_id) do update set
      answer = excluded.answer, comment = excluded.comment, set_by = excluded.set_by,
      schedule = excluded.schedule, answered_at = excluded.answered_at`,
)

export const deleteAnswer = command(
  sql<EventKey & { membershipId: string }>`
    delete from answers where band_id = $bandId and event_id = $eventId and membership_id = $membershipId`,
)

export const updateNudgedAt = command(
  sql<{ bandId: string; eventIds: readonly string[] }>`
    update events set nudged_at = $now where band_id = $bandId and id = any($eventIds::uuid[])`,
)

const AnswerLinkRow = z.extend(EventSummary, {
  place: z.nullable(z.string()),
  ...z.omit(AnswerLinkContent, { event: true }).shape,
  ...z.pick(MemberAnswer, { comment: true, isStale: true }).shape,
})
export type AnswerLinkRow = z.infer<typeof AnswerLinkRow>

/** Reads the content of an answer link; undefined when the event or the membership is gone. */
export const findAnswerLink = optionalRow(
  AnswerLinkRow,
  sql<AnswerLinkHolder>`
    select ${eventSummaryColumns}, coalesce(e.venue, e.location) as place, b.name as "bandName",
      ${nameInBand} as "displayName", a.answer, a.comment, coalesce(${isAnswerStale}, false) as "isStale"
    from events e
    join bands b on b.id = e.band_id
    join memberships m on m.band_id = e.band_id and m.id = $membershipId and m.status = 'active'
    join users p on p.id = m.user_id
    left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
    where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null`,
)
