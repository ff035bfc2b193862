// An event of a band as it is stored, and its conversion to an event of the API.

import * as z from 'zod/mini'
import { BandEvent, type AnswerCounts } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { sql } from '#platform/db/statement.ts'
import { hourAndMinute } from './conditions.ts'

export type EventKey = { readonly bandId: string; readonly eventId: string }

const {
  bandName: _,
  membershipId: __,
  displayName: ___,
  answerCounts: ____,
  myAnswer: _____,
  deps: ______,
  hasUnreadNotes: _______,
  ...stored
} = BandEvent.shape

// Membership ids as PostgreSQL's text of an array, '{…,…}': parsing arrays in the driver took a tenth of the time of reading a month.
const MembershipIds = z.string()

/** A trigger on `answers` maintains `answeredYes`, `answeredMaybe` and `answeredNo`. `setlistId` is null for a deleted set list. */
export const EventRow = z.strictObject({
  ...stored,
  lastDay: z.string(),
  nudgedAt: z.nullable(z.date()),
  answeredYes: MembershipIds,
  answeredMaybe: MembershipIds,
  answeredNo: MembershipIds,
  notesUnreadBy: MembershipIds,
  hasDep: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type EventRow = z.infer<typeof EventRow>

/** SQL: the columns of an event `e`, aliased to the fields of `EventRow`. */
export const eventColumns = sql`
  e.id, e.band_id as "bandId", e.type, e.title, e.date, e.end_date as "endDate", e.last_day as "lastDay",
  ${hourAndMinute(sql`e.start_time`)} as "startTime", ${hourAndMinute(sql`e.end_time`)} as "endTime",
  e.location, e.venue, e.notes, e.is_public as "isPublic", e.is_listed as "isListed", e.ticket_url as "ticketUrl", e.price_text as "priceText",
  e.is_all_day as "isAllDay", e.owner_user_id as "ownerUserId",
  e.status, e.asks_answers as "asksAnswers", e.reply_by as "replyBy", e.nudged_at as "nudgedAt", e.moved_from as "movedFrom",
  e.series_id as "seriesId", e.edited_by_hand as "isEditedByHand", e.option_group_id as "optionGroupId",
  e.option_number as "optionNumber", e.option_count as "optionCount", e.answered_yes::text as "answeredYes",
  e.answered_maybe::text as "answeredMaybe", e.answered_no::text as "answeredNo", e.has_gig_sheet as "hasGigSheet", e.has_dep as "hasDep",
  e.recording_count as "recordingCount",
  e.note_count as "noteCount", e.notes_unread_by::text as "notesUnreadBy",
  e.version, e.created_at as "createdAt", e.updated_at as "updatedAt",
  case when e.setlist_id is not null then (
    select l.id from setlists l where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null
  ) end as "setlistId"`

/** SQL lists of what members edit, without the set list: the columns, their values in a JSON object `r`, and the fields of the object. */
export const editableColumns = sql`
  type, title, date, end_date, last_day, start_time, end_time, location, venue, notes, is_public, is_all_day, status,
  asks_answers, reply_by, is_listed, ticket_url, price_text`
export const editableValues = sql`
  r.type, r.title, r.date, r."endDate", r."lastDay", r."startTime", r."endTime", r.location, r.venue, r.notes, r."isPublic",
  r."isAllDay", r.status, r."asksAnswers", r."replyBy", r."isListed", r."ticketUrl", r."priceText"`
export const editableFields = sql`
  type text, title text, date date, "endDate" date, "lastDay" date, "startTime" time, "endTime" time, location text,
  venue text, notes text, "isPublic" boolean, "isAllDay" boolean, status text, "asksAnswers" boolean, "replyBy" date,
  "isListed" boolean, "ticketUrl" text, "priceText" text`

/** What a member sees of an event besides its row. `membershipId` is the viewer's. */
export type EventViewContext = {
  membershipId: string | null
  memberCount: number
  daysAway: readonly { membershipId: string; date: string; lastDay: string }[]
  deps: BandEvent['deps']
}

/** Without a context, as for events of other bands, the event has no answers, deps, recording count and note count. */
export function toBandEvent(
  row: EventRow,
  context: EventViewContext | null,
  bandName: string | null = null,
): BandEvent {
  return {
    id: row.id,
    bandId: row.bandId,
    type: row.type,
    title: row.title,
    date: row.date,
    endDate: row.endDate,
    startTime: row.startTime,
    endTime: row.endTime,
    location: row.location,
    venue: row.venue,
    notes: row.notes,
    isPublic: row.isPublic,
    isListed: row.isListed,
    ticketUrl: row.ticketUrl,
    priceText: row.priceText,
    isAllDay: row.isAllDay,
    membershipId: null,
    ownerUserId: row.ownerUserId,
    displayName: null,
    bandName,
    status: row.status,
    asksAnswers: row.asksAnswers,
    replyBy: row.replyBy,
    nudgedAt: row.nudgedAt && row.nudgedAt.toISOString(),
    movedFrom: row.movedFrom,
    seriesId: row.seriesId,
    isEditedByHand: row.isEditedByHand,
    optionGroupId: row.optionGroupId,
    optionNumber: row.optionNumber,
    optionCount: row.optionCount,
    answerCounts: context && countAnswers(row, context),
    myAnswer: context && findAnswerOf(row, context.membershipId),
    setlistId: row.setlistId,
    // An event that is no longer a gig has no gig sheet, although its row keeps the flag.
    hasGigSheet: row.hasGigSheet && isGigOrFestival(row.type),
    recordingCount: context ? row.recordingCount : 0,
    deps: context ? context.deps : [],
    noteCount: context ? row.noteCount : 0,
    hasUnreadNotes: !!context?.membershipId && row.notesUnreadBy.includes(context.membershipId),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function countAnswers(row: EventRow, { memberCount, daysAway }: EventViewContext): AnswerCounts {
  const [yes, maybe, no] = [
    countMembers(row.answeredYes),
    countMembers(row.answeredMaybe),
    countMembers(row.answeredNo),
  ]
  const absent = new Set(
    daysAway
      .filter(
        (days) => days.date <= row.lastDay && days.lastDay >= row.date && findAnswerOf(row, days.membershipId) === null,
      )
      .map(({ membershipId }) => membershipId),
  )
  return { yes, maybe, no, away: absent.size, none: memberCount - yes - maybe - no - absent.size }
}

function countMembers(members: string): number {
  return members === '{}' ? 0 : members.split(',').length
}

function findAnswerOf(row: EventRow, membershipId: string | null): BandEvent['myAnswer'] {
  if (membershipId === null) return null
  if (row.answeredYes.includes(membershipId)) return 'yes'
  if (row.answeredMaybe.includes(membershipId)) return 'maybe'
  return row.answeredNo.includes(membershipId) ? 'no' : null
}
