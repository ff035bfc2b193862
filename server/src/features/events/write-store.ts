// Edits lock the entry from reading to writing. Inserts lock the caller's membership, so that nothing is added for a
// member who is being removed.

import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import type { Event } from '@gaffer/domain/events/event'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { departureVerbsSql } from '#features/activity/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { countUpToSql, insertWithinLimit } from '#platform/db/row-limit.ts'
import {
  preparedHasRow,
  preparedCommand,
  preparedRequiredRow,
  preparedQuery,
  preparedOptionalRow,
} from '#platform/db/prepared-query.ts'
import { softDeletionAssignmentsSql, isRestorableSql, restorationAssignmentsSql } from '#platform/db/soft-delete.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import {
  bandEventColumnsSql,
  bandDaysAwayColumnsSql,
  daysAwayColumnsAndValues,
  eventColumnsAndValues,
  setlistIdToWriteSql,
  ownDaysAwayColumnsSql,
  peopleOfBandSql,
  callerWithoutBandSql,
} from './columns.ts'

/** A normalized event with its id, as it is stored. */
export type IdentifiedEvent = NormalizedEvent & { id: string }
/** The enquiry that the event is an option of; all null for an event of its own. */
export type OptionGroupPosition = Pick<Event, 'optionGroupId' | 'optionNumber' | 'optionCount'>
const noOption: OptionGroupPosition = { optionGroupId: null, optionNumber: null, optionCount: null }
/** The caller, in a band or outside any band. */
export type UserOrMember = AuthenticatedUser | MemberContext

// now() is the start of the transaction: after waiting for a lock it would be older than the change before it.
export const versionAssignmentsSql = `version = version + 1, updated_at = clock_timestamp()`

const eventsOfBand = 'events where band_id = $bandId and deleted_at is null'
const daysAwayOfUser = 'unavailabilities where user_id = $userId and deleted_at is null'
export const bandEventCountSql = countUpToSql(eventsOfBand)
const daysAwayCount = countUpToSql(daysAwayOfUser)

const eventInsertion = preparedOptionalRow<Event>(`
  with e as (
    insert into events (
      band_id, id, added_by, owner_user_id, option_group_id, option_number, option_count, ${eventColumnsAndValues.columns})
    select m.band_id, $id, m.id, m.user_id, $optionGroupId, $optionNumber, $optionCount, ${eventColumnsAndValues.values}
    from memberships m join bands b on b.id = m.band_id
    where m.band_id = $bandId and m.id = $membershipId and $type = any(b.allowed_event_types)
      and ${bandEventCountSql} < $most
    for key share of m
    returning *)
  select ${bandEventColumnsSql()} from e`)

/**
 * Undefined when the band does not allow its type or is full, or when
 * the caller's membership is gone.
 */
export function insertBandEvent(
  db: Db,
  member: MemberContext,
  event: IdentifiedEvent,
  option: OptionGroupPosition = noOption,
): Promise<Event | undefined> {
  const values = { ...member, ...option, ...withLastDay(event) }
  return insertWithinLimit(db, limits.eventsPerBand, member.bandId, eventInsertion, values)
}

export const isTypeAllowed = preparedHasRow<MemberContext & { type: BandEventType }>(
  `select from bands where id = $bandId and $type = any(allowed_event_types)`,
)

// Events that an earlier release deleted with their member have no `added_by` and no `deletion_id`: their texts are cleared.
const restorableEvent = `e.band_id = $bandId and e.id = $id and (e.added_by is not null or e.deletion_id is not null)
  and ${isRestorableSql('e.')}`
const restorableAway = `u.user_id = $userId and u.id = $id and ${isRestorableSql('u.')}`
const bandEventsFull = preparedHasRow<MemberContext & { room: number }>(
  `select from ${eventsOfBand} offset $room limit 1`,
)

/** Whether the band has no room for as many more events. */
export function isEventLimitReached(db: Db, member: MemberContext, added = 1): Promise<boolean> {
  return bandEventsFull(db, { ...member, room: limits.eventsPerBand - added })
}

