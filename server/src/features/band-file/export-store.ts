// The rows of a band file that other features read in other forms.

import * as z from 'zod/mini'
import { MemberAnswer } from '@gaffer/domain/answers/answer'
import { Membership } from '@gaffer/domain/bands/member'
import { depAnswers } from '@gaffer/domain/deps/dep-link'
import { DepRequest } from '@gaffer/domain/deps/dep'
import { answerValues, BandEvent } from '@gaffer/domain/events/event'
import { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { SharedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { changedBy, isAnswerStale, membershipOfUser, nameInBand, schedule } from '#features/events/conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import { gigSheetColumns } from '#features/gig-sheets/columns.ts'
import { isTickOnPracticeDay } from '#features/practice/columns.ts'
import { isoText, literal, manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

// The address of a member who has joined belongs to their account.
/** The members by id, with the name and the picture that the band sees. */
export const listExportedMembers = manyRows(
  z.extend(
    z.pick(Membership, {
      id: true,
      displayName: true,
      role: true,
      access: true,
      icon: true,
      color: true,
      avatarUrl: true,
    }),
    { email: z.nullable(z.string()) },
  ),
  sql<MemberContext>`
    select m.id, ${nameInBand} as "displayName", m.role, m.access, m.icon, m.color,
      case when m.user_id is null then m.email end as email, coalesce(m.avatar_url, p.avatar_url) as "avatarUrl"
    from memberships m left join users p on p.id = m.user_id
    where m.band_id = $bandId order by m.id`,
)

const ExportedEvent = z.extend(EventSummary, {
  ...z.pick(BandEvent, {
    id: true,
    location: true,
    venue: true,
    notes: true,
    isPublic: true,
    asksAnswers: true,
    replyBy: true,
    setlistId: true,
    movedFrom: true,
    seriesId: true,
    isEditedByHand: true,
    optionGroupId: true,
    optionNumber: true,
    optionCount: true,
    createdAt: true,
  }).shape,
  addedByMembershipId: z.nullable(Id),
  practisedSongIds: z.array(Id),
})

/** Events by date and id, those after the given one. */
export const listExportedEventsAfter = manyRows(
  ExportedEvent,
  sql<MemberContext & { date: string; id: string; most: number }>`
    select e.id, ${eventSummaryColumns}, e.location, e.venue, e.notes, e.is_public as "isPublic",
      e.asks_answers as "asksAnswers", e.reply_by as "replyBy", l.id as "setlistId", e.moved_from as "movedFrom",
      e.added_by as "addedByMembershipId", e.series_id as "seriesId", e.edited_by_hand as "isEditedByHand",
      e.option_group_id as "optionGroupId", e.option_number as "optionNumber", e.option_count as "optionCount",
      ${isoText(sql`e.created_at`)} as "createdAt",
      array(
        select p.song_id::text
        from practised_songs p join songs s on s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null
        where p.band_id = e.band_id and p.event_id = e.id and ${isTickOnPracticeDay} order by p.song_id) as "practisedSongIds"
    from events e
    left join setlists l on l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null
    where e.band_id = $bandId and e.deleted_at is null and (e.date, e.id) > ($date::date, $id::uuid)
    order by e.date, e.id limit $most`,
)

type OfEvents = { bandId: string; eventIds: readonly string[] }

export const listAnswersOfEvents = manyRows(
  z.strictObject({
    eventId: Id,
    ...z.pick(MemberAnswer, { membershipId: true, comment: true, isStale: true, setBy: true }).shape,
    answer: z.enum(answerValues),
    answeredAt: Timestamp,
  }),
  sql<OfEvents>`
    select e.id as "eventId", a.membership_id as "membershipId", a.answer, a.comment, ${isAnswerStale} as "isStale",
      a.set_by as "setBy", ${isoText(sql`a.answered_at`)} as "answeredAt"
    from events e join answers a on a.band_id = e.band_id and a.event_id = e.id
    where e.band_id = $bandId and e.id = any($eventIds::uuid[]) order by a.membership_id`,
)

export const listGigSheetsOfEvents = manyRows(
  z.extend(SharedGigSheet, { eventId: Id }),
  sql<OfEvents>`
    select g.event_id as "eventId", ${gigSheetColumns}
    from gig_sheets g where g.band_id = $bandId and g.event_id = any($eventIds::uuid[])`,
)

/** With their asks, in the order in which the deps are asked. */
export const listDepRequestsOfEvents = manyRows(
  z.strictObject({
    eventId: Id,
    ...z.pick(DepRequest, {
      mode: true,
      waitMinutes: true,
      instrument: true,
      feePence: true,
      coversMembershipId: true,
      createdAt: true,
    }).shape,
    requestedByMembershipId: z.nullable(Id),
    withdrawnAt: z.nullable(Timestamp),
    asks: z.array(
      z.strictObject({
        depId: Id,
        askedAt: z.nullable(Timestamp),
        failedAt: z.nullable(Timestamp),
        answer: z.nullable(z.enum(depAnswers)),
        answeredAt: z.nullable(Timestamp),
        isStale: z.boolean(),
      }),
    ),
  }),
  sql<OfEvents>`
    select e.id as "eventId", r.mode, r.wait_minutes as "waitMinutes", r.instrument, r.fee_pence as "feePence",
      r.covers_membership_id as "coversMembershipId", r.requested_by as "requestedByMembershipId",
      ${isoText(sql`r.requested_at`)} as "createdAt", ${isoText(sql`r.withdrawn_at`)} as "withdrawnAt",
      coalesce((
        select json_agg(json_build_object(
          'depId', a.dep_id, 'askedAt', ${isoText(sql`a.asked_at`)}, 'failedAt', ${isoText(sql`a.failed_at`)},
          'answer', a.answer, 'answeredAt', ${isoText(sql`a.answered_at`)},
          'isStale', coalesce(a.answer = 'yes' and a.answered_schedule <> ${schedule}, false)) order by a.position)
        from dep_asks a where a.band_id = r.band_id and a.request_id = r.id), '[]') as asks
    from events e join dep_requests r on r.band_id = e.band_id and r.event_id = e.id
    where e.band_id = $bandId and e.id = any($eventIds::uuid[]) order by r.requested_at, r.id`,
)

/** The newest changes of each event, in the order of their versions. */
export const listChangesOfEvents = manyRows(
  z.extend(z.omit(EventHistoryEntry, { version: true }), { eventId: Id }),
  sql<OfEvents>`
    select e.id as "eventId", ${isoText(sql`c.at`)} as at, ${changedBy} as "displayName", c.fields,
      coalesce(c.membership_id, ${membershipOfUser(sql`c.user_id`)}) as "membershipId"
    from events e cross join lateral (
      select * from event_changes where band_id = e.band_id and event_id = e.id
      order by version desc limit ${literal(limits.changesInBandFile)}) c
    where e.band_id = $bandId and e.id = any($eventIds::uuid[]) order by c.version`,
)
