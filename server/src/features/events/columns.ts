// The columns of events, listed once for reads, writes, calendar feeds, erasure and the removal of members. Aliases match
// `Event`, so that rows need no mapping. `$bandId` and `$userId` are the caller's band and user.

import type { NormalizedEvent } from '@gaffer/domain/event'
import { eventTypes, hasGigSheet } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import { lastDay } from '@gaffer/domain/span'
import { instantSql } from '#platform/db/sql.ts'

type Field = {
  column: string
  /** SQL that formats the column for JSON. */
  format?: (column: string) => string
  /**
   * The field of days away: a column that all members see, a column that only the owner and the band where it was written
   * see, or SQL without a column. By default a null text.
   */
  daysAway?: 'shared' | 'confidential' | { sql: string }
  /** Text that a member wrote: cleared when the member leaves the band or is erased. The public feed omits it by default. */
  isText?: true
  isInPublicFeed?: true
}

export const time = (column: string) => `to_char(${column}, 'HH24:MI')`

/** Null for a set list that is deleted: its events keep the reference for a restore. */
function undeletedSetlist(column: string): string {
  return `(case when ${column} is not null then (
    select l.id from setlists l where l.band_id = e.band_id and l.id = ${column} and l.deleted_at is null) end)`
}

/** The fields that members write. */
export const eventFields: Record<keyof NormalizedEvent, Field> = {
  type: { column: 'type', daysAway: { sql: `'unavailable'` } },
  title: { column: 'title', isText: true, isInPublicFeed: true, daysAway: 'confidential' },
  date: { column: 'date', daysAway: 'shared' },
  endDate: { column: 'end_date', daysAway: 'shared' },
  startTime: { column: 'start_time', format: time },
  endTime: { column: 'end_time', format: time },
  location: { column: 'location', isText: true, isInPublicFeed: true },
  venue: { column: 'venue', isText: true, isInPublicFeed: true },
  notes: { column: 'notes', isText: true, daysAway: 'confidential' },
  isPublic: { column: 'is_public', daysAway: { sql: 'false' } },
  isAllDay: { column: 'is_all_day', daysAway: { sql: 'true' } },
  status: { column: 'status', isInPublicFeed: true, daysAway: { sql: `'confirmed'` } },
  asksAnswers: { column: 'asks_answers', daysAway: { sql: 'false' } },
  replyBy: { column: 'reply_by', daysAway: { sql: 'null::date' } },
  setlistId: { column: 'setlist_id', format: undeletedSetlist, daysAway: { sql: 'null::uuid' } },
}
const fields = Object.entries<Field>(eventFields)
const daysAwayFields = fields.filter(([, { daysAway }]) => typeof daysAway === 'string')

/** Columns and parameters of an insert or update. `last_day` is derived from the dates. */
const written = (list: [string, Field][]) => ({
  columns: [...list.map(([, { column }]) => column), 'last_day'].join(', '),
  values: [...list.map(([name]) => `$${name}`), '$lastDay'].join(', '),
})
export const eventWrite = written(fields)
/** The same columns of a row `r`, such as those that `eventRow` makes. */
export const eventWriteFromRow = eventWrite.columns.replaceAll(/\w+/g, 'r.$&')
export const daysAwayWrite = written(daysAwayFields)

/** The written columns by name, for `json_populate_recordset(null::events, …)`. */
export function eventRow(event: NormalizedEvent & { id: string }): Record<string, unknown> {
  const columns = fields.map(([name, { column }]) => [column, event[name as keyof NormalizedEvent]])
  return { ...Object.fromEntries(columns), id: event.id, last_day: lastDay(event) }
}

/** Assignments that clear the texts of events. */
export const clearedTexts = fields
  .filter(([, { isText }]) => isText)
  .map(([, { column }]) => `${column} = null`)
  .join(', ')

/** Active members of the event's band with days away during the event, one row for each entry. */
const membersAway = `(
  select away_member.id as membership_id, away.date, away.last_day
  from memberships away_member join unavailabilities away on away.user_id = away_member.user_id
  where away_member.band_id = e.band_id and away_member.status = 'active' and away.deleted_at is null
    and away.date between e.date - ${limits.eventDays} and e.last_day)`
const memberCount = `(select count(*) from memberships counted where counted.band_id = e.band_id and counted.status = 'active')`

/**
 * SQL of `answerCounts` and `myAnswer` of an event `e`. `membershipId` is SQL of the viewer's membership in the event's band,
 * `away` a row source of members with their days away, `members` the number of active members.
 */