/** Whether the user has as many days away as the limit allows. */
export const isDaysAwayLimitReached = preparedHasRow<AuthenticatedUser>(
  `select from ${daysAwayOfUser} offset ${limits.daysAwayPerPerson - 1} limit 1`,
)

/** Statements for days away, in a band or outside any band. */
const daysAwayStatements = ({
  bandId,
  people,
  locked,
  columns,
}: Record<'bandId' | 'people' | 'locked' | 'columns', string>) => ({
  insert: preparedOptionalRow<Event>(`
    with u as (
      insert into unavailabilities (user_id, id, band_id, ${daysAwayColumnsAndValues.columns})
      select p.id, $id, ${bandId}, ${daysAwayColumnsAndValues.values} from ${people}
      where p.id = $userId and ${daysAwayCount} < $most
      for key share of ${locked}
      returning *)
    select ${columns} from u join ${people} on p.id = u.user_id`),
  lock: preparedOptionalRow<Event>(`
    select ${columns} from ${people} join unavailabilities u on u.user_id = p.id
    where u.id = $id and u.deleted_at is null
    for update of u`),
  update: preparedOptionalRow<Event>(`
    update unavailabilities u set (${daysAwayColumnsAndValues.columns}) = row(${daysAwayColumnsAndValues.values}), ${versionAssignmentsSql}
    from ${people}
    where p.id = u.user_id and u.user_id = $userId and u.id = $id
    returning ${columns}`),
  restore: preparedOptionalRow<Event>(`
    update unavailabilities u set ${restorationAssignmentsSql}, ${versionAssignmentsSql}
    from ${people}
    where p.id = u.user_id and ${restorableAway} and ${daysAwayCount} < $most
    returning ${columns}`),
})
const inBand = daysAwayStatements({
  bandId: '$bandId',
  people: peopleOfBandSql,
  locked: 'm',
  columns: bandDaysAwayColumnsSql(),
})
const withoutBand = daysAwayStatements({
  bandId: 'null',
  people: callerWithoutBandSql,
  locked: 'p',
  columns: ownDaysAwayColumnsSql,
})
const statementsFor = (viewer: UserOrMember) => ('bandId' in viewer ? inBand : withoutBand)

/** The stored days away; undefined when the caller's membership or account is gone, or their limit is reached. */
export function insertDaysAway(db: Db, viewer: UserOrMember, away: IdentifiedEvent): Promise<Event | undefined> {
  const values = { ...viewer, ...withLastDay(away) }
  return insertWithinLimit(db, limits.daysAwayPerPerson, viewer.userId, statementsFor(viewer).insert, values)
}

/** Returns the event and locks it until the transaction ends. */
export const lockBandEvent = preparedOptionalRow<Event, MemberContext & { id: string }>(`
  select ${bandEventColumnsSql()} from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null for update`)

/** Returns all options of the event's enquiry, and locks them in id order until the transaction ends; none for other events. */
export const lockOptionsOfGroup = preparedQuery<Event, MemberContext & { id: string }>(`
  select ${bandEventColumnsSql()} from events e
  where e.band_id = $bandId and e.deleted_at is null and e.option_group_id = (
    select option_group_id from events where band_id = $bandId and id = $id)
  order by e.id for update`)

/** Returns those events that are in the caller's bands and not deleted; locks them in id order until the transaction ends. */
export const lockEventsOfOwnBands = preparedQuery<Event, UserOrMember & { ids: readonly string[] }>(`
  select ${bandEventColumnsSql({ answers: { membershipId: 'm.id' } })} from memberships m join events e on e.band_id = m.band_id
  where m.user_id = $userId and m.status = 'active' and e.id = any($ids::uuid[]) and e.deleted_at is null
  order by e.id for update of e`)

/** Days away of any member of the band, or the caller's own outside any band. Locked until the transaction ends. */
export function lockDaysAway(tx: Db, viewer: UserOrMember, id: string): Promise<Event | undefined> {
  return statementsFor(viewer).lock(tx, { ...viewer, id })
}

