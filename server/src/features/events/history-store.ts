import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { changedBySql, eventFieldNames, membershipOfUserSql, nameOfUserSql } from './columns.ts'
import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
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
  { bandId, userId }: { bandId: string; userId: string },
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

/** The changes that one edit made to the options of an enquiry. The edit is the one that made version `version` of event `id`. */
export const listChangesOfSameEdit = preparedQuery<
  OptionChange,
  MemberContext & { id: string; version: number; optionIds: readonly string[] }
>(`
  select c.event_id as "eventId", c.version, c.fields
  from event_changes own join event_changes c on c.band_id = own.band_id and c.event_id = any($optionIds::uuid[]) and c.at = own.at
  where own.band_id = $bandId and own.event_id = $id and own.version = $version`)

// The first version has no row of its own: the event's row says who added it.
/** Returns the changes of an event, newest first; empty if the band has no event with this id. */
export const listEventChangeRows = preparedQuery<EventHistoryEntry, MemberContext & { id: string }>(`
  select ${instantSql('c.at')} as at, ${membershipOfUserSql('c.user_id')} as "membershipId",
    ${changedBySql} as "displayName", c.fields, c.version
  from events e join event_changes c on c.band_id = e.band_id and c.event_id = e.id
  where e.band_id = $bandId and e.id = $id and e.deleted_at is null
  union all
  select ${instantSql('e.created_at')}, ${membershipOfUserSql('e.owner_user_id')}, ${nameOfUserSql('e.owner_user_id')}, '[]', 1
  from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null
  order by version desc`)
