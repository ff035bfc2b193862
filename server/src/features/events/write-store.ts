// Edits lock the entry from reading to writing. Inserts lock the caller's membership, so that nothing is added for a
// member who is being removed.

import { lastDay } from '@gaffer/domain/span'
import type { Event, NormalizedEvent } from '@gaffer/domain/event'
import type { BandEventType } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { countUpTo, insertUpTo } from '#platform/db/row-limit.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/auth-context.ts'
import { bandEvent, daysAwayInBand, ownDaysAway, peopleOfBand, personAlone } from './columns.ts'

type Identified = NormalizedEvent & { id: string }
/** The caller, in a band or outside any band. */
export type Viewer = AuthenticatedUser | MemberContext

const eventColumns = `
  type, title, date, end_date, last_day, start_time, end_time, location, venue, notes, is_public, is_all_day`
const eventValues = `
  $type, $title, $date, $endDate, $lastDay, $startTime, $endTime, $location, $venue, $notes, $isPublic, $isAllDay`
const awayColumns = `title, date, end_date, last_day, notes`
const awayValues = `$title, $date, $endDate, $lastDay, $notes`

// now() is the start of the transaction: after waiting for a lock it would be older than the change before it.
const changed = `version = version + 1, updated_at = clock_timestamp()`

const bandEventCount = countUpTo('events where band_id = $bandId and deleted_at is null')
const daysAwayCount = countUpTo('unavailabilities where user_id = $userId and deleted_at is null')

/**
 * Inserts an event and its activity in one statement. Returns the stored event; undefined when the band does not allow
 * its type or has `most` events, or when the caller's membership is gone.
 */
export function insertingBandEvent(activityInsertSql: (from: string) => string) {
  const insertion = preparedQuery<Event>(`
    with e as (
      insert into events (band_id, id, added_by, owner_user_id, ${eventColumns})
      select m.band_id, $id, m.id, m.user_id, ${eventValues}
      from memberships m join bands b on b.id = m.band_id
      where m.band_id = $bandId and m.id = $membershipId and $type = any(b.allowed_event_types)
        and ${bandEventCount} < $most
      for key share of m
      returning *),
    noted as (${activityInsertSql('from e')})
    select ${bandEvent()} from e`)
  return (db: Db, member: MemberContext, event: Identified, note: object): Promise<Event | undefined> =>
    insertUpTo(db, limits.eventsPerBand, member.bandId, async (connection, most) => {
      const [row] = await insertion(connection, { ...note, ...member, ...withLastDay(event), most })
      return row
    })
}

const allowed = preparedQuery<object>(`select from bands where id = $bandId and $type = any(allowed_event_types)`)

export async function isTypeAllowed(db: Db, member: MemberContext, type: BandEventType): Promise<boolean> {
  return (await allowed(db, { ...member, type })).length > 0
}

const isRestorable = `deleted_at > now() - interval '${limits.deletedEventDays} days'`
const bandEventsFull = preparedQuery<object>(`select where ${bandEventCount} >= $most`)

export async function hasMostEvents(db: Db, { bandId }: MemberContext): Promise<boolean> {
  return (await bandEventsFull(db, { bandId, most: limits.eventsPerBand })).length > 0
}

const daysAwayFull = preparedQuery<object>(`select where ${daysAwayCount} >= $most`)

export async function hasMostDaysAway(db: Db, { userId }: AuthenticatedUser): Promise<boolean> {
  return (await daysAwayFull(db, { userId, most: limits.daysAwayPerPerson })).length > 0
}

/** Statements for days away, in a band or outside any band. */
const onDaysAway = ({ bandId, people, held, columns }: Record<'bandId' | 'people' | 'held' | 'columns', string>) => ({
  insert: preparedQuery<Event>(`
    with u as (
      insert into unavailabilities (user_id, id, band_id, ${awayColumns})
      select p.id, $id, ${bandId}, ${awayValues} from ${people}
      where p.id = $userId and ${daysAwayCount} < $most
      for key share of ${held}
      returning *)
    select ${columns} from u join ${people} on p.id = u.user_id`),
  lock: preparedQuery<Event>(`
    select ${columns} from ${people} join unavailabilities u on u.user_id = p.id
    where u.id = $id and u.deleted_at is null
    for update of u`),
  update: preparedQuery<Event>(`
    update unavailabilities u set (${awayColumns}) = row(${awayValues}), ${changed}
    from ${people}
    where p.id = u.user_id and u.user_id = $userId and u.id = $id
    returning ${columns}`),
  restore: preparedQuery<Event>(`
    update unavailabilities u set deleted_at = null, ${changed}
    from ${people}
    where p.id = u.user_id and u.user_id = $userId and u.id = $id and u.${isRestorable}
    returning ${columns}`),
})
const inBand = onDaysAway({ bandId: '$bandId', people: peopleOfBand, held: 'm', columns: daysAwayInBand() })
const alone = onDaysAway({ bandId: 'null', people: personAlone, held: 'p', columns: ownDaysAway })
const wayOf = (viewer: Viewer) => ('bandId' in viewer ? inBand : alone)