const eventUpdate = preparedRequiredRow<Event>(`
  update events e set
    (${eventColumnsAndValues.columns}) = row(${eventColumnsAndValues.values.replace('$setlistId', setlistIdToWriteSql)}), ${versionAssignmentsSql},
    edited_by_hand = series_id is not null, moved_from = $movedFrom
  where e.band_id = $bandId and e.id = $id
  returning ${bandEventColumnsSql()}`)

/** An event with the schedule that it moved from. */
export type MovedEvent = IdentifiedEvent & Pick<Event, 'movedFrom'>

export function updateBandEvent(tx: Db, member: MemberContext, event: MovedEvent): Promise<Event> {
  return eventUpdate(tx, {
    ...member,
    ...withLastDay(event),
    movedFrom: event.movedFrom && JSON.stringify(event.movedFrom),
  })
}

/**
 * Changes the caller's own days away, in any of their bands; undefined when the membership or account was deleted while
 * waiting for the lock.
 */
export function updateDaysAway(tx: Db, viewer: UserOrMember, away: IdentifiedEvent): Promise<Event | undefined> {
  return statementsFor(viewer).update(tx, { ...viewer, ...withLastDay(away) })
}

/** `deletionId` is the activity entry of the deletion. */
export const softDeleteEvents = preparedCommand<{ bandId: string; ids: readonly string[]; deletionId: string }>(`
  update events set ${softDeletionAssignmentsSql}, ${versionAssignmentsSql} where band_id = $bandId and id = any($ids::uuid[])`)

export const softDeleteDaysAway = preparedCommand<AuthenticatedUser & { id: string; deletionId: string }>(`
  update unavailabilities set ${softDeletionAssignmentsSql}, ${versionAssignmentsSql} where user_id = $userId and id = $id`)

// An event of a former member becomes the restorer's.
const eventRestoration = preparedOptionalRow<Event>(`
  update events e set ${restorationAssignmentsSql}, ${versionAssignmentsSql}, added_by = coalesce(e.added_by, $membershipId),
    owner_user_id = case when e.added_by is null then $userId else e.owner_user_id end
  where ${restorableEvent} and ${bandEventCountSql} < $most
  returning ${bandEventColumnsSql()}`)

/** Undefined when the band has no restorable event with this id, or is full. */
export function restoreDeletedEvent(tx: Db, member: MemberContext, id: string): Promise<Event | undefined> {
  return insertWithinLimit(tx, limits.eventsPerBand, member.bandId, eventRestoration, { ...member, id })
}

/** Whether the event was deleted because its member left, was removed, or erased their account. */
export const isDeletedWithMember = preparedHasRow<MemberContext & { id: string }>(`
  select from events e join activity a on a.band_id = e.band_id and a.id = e.deletion_id
  where ${restorableEvent} and a.verb in (${departureVerbsSql})`)

export const isEventRestorable = preparedHasRow<MemberContext & { id: string }>(
  `select from events e where ${restorableEvent}`,
)

/** Undefined when the caller has no restorable days away with this id, or as many as the limit allows. */
export function restoreDeletedDaysAway(tx: Db, viewer: UserOrMember, id: string): Promise<Event | undefined> {
  return insertWithinLimit(tx, limits.daysAwayPerPerson, viewer.userId, statementsFor(viewer).restore, {
    ...viewer,
    id,
  })
}

export const isDaysAwayRestorable = preparedHasRow<UserOrMember & { id: string }>(
  `select from unavailabilities u where ${restorableAway}`,
)

/** Locks the row of an event until the transaction ends, without reading it. */
export const lockEventRow = preparedCommand<MemberContext & { id: string }>(`
  select from events where band_id = $bandId and id = $id and deleted_at is null for no key update`)

function withLastDay(event: IdentifiedEvent) {
  return { ...event, lastDay: lastDayOfSpan(event) }
}
