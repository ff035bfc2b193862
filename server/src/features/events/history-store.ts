import * as z from 'zod/mini'
import { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { Db } from '#platform/db/connection.ts'
import { command, isoText, manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { nameOfChangeAuthor, membershipOfUser, nameOfUser } from './conditions.ts'

/** The fields whose changes the history records, in the order in which it lists them. */
export const recordedFields = [
  'type',
  'title',
  'date',
  'endDate',
  'startTime',
  'endTime',
  'location',
  'venue',
  'notes',
  'isPublic',
  'isListed',
  'ticketUrl',
  'priceText',
  'isAllDay',
  'status',
  'asksAnswers',
  'replyBy',
  'setlistId',
] as const satisfies readonly (keyof NormalizedEvent)[]

const insertChangeRows = command(
  sql<{ bandId: string; userId: string; changes: string }>`
    insert into event_changes (band_id, event_id, version, user_id, fields, at)
    select $bandId, c."eventId", c.version, $userId, c.fields, $now
    from json_to_recordset($changes::json) as c ("eventId" uuid, version integer, fields jsonb)`,
)

type VersionedEvent = NormalizedEvent & { id: string; version: number }

/** Adds an edit of one or more events to the history of each. All changes of one edit get the same time. */
export async function insertEventChanges(
  tx: Db,
  { bandId, userId }: { bandId: string; userId: string },
  edits: readonly { before: NormalizedEvent; after: VersionedEvent }[],
): Promise<void> {
  const changes = edits.map(({ before, after }) => ({
    eventId: after.id,
    version: after.version,
    fields: recordedFields
      .filter((name) => before[name] !== after[name])
      .map((name) => ({ field: name, from: before[name], to: after[name] })),
  }))
  await insertChangeRows(tx, { bandId, userId, changes: JSON.stringify(changes) })
}

/** What the edit that made version `version` of event `id` changed in the events `optionIds`, the options of its group. */
export const listChangesOfSameEdit = manyRows(
  z.extend(z.pick(EventHistoryEntry, { version: true, fields: true }), { eventId: Id }),
  sql<MemberContext & { id: string; version: number; optionIds: readonly string[] }>`
    select c.event_id as "eventId", c.version, c.fields
    from event_changes own
    join event_changes c on c.band_id = own.band_id and c.event_id = any($optionIds::uuid[]) and c.at = own.at
    where own.band_id = $bandId and own.event_id = $id and own.version = $version`,
)

/**
 * Returns the changes and the addition of an event, newest first; empty if the band has no event with this id. The addition has no row in
 * event_changes: the second select makes its entry from the event's row.
 */
export const listEventChangeRows = manyRows(
  EventHistoryEntry,
  sql<MemberContext & { id: string }>`
    select ${isoText(sql`c.at`)} as at, ${membershipOfUser(sql`c.user_id`)} as "membershipId",
      ${nameOfChangeAuthor} as "displayName", c.fields, c.version
    from events e join event_changes c on c.band_id = e.band_id and c.event_id = e.id
    where e.band_id = $bandId and e.id = $id and e.deleted_at is null
    union all
    select ${isoText(sql`e.created_at`)}, ${membershipOfUser(sql`e.owner_user_id`)}, ${nameOfUser(sql`e.owner_user_id`)}, '[]', 1
    from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null
    order by version desc`,
)