/** The stored days away; undefined when the caller's membership or account is gone, or their limit is reached. */
export function insertDaysAway(db: Db, viewer: Viewer, away: Identified): Promise<Event | undefined> {
  return insertUpTo(db, limits.daysAwayPerPerson, viewer.userId, async (connection, most) => {
    const [row] = await wayOf(viewer).insert(connection, { ...viewer, ...withLastDay(away), most })
    return row
  })
}

const eventLock = preparedQuery<Event>(`
  select ${bandEvent()} from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null for update`)

/** Returns the event and locks it until the transaction ends. */
export async function lockBandEvent(tx: Db, member: MemberContext, id: string): Promise<Event | undefined> {
  const [row] = await eventLock(tx, { ...member, id })
  return row
}

const ownBandsLock = preparedQuery<Event>(`
  select ${bandEvent()} from memberships m join events e on e.band_id = m.band_id
  where m.user_id = $userId and m.status = 'active' and e.id = any($ids::uuid[]) and e.deleted_at is null
  order by e.id for update of e`)

/** Returns those events that are in the caller's bands and not deleted; locks them in id order until the transaction ends. */
export function lockEventsOfOwnBands(tx: Db, { userId }: Viewer, ids: readonly string[]): Promise<Event[]> {
  return ownBandsLock(tx, { userId, ids })
}

/** Days away of any member of the band, or the caller's own outside any band. Locked until the transaction ends. */
export async function lockDaysAway(tx: Db, viewer: Viewer, id: string): Promise<Event | undefined> {
  const [row] = await wayOf(viewer).lock(tx, { ...viewer, id })
  return row
}

const eventUpdate = preparedQuery<Event>(`
  update events e set (${eventColumns}) = row(${eventValues}), ${changed}
  where e.band_id = $bandId and e.id = $id
  returning ${bandEvent()}`)

export async function updateBandEvent(tx: Db, member: MemberContext, event: Identified): Promise<Event> {
  const [row] = await eventUpdate(tx, { ...member, ...withLastDay(event) })
  return row as Event
}

/**
 * Changes the caller's own days away, in any of their bands; undefined when the membership or account was deleted while
 * waiting for the lock.
 */
export async function updateDaysAway(tx: Db, viewer: Viewer, away: Identified): Promise<Event | undefined> {
  const [row] = await wayOf(viewer).update(tx, { ...viewer, ...withLastDay(away) })
  return row
}

export async function markEventDeleted(tx: Db, { bandId }: { bandId: string }, id: string): Promise<void> {
  await tx`
    update events set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = version + 1
    where band_id = ${bandId} and id = ${id}`
}

export async function markDaysAwayDeleted(tx: Db, { userId }: AuthenticatedUser, id: string): Promise<void> {
  await tx`
    update unavailabilities set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = version + 1
    where user_id = ${userId} and id = ${id}`
}

// `added_by` is null for events of removed members, which must stay deleted.
const eventRestoration = preparedQuery<Event>(`
  update events e set deleted_at = null, ${changed}
  where e.band_id = $bandId and e.id = $id and e.added_by is not null and e.${isRestorable}
  returning ${bandEvent()}`)

/** Undefined when the band has no restorable event with this id. */
export async function unmarkEventDeleted(tx: Db, member: MemberContext, id: string): Promise<Event | undefined> {
  const [row] = await eventRestoration(tx, { ...member, id })
  return row
}

/** Undefined when the caller has no restorable days away with this id. */
export async function unmarkDaysAwayDeleted(tx: Db, viewer: Viewer, id: string): Promise<Event | undefined> {
  const [row] = await wayOf(viewer).restore(tx, { ...viewer, id })
  return row
}

function withLastDay(event: Identified) {
  return { ...event, lastDay: lastDay(event) }
}
