// Writing the calendar. Whoever changes an entry holds its row from reading to writing, so that two editors take turns.
// Whoever adds one holds their membership, so that nothing is added for a member who is being removed.

import { lastDay } from '@gaffer/domain/conflicts'
import type { Event, SettledEvent } from '@gaffer/domain/event'
import type { BandEventType } from '@gaffer/domain/event-type'
import type { Db } from '#db/connection.ts'
import type { ActingMember, SignedInPerson } from '#http/gate/gates.ts'
import { bandEvent, daysAway, people, toEvent, type EventRow, type Viewer } from './store.ts'

type Identified = SettledEvent & { id: string }

const eventColumns = (db: Db) => db`
  type, title, date, end_date, last_day, start_time, end_time, location, venue, notes, is_public, is_all_day`
const eventValues = (db: Db, event: SettledEvent) => db`
  ${event.type}, ${event.title}, ${event.date}, ${event.endDate}, ${lastDay(event)}, ${event.startTime}, ${event.endTime},
  ${event.location}, ${event.venue}, ${event.notes}, ${event.isPublic}, ${event.isAllDay}`

const awayColumns = (db: Db) => db`title, date, end_date, last_day, notes`
const awayValues = (db: Db, away: SettledEvent) => db`
  ${away.title}, ${away.date}, ${away.endDate}, ${lastDay(away)}, ${away.notes}`

// Not now(), which is when the transaction began: one that had to wait would date its change before the other's.
const changed = (db: Db) => db`version = version + 1, updated_at = clock_timestamp()`
const deleted = (db: Db) => db`${changed(db)}, deleted_at = clock_timestamp()`

/** The stored event; undefined when the band does not allow its type, or the caller's membership is gone. */
export async function insertBandEvent(db: Db, acting: ActingMember, event: Identified): Promise<Event | undefined> {
  const [row] = await db<EventRow[]>`
    insert into events as e (band_id, id, added_by, owner_user_id, ${eventColumns(db)})
    select m.band_id, ${event.id}, m.id, m.user_id, ${eventValues(db, event)}
    from memberships m join bands b on b.id = m.band_id
    where m.band_id = ${acting.bandId} and m.id = ${acting.membershipId} and ${event.type} = any(b.allowed_event_types)
    for key share of m
    returning ${bandEvent(db)}`
  return row && toEvent(row)
}

export async function isTypeAllowed(db: Db, { bandId }: ActingMember, type: BandEventType): Promise<boolean> {
  const rows = await db`select from bands where id = ${bandId} and ${type} = any(allowed_event_types)`
  return rows.length > 0
}

/** The stored days away; undefined when the caller's membership or account is gone. */
export async function insertDaysAway(db: Db, viewer: Viewer, away: Identified): Promise<Event | undefined> {
  const [bandId, holder] = 'bandId' in viewer ? [viewer.bandId, db`m`] : [null, db`p`]
  const [row] = await db<EventRow[]>`
    with u as (
      insert into unavailabilities (user_id, id, band_id, ${awayColumns(db)})
      select p.id, ${away.id}, ${bandId}, ${awayValues(db, away)}
      from ${people(db, viewer)} where p.id = ${viewer.userId}
      for key share of ${holder}
      returning *)
    select ${daysAway(db, viewer)} from u join ${people(db, viewer)} on p.id = u.user_id`
  return row && toEvent(row)
}

/** The band's event, held until the transaction ends. */
export async function lockBandEvent(tx: Db, { bandId }: ActingMember, id: string): Promise<Event | undefined> {
  const [row] = await tx<EventRow[]>`
    select ${bandEvent(tx)} from events e where e.band_id = ${bandId} and e.id = ${id} and e.deleted_at is null
    for update`
  return row && toEvent(row)
}

/** Days away of anybody in the band, or of the person with no band chosen; held until the transaction ends. */
export async function lockDaysAway(tx: Db, viewer: Viewer, id: string): Promise<Event | undefined> {
  const [row] = await tx<EventRow[]>`
    select ${daysAway(tx, viewer)} from ${people(tx, viewer)} join unavailabilities u on u.user_id = p.id
    where u.id = ${id} and u.deleted_at is null
    for update of u`
  return row && toEvent(row)
}

export async function updateBandEvent(tx: Db, { bandId }: ActingMember, event: Identified): Promise<Event> {
  const [row] = await tx<EventRow[]>`
    update events e set (${eventColumns(tx)}) = row(${eventValues(tx, event)}), ${changed(tx)}
    where e.band_id = ${bandId} and e.id = ${event.id}
    returning ${bandEvent(tx)}`
  return toEvent(row as EventRow)
}

/** Changes the caller's own days away, in whatever band they were written. */
export async function updateDaysAway(tx: Db, viewer: Viewer, away: Identified): Promise<Event> {
  const [row] = await tx<EventRow[]>`
    update unavailabilities u set (${awayColumns(tx)}) = row(${awayValues(tx, away)}), ${changed(tx)}
    from ${people(tx, viewer)}
    where p.id = u.user_id and u.user_id = ${viewer.userId} and u.id = ${away.id}
    returning ${daysAway(tx, viewer)}`
  return toEvent(row as EventRow)
}

export async function markEventDeleted(tx: Db, { bandId }: ActingMember, id: string): Promise<void> {
  await tx`update events set ${deleted(tx)} where band_id = ${bandId} and id = ${id}`
}

export async function markDaysAwayDeleted(tx: Db, { userId }: SignedInPerson, id: string): Promise<void> {
  await tx`update unavailabilities set ${deleted(tx)} where user_id = ${userId} and id = ${id}`
}