type AnswerSql = { membershipId: string; away?: string; members?: string }
const answerColumns = ({ membershipId, away = membersAway, members = memberCount }: AnswerSql) => `
  (select json_build_object('yes', a.yes, 'maybe', a.maybe, 'no', a.no, 'away', w.away, 'none', ${members} - a.given - w.away)
    from (
      select count(*) filter (where answer = 'yes') as yes, count(*) filter (where answer = 'maybe') as maybe,
        count(*) filter (where answer = 'no') as no, count(*) as given, array_agg(membership_id) as answered
      from answers where band_id = e.band_id and event_id = e.id) a,
    lateral (
      select count(distinct u.membership_id) as away from ${away} u
      where u.date <= e.last_day and u.last_day >= e.date and u.membership_id <> all(coalesce(a.answered, '{}'))) w
  ) as "answerCounts",
  (select answer from answers where band_id = e.band_id and event_id = e.id and membership_id = ${membershipId})
    as "myAnswer"`
const noAnswers = `null::json as "answerCounts", null::text as "myAnswer"`

/** SQL list of the types with a gig sheet. A gig that became a practice keeps its sheet, which is back when it is a gig again. */
export const gigTypes = eventTypes
  .filter(hasGigSheet)
  .map((type) => `'${type}'`)
  .join(', ')

type EventColumns = { bandName?: string; isPublicFeed?: boolean; answers?: AnswerSql | null }

/**
 * Columns of an event `e`; `bandName` is SQL, null except for events of other bands. `answers` is null where the viewer may not see
 * them or the reader does not use them.
 */
export function bandEvent({
  bandName = 'null::text',
  isPublicFeed = false,
  answers = { membershipId: '$membershipId' },
}: EventColumns = {}): string {
  const columns = fields.map(([name, { column, format = String, isText, isInPublicFeed }]) => {
    const isHidden = isPublicFeed && isText && !isInPublicFeed
    return `${isHidden ? 'null::text' : format(`e.${column}`)} as "${name}"`
  })
  return `
    e.id, e.band_id as "bandId", ${columns.join(', ')}, null::uuid as "membershipId", e.owner_user_id as "ownerUserId",
    null::text as "displayName", ${bandName} as "bandName", ${instantSql('e.nudged_at')} as "nudgedAt",
    e.series_id as "seriesId", e.option_group_id as "optionGroupId", e.option_number as "optionNumber",
    e.option_count as "optionCount", ${answers ? answerColumns(answers) : noAnswers},
    e.has_gig_sheet and e.type in (${gigTypes}) as "hasGigSheet", e.version, ${instantSql('e.created_at')} as "createdAt",
    ${instantSql('e.updated_at')} as "updatedAt"`
}

/** `confidential` makes SQL of a column that is null for readers who may not see it. */
function daysAway(confidential: (column: string) => string, membershipId: string, displayName: string): string {
  const columns = fields.map(([name, { column, daysAway: source = { sql: 'null::text' } }]) => {
    if (typeof source === 'object') return `${source.sql} as "${name}"`
    return `${source === 'confidential' ? confidential(column) : `u.${column}`} as "${name}"`
  })
  return `
    u.id, ${confidential('band_id')} as "bandId", ${columns.join(', ')}, ${membershipId} as "membershipId",
    u.user_id as "ownerUserId", ${displayName} as "displayName", null::text as "bandName",
    null::text as "nudgedAt", null::uuid as "seriesId", null::uuid as "optionGroupId", null::smallint as "optionNumber",
    null::smallint as "optionCount", ${noAnswers}, false as "hasGigSheet", u.version,
    ${instantSql('u.created_at')} as "createdAt", ${instantSql('u.updated_at')} as "updatedAt"`
}

export const nameInBand = `coalesce(m.display_name, p.display_name, 'New member')`

/** Days away `u` for members of a band: title and notes only for their owner and the band where they were written. */
export const daysAwayInBand = (membershipId = 'm.id', displayName = nameInBand) =>
  daysAway(
    (column) => `case when u.user_id = $userId or u.band_id = $bandId then u.${column} end`,
    membershipId,
    displayName,
  )

/** Days away `u` for their owner, outside any band. */
export const ownDaysAway = daysAway((column) => `u.${column}`, 'null::uuid', 'p.display_name')

/** Users `p` of the band with their active memberships `m`. */
export const peopleOfBand = `
  (users p join memberships m on m.user_id = p.id and m.band_id = $bandId and m.status = 'active')`

/** The caller as `p`, outside any band. */
export const personAlone = `(select * from users where id = $userId) p`
