import type { EventHistoryEntry } from '@gaffer/domain/event-history'
import { eventFieldNames } from './columns.ts'
import type { NormalizedEvent } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import { formerMemberName } from '@gaffer/domain/member'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const changeInsert = preparedQuery(`
  insert into event_changes (band_id, event_id, version, user_id, fields, at)
  select $bandId, c."eventId", c.version, $userId, c.fields, (select clock_timestamp())
  from json_to_recordset($changes::json) as c ("eventId" uuid, version integer, fields jsonb)`)

type Versioned = NormalizedEvent & { id: string; version: number }

/** Stores what an edit of one or more events changed in their history. The changes of one edit have one time. */
export async function insertEventChanges(
  tx: Db,
  { bandId, userId }: MemberContext,
  edits: readonly { before: NormalizedEvent; after: Versioned }[],
): Promise<void> {
  const changes = edits.map(({ before, after }) => ({
    eventId: after.id,
    version: after.version,
    fields: eventFieldNames
      .filter((name) => before[name] !== after[name])
      .map((name) => ({ field: name, from: before[name], to: after[name] })),
  }))
  await changeInsert(tx, { bandId, userId, changes: JSON.stringify(changes) })
}

type OptionChange = { eventId: string; version: number; fields: EventHistoryEntry['fields'] }

/** The changes to options of an enquiry that were made by the edit which made this version of one of them. */
export const listChangesOfSameEdit = preparedQuery<
  OptionChange,
  MemberContext & { id: string; version: number; optionIds: readonly string[] }
>(`
  select c.event_id as "eventId", c.version, c.fields
  from event_changes own join event_changes c on c.band_id = own.band_id and c.event_id = any($optionIds::uuid[]) and c.at = own.at
  where own.band_id = $bandId and own.event_id = $id and own.version = $version`)

const nameOfUser = (userId: string) => `coalesce(
  (select coalesce(m.display_name, case when m.id is null then n.name else u.display_name end)
   from users u
   left join memberships m on m.band_id = e.band_id and m.user_id = u.id
   left join activity_names n on n.band_id = e.band_id and n.user_id = u.id
   where u.id = ${userId}), '${formerMemberName}')`
const membershipOfUser = (userId: string) =>
  `(select m.id from memberships m where m.band_id = e.band_id and m.user_id = ${userId} and m.status = 'active')`

/** The name of the user in the band; with none, the name that a band file gave. */
const changedBySql = `case when c.user_id is null and c.member_name is not null then c.member_name
  else ${nameOfUser('c.user_id')} end`

/** SQL: the changes of the event `e` for a band file, the newest ones, in the order of their versions. */
export const fileChangesJsonSql = `(
  select coalesce(json_agg(json_build_object(
    'at', ${instantSql('c.at')}, 'membershipId', coalesce(c.membership_id, ${membershipOfUser('c.user_id')}),
    'displayName', ${changedBySql}, 'fields', c.fields) order by c.version), '[]')
  from (
    select * from event_changes where band_id = e.band_id and event_id = e.id
    order by version desc limit ${limits.changesInBandFile}) c)`

// The first version has no row of its own: the event's row says who added it.
/** Returns the changes of an event, newest first; empty if the band has no event with this id. */
export const listEventChangeRows = preparedQuery<EventHistoryEntry, MemberContext & { id: string }>(`
  select ${instantSql('c.at')} as at, ${membershipOfUser('c.user_id')} as "membershipId",
    ${changedBySql} as "displayName", c.fields, c.version
  from events e join event_changes c on c.band_id = e.band_id and c.event_id = e.id
  where e.band_id = $bandId and e.id = $id and e.deleted_at is null
  union all
  select ${instantSql('e.created_at')}, ${membershipOfUser('e.owner_user_id')}, ${nameOfUser('e.owner_user_id')}, '[]', 1
  from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null
  order by version desc`)
