// The events of a series are written by one statement, however many dates the series has.

import { addDays } from '@gaffer/domain/shared/dates'
import type { Event } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  bandEventColumnsSql,
  toEventRow,
  eventColumnsAndValues,
  eventValuesOfRowSql,
  setlistIdToWriteSql,
} from './columns.ts'
import { answerSqlPartsInBand, daysAwayRowsSql } from './store.ts'
import { bandEventCountSql, versionAssignmentsSql, type IdentifiedEvent, type MovedEvent } from './write-store.ts'

const rows = `json_populate_recordset(null::events, $rows::json) r`

const seriesInsertion = preparedQuery<Event>(`
  with e as (
    insert into events (band_id, id, added_by, owner_user_id, series_id, ${eventColumnsAndValues.columns})
    select m.band_id, r.id, m.id, m.user_id, $seriesId, ${eventValuesOfRowSql}
    from memberships m join bands b on b.id = m.band_id cross join ${rows}
    where m.band_id = $bandId and m.id = $membershipId and $type = any(b.allowed_event_types)
      and ${bandEventCountSql} + $count::int <= $most
    for key share of m
    returning *),
  away as (${daysAwayRowsSql})
  select ${bandEventColumnsSql({ answers: answerSqlPartsInBand })}
  from e order by date, id`)

/**
 * Inserts the events of a series, which share their type. Empty when the band does not allow the type or would have
 * too many events, or when the caller's membership is gone.
 */
export async function insertSeries(
  tx: Db,
  member: MemberContext,
  seriesId: string,
  events: readonly IdentifiedEvent[],
): Promise<Event[]> {
  // Serialised with the inserts of a band that is almost full: a series is larger than the margin they keep.
  await acquireAdvisoryLocks(tx, member.bandId)
  const [first, last] = [events[0], events.at(-1)] as [IdentifiedEvent, IdentifiedEvent]
  return seriesInsertion(tx, {
    ...member,
    seriesId,
    type: first.type,
    rows: JSON.stringify(events.map(toEventRow)),
    count: events.length,
    most: limits.eventsPerBand,
    earliest: addDays(first.date, -limits.eventDays),
    from: first.date,
    // An event lasts beyond its date.
    to: addDays(last.date, limits.eventDays),
  })
}

const seriesLock = preparedQuery<Event>(`
  select ${bandEventColumnsSql({ answers: null })} from events e
  where e.band_id = $bandId and e.series_id = $seriesId and e.deleted_at is null
  order by e.id for update`)

/** Returns the events of the series by date, and locks them in id order until the transaction ends. */
export async function lockSeries(tx: Db, { bandId }: MemberContext, seriesId: string): Promise<Event[]> {
  const events = await seriesLock(tx, { bandId, seriesId })
  return events.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

const seriesUpdate = preparedQuery<{ id: string; version: number }>(`
  update events e set
    (${eventColumnsAndValues.columns}) = row(${eventValuesOfRowSql.replace('r.setlist_id', setlistIdToWriteSql)}),
    ${versionAssignmentsSql.replace('version + 1', 'e.version + 1')}, moved_from = r.moved_from
  from ${rows}
  where e.band_id = $bandId and e.id = r.id
  returning e.id, e.version`)

/** Stores the changed events of a series; returns the new version of each. */
export async function updateSeries(
  tx: Db,
  { bandId }: MemberContext,
  events: readonly MovedEvent[],
): Promise<Map<string, number>> {
  const rows = events.map((event) => ({ ...toEventRow(event), moved_from: event.movedFrom }))
  const updated = await seriesUpdate(tx, { bandId, rows: JSON.stringify(rows) })
  return new Map(updated.map(({ id, version }) => [id, version]))
}
