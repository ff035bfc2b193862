// What a booking may clash with.

import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import type { Event } from '@gaffer/domain/events/event'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { bandEventColumnsSql, isAnswerStaleSql, nameInBandSql, peopleOfBandSql } from '#features/events/columns.ts'
import { busyTimesSql, calendarRowsSql, entriesInRangeSql, spanColumnsSql } from '#features/events/entry-columns.ts'
import { overlappingEventsSql, type FirstAndLastDay, type SearchRange } from '#features/events/range-columns.ts'

/** Entries of the band and its members in the range, in date order. */
export const listEntriesOfBand = preparedQuery<Event, MemberContext & SearchRange>(
  entriesInRangeSql(bandEventColumnsSql()),
)

/** Like `listEntriesOfBand`, but without answers and deps, which take most of the time of reading an event. */
export const listEntriesWithoutAnswers = preparedQuery<
  Omit<Event, 'answerCounts' | 'myAnswer' | 'deps'>,
  MemberContext & SearchRange
>(entriesInRangeSql(bandEventColumnsSql({ answers: null })))

/** Events of members in other bands: only member, dates and times, because the rest is private to those bands. */
export const listBusyInOtherBands = preparedQuery<MemberBusyTime, MemberContext & SearchRange>(`
  select m.id as "membershipId", ${nameInBandSql} as "displayName", e.date, ${spanColumnsSql('e')}
  from ${peopleOfBandSql}
  join memberships other on other.user_id = p.id and other.band_id <> m.band_id and other.status = 'active'
  cross join ${overlappingEventsSql('other.band_id')}
  where e.status <> 'cancelled'
  order by e.date, e.start_time nulls first, e.id, m.id`)

/** Busy times from connected calendars of members, the caller included. */
export const listBusyInCalendars = preparedQuery<MemberBusyTime, MemberContext & FirstAndLastDay>(
  busyTimesSql(`(${calendarRowsSql})`),
)

/** A dep who plays at the event in the member's place. */
export type DepCover = { eventId: string; membershipId: string; name: string }

export const listDepCovers = preparedQuery<DepCover, MemberContext & { eventIds: readonly string[] }>(`
  select r.event_id as "eventId", r.covers_membership_id as "membershipId", d.name
  from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
  where r.band_id = $bandId and r.event_id = any($eventIds::uuid[]) and r.covers_membership_id is not null
  order by r.requested_at`)

export type YesAnswer = { eventId: string; membershipId: string; answeredAt: string }

/** The Yes answers to these events, without those from before a change of the event. */
export const listYesAnswers = preparedQuery<YesAnswer, MemberContext & { eventIds: readonly string[] }>(`
  select a.event_id as "eventId", a.membership_id as "membershipId", ${instantSql('a.answered_at')} as "answeredAt"
  from answers a join events e on e.band_id = a.band_id and e.id = a.event_id
  where a.band_id = $bandId and a.event_id = any($eventIds::uuid[]) and a.answer = 'yes' and not (${isAnswerStaleSql})`)
