import { hash } from 'node:crypto'
import type { MemberBusyTime } from '@gaffer/domain/busy-calendars/busy-calendar'
import { Event } from '@gaffer/domain/events/event'
import { preparedHasRow, preparedQuery, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  bandEventColumnsSql,
  bandDaysAwayColumnsSql,
  eventJsonSql,
  nameInBandSql,
  ownDaysAwayColumnsSql,
  peopleOfBandSql,
  callerWithoutBandSql,
} from './columns.ts'
import { busyTimesSql, calendarRowsSql, daysAwayOfPeopleSql, orderEntriesSql } from './entry-columns.ts'
import { overlappingEventsSql, overlapsRangeSql } from './range-columns.ts'

export type BandCalendar = {
  bandEvents: Event[]
  userEvents: Event[]
  otherBandEvents: Event[]
  busy: MemberBusyTime[]
}

/** The columns that `eventJsonSql` and the ETag need. */
const eventJsonColumns = `id, band_id, type, date, start_time, last_day, setlist_id, owner_user_id, version, updated_at, edited_by_hand, has_gig_sheet, has_dep,
  answers_changed_at, answered_yes, answered_maybe, answered_no, fields_json`
/**
 * SQL of one kind of entry: `key` is its date, start time and id, by which entries are sorted, `json` the entry as JSON text, `list` its
 * list in the calendar, `state` the columns that the ETag hashes.
 */
type Entries = { from: string; key: string; json: string; list?: string; state: string }
const keyOfEvent = 'e.date, e.start_time, e.id'
const keyOfDaysAway = 'u.date, null::time, u.id'
const sorted = (entries: Entries[]) => {
  const rows = entries.map(({ from, key, json, list = 'null' }) => `select ${key}, ${json}, ${list} ${from}`)
  return `(${rows.join(' union all ')} order by 1, 2 nulls first, 3) entry (date, start_time, id, json, list)`
}
const array = (filter = '') => `'[' || coalesce(string_agg(json, ',') ${filter}, '') || ']'`
const jsonArray = (...entries: Entries[]) => `(select ${array()} from ${sorted(entries)})`
const tag = ({ from, state }: Pick<Entries, 'from' | 'state'>) =>
  `(select concat(count(*), ' ', bit_xor(hash_record_extended(entry, 0))) from (select ${state} ${from}) entry)`

// Cheaper than hashing whole rows: every write raises the version, except erasing the owner, hence owner_user_id.
const stateOfEvent = 'e.id, e.version, e.updated_at, e.owner_user_id, e.answers_changed_at'
const stateOfDaysAway = 'u.id, u.version, u.updated_at, u.band_id, u.user_id'

// Part of the tags, because a trigger makes most of the JSON: a release with other fields gets other tags.
const fieldNames = `'${hash('sha1', Object.keys(Event.shape).join(' '), 'base64url')}'`
/** SQL of the number of active members of the band. */
const activeMembers = `(select count(*) from memberships where band_id = $bandId and status = 'active')`
/** For events of the band, as many as a calendar shows: `away` must be among the CTEs. */
export const answerSqlPartsInBand = {
  membershipId: '$membershipId',
  away: 'away',
  isAnyAway: 'exists (select from away)',
  members: activeMembers,
}
/** The band's events in the range, read once for the ETag and the JSON. */
const eventRows = `select * from ${overlappingEventsSql('$bandId', eventJsonColumns)}`
const eventsOfBand = {
  from: 'from band_events e',
  key: keyOfEvent,
  json: eventJsonSql({ answers: answerSqlPartsInBand }),
  list: `'bandEvents'`,
  state: stateOfEvent,
}
const rowAsJson = (columns: string) => `(select row_to_json(entry)::text from (select ${columns}) entry)`
const ownAway = {
  from: `from ${callerWithoutBandSql} join unavailabilities u on u.user_id = p.id where ${overlapsRangeSql}`,
  key: keyOfDaysAway,
  json: rowAsJson(ownDaysAwayColumnsSql),
  state: `${stateOfDaysAway}, p.display_name`,
}
const ofOwnBands = `
  from memberships m join bands b on b.id = m.band_id cross join ${overlappingEventsSql('m.band_id', eventJsonColumns)}
  where m.user_id = $userId and m.status = 'active'`
