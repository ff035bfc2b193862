// The events of a series are written by one statement, however many dates the series has.

import * as z from 'zod/mini'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { EventRow, eventColumns, editableColumns, editableFields, editableValues } from './event-columns.ts'
import { bandEventCount, keptSetlistId, withLastDay, type IdentifiedEvent, type MovedEvent } from './write-store.ts'

const eventsOfSeries = sql`
  jsonb_to_recordset($events::jsonb) as r (id uuid, ${editableFields}, "setlistId" uuid, "movedFrom" jsonb)`

const insertSeriesRows = manyRows(
  EventRow,
  sql<MemberContext & { seriesId: string; type: BandEventType; events: string; count: number; maxRows: number }>`
    insert into events as e (
      band_id, id, added_by, owner_user_id, series_id, ${editableColumns}, setlist_id, created_at, updated_at)
    select m.band_id, r.id, m.id, m.user_id, $seriesId, ${editableValues}, r."setlistId", $now, $now
    from memberships m join bands b on b.id = m.band_id cross join ${eventsOfSeries}
    where m.band_id = $bandId and m.id = $membershipId and $type = any(b.allowed_event_types)
      and ${bandEventCount} + $count::int <= $maxRows
    for key share of m
    returning ${eventColumns}`,
)

/**
 * Inserts the events of a series, which share their type; returns them by date. Returns none when the band does not allow the type or would
 * have too many events, or when the caller's membership is gone.
 */
export async function insertSeries(
  tx: Db,
  member: MemberContext,
  seriesId: string,
  events: readonly [IdentifiedEvent, ...IdentifiedEvent[]],
): Promise<EventRow[]> {
  // The lock that `insertWithinLimit` takes for an almost full band. Without it, parallel series could exceed the limit.
  await acquireAdvisoryLocks(tx, member.bandId)
  const inserted = await insertSeriesRows(tx, {
    ...member,
    seriesId,
    type: events[0].type,
    events: JSON.stringify(events.map(withLastDay)),
    count: events.length,
    maxRows: limits.eventsPerBand,
  })
  return inserted.toSorted(compareByDate)
}

const lockSeriesRows = manyRows(
  EventRow,
  sql<{ bandId: string; seriesId: string }>`
    select ${eventColumns} from events e
    where e.band_id = $bandId and e.series_id = $seriesId and e.deleted_at is null
    order by e.id for update of e`,
)

/** Returns the events of the series by date, and locks them in id order until the transaction ends. */
export async function lockSeries(tx: Db, { bandId }: MemberContext, seriesId: string): Promise<EventRow[]> {
  return (await lockSeriesRows(tx, { bandId, seriesId })).toSorted(compareByDate)
}

const updateSeriesRows = manyRows(
  z.pick(EventRow, { id: true, version: true }),
  sql<{ bandId: string; events: string }>`
    update events e
    set (${editableColumns}) = row(${editableValues}), setlist_id = coalesce(r."setlistId", ${keptSetlistId}),
      moved_from = r."movedFrom", version = e.version + 1, updated_at = $now
    from ${eventsOfSeries}
    where e.band_id = $bandId and e.id = r.id
    returning e.id, e.version`,
)

/** Stores the changed events of a series; returns the new version of each. */
export async function updateSeries(
  tx: Db,
  { bandId }: MemberContext,
  events: readonly MovedEvent[],
): Promise<Map<string, number>> {
  const updated = await updateSeriesRows(tx, { bandId, events: JSON.stringify(events.map(withLastDay)) })
  return new Map(updated.map(({ id, version }) => [id, version]))
}

function compareByDate(a: EventRow, b: EventRow): number {
  return a.date < b.date ? -1 : 1
}
