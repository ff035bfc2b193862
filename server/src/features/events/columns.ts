// The columns of events, listed once for reads, writes, calendar feeds, erasure and the removal of members. Aliases match
// `Event`, so that rows need no mapping. `$bandId` and `$userId` are the caller's band and user.

import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import { eventTypes, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import { formerMemberName } from '@gaffer/domain/bands/member'
import { instantSql } from '#platform/db/sql.ts'

type Field = {
  column: string
  /** SQL that formats the column for JSON. */
  format?: (column: string) => string
  /**
   * What days away have in this field. `shared`: a column of their table, which all members see. `confidential`: a column of their
   * table, which only the owner and the band where it was written see. `{ sql }`: a constant, because their table has no such column.
   * Undefined: a null text.
   */
  daysAway?: 'shared' | 'confidential' | { sql: string }
  /** Text that a member wrote: cleared when the member leaves the band or is erased. The public feed omits it by default. */
  isText?: true
  isInPublicFeed?: true
}

/** Takes half the time of `to_char`. */
export const timeSql = (column: string) => `left(${column}::text, 5)`

/** Null for a set list that is deleted: its events keep the reference for a restore. */
function undeletedSetlist(column: string): string {
  return `(case when ${column} is not null then (
    select l.id from setlists l where l.band_id = e.band_id and l.id = ${column} and l.deleted_at is null) end)`
}

/** The fields that members write. */
export const eventFieldDefinitions: Record<keyof NormalizedEvent, Field> = {
  type: { column: 'type', daysAway: { sql: `'unavailable'` } },
  title: { column: 'title', isText: true, isInPublicFeed: true, daysAway: 'confidential' },
  date: { column: 'date', daysAway: 'shared' },
  endDate: { column: 'end_date', daysAway: 'shared' },
  startTime: { column: 'start_time', format: timeSql },
  endTime: { column: 'end_time', format: timeSql },
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
const fields = Object.entries<Field>(eventFieldDefinitions)
export const eventFieldNames = Object.keys(eventFieldDefinitions) as (keyof NormalizedEvent)[]
const daysAwayFields = fields.filter(([, { daysAway }]) => typeof daysAway === 'string')

/** An event and the band that it belongs to. */
export type EventKey = { readonly bandId: string; readonly eventId: string }

/** Columns of an event `e` under the names of `Event`. */
export function eventColumnsSqlFor(names: readonly (keyof NormalizedEvent)[]): string {
  const columns = names.map((name) => {
    const { column, format = String } = eventFieldDefinitions[name]
    return `${format(`e.${column}`)} as "${name}"`
  })
  return columns.join(', ')
}

/** SQL of a JSON object of those columns, the place and further columns. */
export function eventWithPlaceJsonSql(names: readonly (keyof NormalizedEvent)[], ...further: string[]): string {
  const columns = [eventColumnsSqlFor(names), 'coalesce(e.venue, e.location) as place', ...further]
  return `(select to_json(event) from (select ${columns.join(', ')}) event)`
}

// The lower bound of `u.date` limits the index scan: days away last at most `eventDays`.
const overlapsEvent = `u.deleted_at is null and u.last_day >= e.date
  and u.date between e.date - ${limits.eventDays} and e.last_day`

/** SQL condition: days away of the user overlap the event `e`. */
export const isAwayDuringEventSql = (userId: string): string =>
  `exists (select from unavailabilities u where u.user_id = ${userId} and ${overlapsEvent})`

/** SQL of what members are asked about in an event `e`, as answers and reminders keep it. */
export const scheduleSql = 'schedule_of(e.date, e.start_time, e.location, e.venue)'

/** SQL condition: the answer `a` is for another schedule than the event `e` has. Null without an answer. */
export const isAnswerStaleSql = `a.schedule <> ${scheduleSql}`

/** Columns and parameters of an insert or update. `last_day` is derived from the dates. */
const written = (list: [string, Field][]) => ({
  columns: [...list.map(([, { column }]) => column), 'last_day'].join(', '),
  values: [...list.map(([name]) => `$${name}`), '$lastDay'].join(', '),
})
export const eventColumnsAndValues = written(fields)
/** The same columns of a row `r`, such as those that `toEventRow` makes. */
export const eventValuesOfRowSql = eventColumnsAndValues.columns.replaceAll(/\w+/g, 'r.$&')
export const daysAwayColumnsAndValues = written(daysAwayFields)

/** `value` is the SQL of the written set list. An edit without one keeps the reference to a deleted set list, for its restore. */
export const setlistIdToWriteSql = (value: string) => `coalesce(${value}, (
  select l.id from setlists l where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is not null))`

/** The written columns by name, for `json_populate_recordset(null::events, …)`. */
export function toEventRow(event: NormalizedEvent & { id: string }): Record<string, unknown> {
  const columns = fields.map(([name, { column }]) => [column, event[name as keyof NormalizedEvent]])
  return { ...Object.fromEntries(columns), id: event.id, last_day: lastDayOfSpan(event) }
}

/** Assignments that clear the texts of events. */
export const clearTextAssignmentsSql = [
  ...fields.flatMap(([, { column, isText }]) => (isText ? [column] : [])),
  'moved_from',
]
  .map((column) => `${column} = null`)
  .join(', ')

/** Active members of the event's band with days away during the event, one row for each entry. */
const membersAway = `(
  select away_member.id as membership_id, u.date, u.last_day
  from memberships away_member join unavailabilities u on u.user_id = away_member.user_id
  where away_member.band_id = e.band_id and away_member.status = 'active' and ${overlapsEvent})`
const memberCount = `(select count(*) from memberships counted where counted.band_id = e.band_id and counted.status = 'active')`

/**
 * SQL of `answerCounts` and `myAnswer` of an event `e`. `membershipId` is SQL of the viewer's membership in the event's band,
 * `away` a row source of members with their days away, `isAnyAway` false if it has no rows, `members` the number of active members.
 */
type AnswerSql = { membershipId: string; away?: string; isAnyAway?: string; members?: string }
// A trigger maintains the lists of members who answered. `format` takes a third of the time of `json_build_object`.
const answerFields = ({ membershipId, away = membersAway, isAnyAway = 'true', members = memberCount }: AnswerSql) => ({
  answerCounts: `(
    select format('{"yes":%s,"maybe":%s,"no":%s,"away":%s,"none":%s}', given.yes, given.maybe, given.no, given.away,
      ${members} - given.yes - given.maybe - given.no - given.away)
    from (
      select cardinality(e.answered_yes) as yes, cardinality(e.answered_maybe) as maybe, cardinality(e.answered_no) as no,
        case when ${isAnyAway} then (
          select count(distinct u.membership_id) from ${away} u
          where u.date <= e.last_day and u.last_day >= e.date
            and u.membership_id <> all(e.answered_yes || e.answered_maybe || e.answered_no)) else 0 end as away
      offset 0) given)`,
  myAnswer: `case when ${membershipId} = any(e.answered_yes) then 'yes' when ${membershipId} = any(e.answered_maybe) then 'maybe'
    when ${membershipId} = any(e.answered_no) then 'no' end`,
})
const noAnswers = { answerCounts: 'null', myAnswer: 'null::text' }

/** SQL of the deps who play at an event `e`. */
const depsOfEvent = `coalesce(case when e.has_dep then (
  select json_agg(json_build_object('name', d.name, 'instrument', r.instrument) order by r.requested_at, r.id)::text
  from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
  where r.band_id = e.band_id and r.event_id = e.id) end, '[]')`
const noDeps = `'[]'`

/** SQL list of the types with a gig sheet. A gig that became a practice keeps its sheet, which is back when it is a gig again. */
export const gigTypesSql = eventTypes
  .filter(isGigOrFestival)
  .map((type) => `'${type}'`)
  .join(', ')

type EventOptions = { bandName?: string; answers?: AnswerSql | null }

/** SQL of the fields of an event `e` that depend on other rows or on the reader. */
const readFields = ({ bandName = 'null::text', answers = { membershipId: '$membershipId' } }: EventOptions) => ({
  bandName,
  setlistId: undeletedSetlist('e.setlist_id'),
  ...(answers ? answerFields(answers) : noAnswers),
  hasGigSheet: `e.has_gig_sheet and e.type in (${gigTypesSql})`,
  deps: answers ? depsOfEvent : noDeps,
})

/**
 * An event `e` as JSON text, with the options of `bandEventColumnsSql`. The trigger `write_event_json` keeps the other fields as JSON; a migration
 * that adds a field replaces it.
 */
export function eventJsonSql(options: EventOptions = {}): string {
  const { bandName, setlistId, answerCounts, myAnswer, hasGigSheet, deps } = readFields(options)
  const word = (sql: string) => `coalesce('"' || (${sql}) || '"', 'null')`
  return `'{' || e.fields_json || (
    ',"bandName":' || coalesce(to_json(${bandName})::text, 'null') || ',"setlistId":' || ${word(setlistId)}
    || ',"answerCounts":' || coalesce(${answerCounts}, 'null') || ',"myAnswer":' || ${word(myAnswer)}
    || ',"isEditedByHand":' || e.edited_by_hand::text || ',"hasGigSheet":' || (${hasGigSheet})::text || ',"deps":' || ${deps} || '}')`
}

/**
 * Columns of an event `e`; `bandName` is SQL, null except for events of other bands. `answers` is null where the viewer may not see
 * them or the reader does not use them.
 */
export function bandEventColumnsSql({
  isPublicFeed,
  ...options
}: EventOptions & { isPublicFeed?: boolean } = {}): string {
  const columns = fields.map(([name, { column, format = String, isText, isInPublicFeed }]) => {
    const isHidden = isPublicFeed && isText && !isInPublicFeed
    return `${isHidden ? 'null::text' : format(`e.${column}`)} as "${name}"`
  })
  const { bandName, answerCounts, myAnswer, hasGigSheet, deps } = readFields(options)
  return `
    e.id, e.band_id as "bandId", ${columns.join(', ')}, null::uuid as "membershipId", e.owner_user_id as "ownerUserId",
    null::text as "displayName", ${bandName} as "bandName", ${instantSql('e.nudged_at')} as "nudgedAt",
    ${isPublicFeed ? 'null::jsonb' : 'e.moved_from'} as "movedFrom",
    e.series_id as "seriesId", e.edited_by_hand as "isEditedByHand",
    e.option_group_id as "optionGroupId", e.option_number as "optionNumber",
    e.option_count as "optionCount", (${answerCounts})::json as "answerCounts", ${myAnswer} as "myAnswer",
    ${hasGigSheet} as "hasGigSheet", (${deps})::json as deps, e.version,
    ${instantSql('e.created_at')} as "createdAt",
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
    null::text as "nudgedAt", null::jsonb as "movedFrom", null::uuid as "seriesId", false as "isEditedByHand",
    null::uuid as "optionGroupId", null::smallint as "optionNumber",
    null::smallint as "optionCount", null::json as "answerCounts", null::text as "myAnswer",
    false as "hasGigSheet", ${noDeps}::json as deps, u.version,
    ${instantSql('u.created_at')} as "createdAt", ${instantSql('u.updated_at')} as "updatedAt"`
}

export const nameInBandSql = `coalesce(m.display_name, p.display_name, 'New member')`

/** Days away `u` for members of a band: title and notes only for their owner and the band where they were written. */
export const bandDaysAwayColumnsSql = (membershipId = 'm.id', displayName = nameInBandSql) =>
  daysAway(
    (column) => `case when u.user_id = $userId or u.band_id = $bandId then u.${column} end`,
    membershipId,
    displayName,
  )

/** Days away `u` for their owner, outside any band. */
export const ownDaysAwayColumnsSql = daysAway((column) => `u.${column}`, 'null::uuid', 'p.display_name')

/** Users `p` of the band with their active memberships `m`. */
export const peopleOfBandSql = `
  (users p join memberships m on m.user_id = p.id and m.band_id = $bandId and m.status = 'active')`

/** The caller as `p`, outside any band. */
export const callerWithoutBandSql = `(select * from users where id = $userId) p`

/** SQL: the display name of a user in the band of the event `e`, now or when they left; "Former member" once the account is erased. */
export const nameOfUserSql = (userId: string) => `coalesce(
  (select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end)
   from users u
   left join memberships m on m.band_id = e.band_id and m.user_id = u.id
   left join activity_names n on n.band_id = e.band_id and n.user_id = u.id
   where u.id = ${userId}), '${formerMemberName}')`
/** SQL: the id of the user's membership in the band of the event `e`; null once they left. */
export const membershipOfUserSql = (userId: string) =>
  `(select m.id from memberships m where m.band_id = e.band_id and m.user_id = ${userId} and m.status = 'active')`

/** SQL: who made the change `c` of the event `e`: the user's name, or the name that a band file gave. */
export const changedBySql = `case when c.user_id is null and c.member_name is not null then c.member_name
  else ${nameOfUserSql('c.user_id')} end`
