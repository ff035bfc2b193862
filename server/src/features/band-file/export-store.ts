// Reads the rows for a band file that no other feature reads in this form.

import * as z from 'zod/mini'
import { MemberAnswer } from '@gaffer/domain/answers/answer'
import { Membership } from '@gaffer/domain/bands/member'
import { depAnswers } from '@gaffer/domain/deps/dep-link'
import { DepRequest } from '@gaffer/domain/deps/dep'
import { answerValues, BandEvent } from '@gaffer/domain/events/event'
import { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { Note } from '@gaffer/domain/notes/note'
import { SharedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { Lift } from '@gaffer/domain/lifts/lift'
import { PlayedList } from '@gaffer/domain/played/played'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { isAnswerStale, schedule } from '#features/events/stale-answer-conditions.ts'
import { nameOfChangeAuthor, hourAndMinute, membershipOfUser, nameInBand } from '#features/events/conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import { gigSheetColumns } from '#features/gig-sheets/columns.ts'
import { noteColumns } from '#features/notes/columns.ts'
import { isTickOnPracticeDay } from '#features/practice/columns.ts'
import { isoText, literal, manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

/**
 * The members with the name and the picture that the band sees. The email address of a joined member is left out: it belongs to the
 * account.
 */
export const listExportedMembers = manyRows(
  z.extend(
    z.pick(Membership, {
      id: true,
      displayName: true,
      role: true,
      part: true,
      access: true,
      icon: true,
      color: true,
      avatarUrl: true,
    }),
    { email: z.nullable(z.string()) },
  ),
  sql<MemberContext>`
    select m.id, ${nameInBand} as "displayName", m.role, m.part, m.access, m.icon, m.color,
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
    isListed: true,
    ticketUrl: true,
    priceText: true,
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

/** A page of events in the order of date and id. The page starts after the event with `date` and `id`. */
export const listExportedEventsAfter = manyRows(
  ExportedEvent,
  sql<MemberContext & { date: string; id: string; maxRows: number }>`
    select e.id, ${eventSummaryColumns}, e.location, e.venue, e.notes, e.is_public as "isPublic",
      e.is_listed as "isListed", e.ticket_url as "ticketUrl", e.price_text as "priceText",
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
    order by e.date, e.id limit $maxRows`,
)

type EventIdsOfBand = { bandId: string; eventIds: readonly string[] }

export const listAnswersOfEvents = manyRows(
  z.strictObject({
    eventId: Id,
    ...z.pick(MemberAnswer, { membershipId: true, comment: true, isStale: true, setBy: true }).shape,
    answer: z.enum(answerValues),
    answeredAt: Timestamp,
  }),
  sql<EventIdsOfBand>`
    select e.id as "eventId", a.membership_id as "membershipId", a.answer, a.comment, ${isAnswerStale} as "isStale",
      a.set_by as "setBy", ${isoText(sql`a.answered_at`)} as "answeredAt"
    from events e join answers a on a.band_id = e.band_id and a.event_id = e.id
    where e.band_id = $bandId and e.id = any($eventIds::uuid[]) order by a.membership_id`,
)

export const listGigSheetsOfEvents = manyRows(
  z.extend(SharedGigSheet, { eventId: Id }),
  sql<EventIdsOfBand>`
    select g.event_id as "eventId", ${gigSheetColumns}
    from gig_sheets g where g.band_id = $bandId and g.event_id = any($eventIds::uuid[])`,
)

/** The requests to deps, each with its asks in the order in which the deps are asked. */
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
  sql<EventIdsOfBand>`
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

/** The newest `limits.changesInBandFile` changes of each event, oldest first. */
export const listChangesOfEvents = manyRows(
  z.extend(z.omit(EventHistoryEntry, { version: true }), { eventId: Id }),
  sql<EventIdsOfBand>`
    select e.id as "eventId", ${isoText(sql`c.at`)} as at, ${nameOfChangeAuthor} as "displayName", c.fields,
      coalesce(c.membership_id, ${membershipOfUser(sql`c.user_id`)}) as "membershipId"
    from events e cross join lateral (
      select * from event_changes where band_id = e.band_id and event_id = e.id
      order by version desc limit ${literal(limits.changesInBandFile)}) c
    where e.band_id = $bandId and e.id = any($eventIds::uuid[]) order by c.version`,
)

/** The played lists of gigs. `songId` is null for a deleted song. */
export const listPlayedListsOfEvents = manyRows(
  z.strictObject({ eventId: Id, ...z.pick(PlayedList, { items: true, reportedOn: true }).shape }),
  sql<EventIdsOfBand>`
    select l.event_id as "eventId", l.reported_on as "reportedOn", coalesce((
      select json_agg(json_build_object(
        'songId', s.id, 'title', p.title, 'writers', p.writers, 'isOwn', p.is_own, 'seconds', p.seconds) order by p.position)
      from played_songs p
      left join songs s on s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null
      where p.band_id = l.band_id and p.event_id = l.event_id), '[]') as items
    from played_lists l where l.band_id = $bandId and l.event_id = any($eventIds::uuid[])`,
)

export const listLiftsOfEvents = manyRows(
  z.strictObject({
    eventId: Id,
    ...z.pick(Lift, { membershipId: true, mode: true, seats: true, from: true, leavesAt: true, driverId: true }).shape,
    since: Timestamp,
  }),
  sql<EventIdsOfBand>`
    select l.event_id as "eventId", l.membership_id as "membershipId", l.mode, l.seats, l.from_place as "from",
      ${hourAndMinute(sql`l.leaves_at`)} as "leavesAt", l.driver_id as "driverId", ${isoText(sql`l.since`)} as since
    from lifts l where l.band_id = $bandId and l.event_id = any($eventIds::uuid[]) order by l.since, l.membership_id`,
)

/** Notes after `position` in the thread of `subjectId`, then the notes of later threads. Hidden notes are left out. */
export const listExportedNotesAfter = manyRows(
  z.extend(
    z.pick(Note, {
      about: true,
      atSeconds: true,
      text: true,
      displayName: true,
      createdAt: true,
      editedAt: true,
      mentions: true,
      poll: true,
    }),
    {
      position: z.int(),
      membershipId: z.nullable(Id),
    },
  ),
  sql<{ bandId: string; subjectId: string; position: number; maxRows: number }>`
    select n.about, n."atSeconds", n.position, n.text, n."writtenBy" as "membershipId", n."displayName", n."createdAt", n."editedAt", n.mentions, n.poll
    from (
      select note.position, coalesce(note.event_id, note.song_id, note.setlist_id, note.recording_id) as subject_id,
        ${noteColumns}
      from notes note
      where note.band_id = $bandId and note.hidden_at is null
    ) n
    where (n.subject_id, n.position) > ($subjectId::uuid, $position::int)
    order by n.subject_id, n.position limit $maxRows`,
)