const eventsOfOwnBands = {
  from: ofOwnBands,
  key: keyOfEvent,
  json: eventJsonSql({
    bandName: 'b.name',
    answers: { membershipId: 'm.id', away: '(select * from away_in_bands a where a.band_id = e.band_id)' },
  }),
  state: `${stateOfEvent}, b.name`,
}

// Format columns outside the CTEs: they are evaluated even for zero rows.
const away = {
  from: 'from away u',
  key: keyOfDaysAway,
  json: rowAsJson(bandDaysAwayColumnsSql('u.membership_id', 'u.display_name')),
  list: `case when u.user_id = $userId then 'userEvents' else 'bandEvents' end`,
  state: 'u.*',
}
const elsewhere = {
  from: 'from elsewhere e',
  key: keyOfEvent,
  json: eventJsonSql({ bandName: 'e.band_name', answers: null }),
  list: `'otherBandEvents'`,
  // Their answers are not shown, so that they do not change the tag.
  state: `${stateOfEvent.replace(', e.answers_changed_at', '')}, e.band_name`,
}

/** Members of the band with their days away that overlap the range. */
export const daysAwayRowsSql = `select u.*, m.id as membership_id, ${nameInBandSql} as display_name ${daysAwayOfPeopleSql}`

// The versions of the calendars stand for their times in the ETag.
const connected = { from: 'from calendars c', state: 'c.*' }
const listOf = (list: string) => array(`filter (where list = '${list}')`)
export const calendarOfBandSql = {
  rows: {
    band_events: eventRows,
    away: daysAwayRowsSql,
    elsewhere: `select e.*, b.name as band_name ${ofOwnBands} and m.band_id <> $bandId`,
    calendars: calendarRowsSql,
  },
  json: `(
    select '{"userEvents":' || ${listOf('userEvents')} || ',"otherBandEvents":' || ${listOf('otherBandEvents')}
      || ',"busy":' || (select coalesce(json_agg(entry), '[]')::text from (${busyTimesSql('calendars')}) entry)
      || ',"bandEvents":[' || (coalesce(string_agg(json, ',') filter (where list = 'bandEvents'), '') || ']}')
    from ${sorted([eventsOfBand, away, elsewhere])})`,
  tags: [fieldNames, activeMembers, tag(eventsOfBand), tag(away), tag(elsewhere), tag(connected)],
}

export const entriesOfBandSql = {
  rows: { band_events: eventRows, away: daysAwayRowsSql },
  json: jsonArray(eventsOfBand, away),
  tags: [fieldNames, activeMembers, tag(eventsOfBand), tag(away)],
}

const membersOfOwnBands = `
  memberships own join memberships other on other.band_id = own.band_id and other.status = 'active'`
const isOwn = `own.user_id = $userId and own.status = 'active'`
export const ownEntriesSql = {
  rows: {
    away_in_bands: `
      select other.band_id, other.id as membership_id, u.date, u.last_day
      from ${membersOfOwnBands} join unavailabilities u on u.user_id = other.user_id where ${isOwn} and ${overlapsRangeSql}`,
  },
  json: jsonArray(eventsOfOwnBands, ownAway),
  tags: [
    fieldNames,
    `(select count(*) from ${membersOfOwnBands} where ${isOwn})`,
    tag({ from: 'from away_in_bands a', state: 'a.*' }),
    tag(eventsOfOwnBands),
    tag(ownAway),
  ],
}

/** Finds an event of the band or days away of a member; undefined if neither exists. */
export const findEntryOfBand = preparedOptionalRow<Event, MemberContext & { id: string }>(`
  select ${bandEventColumnsSql()} from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null
  union all
  select ${bandDaysAwayColumnsSql()} from ${peopleOfBandSql} join unavailabilities u on u.user_id = p.id
  where u.id = $id and u.deleted_at is null`)

/** Events that the member added or took over, on any date. */
export const listEventsOfMember = preparedQuery<Event, MemberContext & { memberId: string }>(`
  select ${bandEventColumnsSql()} from events e join memberships m on m.band_id = e.band_id and m.id = $memberId
  where e.band_id = $bandId and e.deleted_at is null and (e.added_by = m.id or e.owner_user_id = m.user_id)
  ${orderEntriesSql}`)

export const isMembershipOfBand = preparedHasRow<MemberContext & { memberId: string }>(
  `select from memberships where band_id = $bandId and id = $memberId`,
)
