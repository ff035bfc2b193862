import type { MemberAnswer, AnswerLinkContent } from '@gaffer/domain/answers/answer'
import type { AnswerValue, Event } from '@gaffer/domain/events/event'
import {
  eventColumnsSqlFor,
  isAnswerStaleSql,
  isAwayDuringEventSql,
  nameInBandSql,
  scheduleSql,
  type EventKey,
} from '#features/events/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { AnswerLinkHolder } from '#platform/verified-identities.ts'

const answers = (condition: string) => `
  select m.id as "membershipId", ${nameInBandSql} as "displayName", a.answer, a.comment,
    a.answer is null and d.away as "isAway", d.away as "hasDaysAway", coalesce(${isAnswerStaleSql}, false) as "isStale",
    a.set_by as "setBy", ${instantSql('a.answered_at')} as "answeredAt",
    (select d.name from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
      where r.band_id = e.band_id and r.event_id = e.id and r.covers_membership_id = m.id
      order by r.requested_at desc limit 1) as "coveredBy"
  from events e
  join memberships m on m.band_id = e.band_id and m.status = 'active'
  join users p on p.id = m.user_id
  left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
  cross join lateral (select ${isAwayDuringEventSql('p.id')} as away) d
  where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null ${condition}
  order by m.joined_at, m.id`

/** Every active member's answer in the order of members; empty when the band has no event with this id. */
export const listMemberAnswers = preparedQuery<MemberAnswer, EventKey>(answers(''))

export const findAnswer = preparedOptionalRow<MemberAnswer, EventKey & { membershipId: string }>(
  answers('and m.id = $membershipId'),
)

const membershipLock = preparedQuery<{ id: string }>(`
  select id from memberships where band_id = $bandId and id = any($ids::uuid[]) and status = 'active'
  order by id for key share`)

/** Returns those memberships that are active, and keeps them until the transaction ends. */
export async function lockActiveMembers(tx: Db, bandId: string, ids: string[]): Promise<Set<string>> {
  return new Set((await membershipLock(tx, { bandId, ids })).map(({ id }) => id))
}

const answeredFields = ['status', 'date', 'endDate', 'startTime', 'endTime', 'isAllDay', 'title', 'type'] as const
type AnsweredEvent = Pick<Event, (typeof answeredFields)[number]>

/** Locks the event until the transaction ends, so that it is not cancelled or deleted meanwhile. */
export const lockEvent = preparedOptionalRow<AnsweredEvent & { nudgedAt: Date | null }, EventKey>(`
  select ${eventColumnsSqlFor(answeredFields)}, e.nudged_at as "nudgedAt"
  from events e where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null
  for no key update`)

/** The trigger of the table counts the answer on the event's row, as it does after a deletion. */
export const upsertAnswer = preparedCommand<
  EventKey & { membershipId: string; answer: AnswerValue; comment: string | null; setBy: string | null }
>(`
  insert into answers (band_id, event_id, membership_id, answer, comment, set_by, schedule)
  select e.band_id, e.id, $membershipId, $answer, $comment, $setBy, ${scheduleSql}
  from events e where e.band_id = $bandId and e.id = $eventId
  on conflict (band_id, event_id, membership_id) do update set
    answer = excluded.answer, comment = excluded.comment, set_by = excluded.set_by,
    schedule = excluded.schedule, answered_at = excluded.answered_at`)

export const deleteAnswer = preparedCommand<EventKey & { membershipId: string }>(`
  delete from answers where band_id = $bandId and event_id = $eventId and membership_id = $membershipId`)

export const updateNudgedAt = preparedCommand<EventKey>(`
  update events set nudged_at = clock_timestamp(), answers_changed_at = clock_timestamp()
  where band_id = $bandId and id = $eventId`)

export type AnswerLinkRow = AnsweredEvent &
  Omit<AnswerLinkContent, 'event'> &
  Pick<MemberAnswer, 'comment' | 'isStale'> & { place: string | null }

/** The content of an answer link; undefined when the event or the membership is gone. */
export const findAnswerLink = preparedOptionalRow<AnswerLinkRow, AnswerLinkHolder>(`
  select ${eventColumnsSqlFor(answeredFields)}, coalesce(e.venue, e.location) as place, b.name as "bandName",
    ${nameInBandSql} as "displayName", a.answer, a.comment, coalesce(${isAnswerStaleSql}, false) as "isStale"
  from events e
  join bands b on b.id = e.band_id
  join memberships m on m.band_id = e.band_id and m.id = $membershipId and m.status = 'active'
  join users p on p.id = m.user_id
  left join answers a on a.band_id = e.band_id and a.event_id = e.id and a.membership_id = m.id
  where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null`)
