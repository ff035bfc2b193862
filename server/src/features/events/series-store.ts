// The events of a series are written by one statement, however many dates the series has.

import * as z from 'zod/mini'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { manyRows, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { EventRow, eventColumns } from './event-columns.ts'
import { bandEventCount, keptSetlistId, withLastDay, type IdentifiedEvent, type MovedEvent } from './write-store.ts'

const eventsOfSeries = sql`
  jsonb_to_recordset($events::jsonb) as r (
    id uuid, type text, title text, date date, "endDate" date, "lastDay" date, "startTime" time, "endTime" time, location text,
    venue text, notes text, "isPublic" boolean, "isAllDay" boolean, status text, "asksAnswers" boolean, "replyBy" date,
    "setlistId" uuid, "movedFrom" jsonb)`

const seriesInsertion = manyRows(
  EventRow,
  sql<MemberContext & { seriesId: string; type: BandEventType; events: string; count: number; most: number }>`
    insert into events as e (
      band_id, id, added_by, owner_user_id, series_id, type, title, date, end_date, last_day, start_time, end_time, location, venue,
      notes, is_public, is_all_day, status, asks_answers, reply_by, setlist_id, created_at, updated_at)
    select m.band_id, r.id, m.id, m.user_id, $seriesId, r.type, r.title, r.date, r."endDate", r."lastDay", r."startTime", r."endTime",
      r.location, r.venue, r.notes, r."isPublic", r."isAllDay", r.status, r."asksAnswers", r."replyBy", r."setlistId", $now, $now
    from memberships m join bands b on b.id = m.band_id cross join ${eventsOfSeries}
    where m.band_id = $bandId and m.id = $membershipId and $type = any(b.allowed_event_types)
      and ${bandEventCount} + $count::int <= $most
    for key share of m
    returning ${eventColumns}`,
)

/**
 * Inserts the events of a series, which share their type; returns them by date. Empty when the band does not allow the type or would
 * have too many events, or when the caller's membership is gone.
 */
export async function insertSeries(
  tx: Db,
  member: MemberContext,
  seriesId: string,
  events: readonly [IdentifiedEvent, ...IdentifiedEvent[]],
): Promise<EventRow[]> {
  // Serialised with the inserts of a band that is almost full: a series is larger than the margin they keep.
  await acquireAdvisoryLocks(tx, member.bandId)
  const inserted = await seriesInsertion(tx, {
    ...member,
    seriesId,
    type: events[0].type,
    events: JSON.stringify(events.map(withLastDay)),
    count: events.length,
    most: limits.eventsPerBand,
  })
  return inserted.toSorted(byDate)
}

const seriesLock = manyRows(
  EventRow,
  sql<{ bandId: string; seriesId: string }>`
    select ${eventColumns} from events e
    where e.band_id = $bandId and e.series_id = $seriesId and e.deleted_at is null
    order by e.id for update of e`,
)

/** Returns the events of the series by date, and locks them in id order until the transaction ends. */
export async function lockSeries(tx: Db, { bandId }: MemberContext, seriesId: string): Promise<EventRow[]> {
  return (await seriesLock(tx, { bandId, seriesId })).toSorted(byDate)
}

const seriesUpdate = manyRows(
  z.pick(EventRow, { id: true, version: true }),
  sql<{ bandId: string; events: string }>`
    update events e
    set type = r.type, title = r.title, date = r.date, end_date = r."endDate", last_day = r."lastDay", start_time = r."startTime",
      end_time = r."endTime", location = r.location, venue = r.venue, notes = r.notes, is_public = r."isPublic",
      is_all_day = r."isAllDay", status = r.status, asks_answers = r."asksAnswers", reply_by = r."replyBy",
      setlist_id = coalesce(r."setlistId", ${keptSetlistId}), moved_from = r."movedFrom", version = e.version + 1, updated_at = $now
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
  const updated = await seriesUpdate(tx, { bandId, events: JSON.stringify(events.map(withLastDay)) })
  return new Map(updated.map(({ id, version }) => [id, version]))
}

function byDate(a: EventRow, b: EventRow): number {
  return a.date < b.date ? -1 : 1
}
