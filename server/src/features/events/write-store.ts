// Writes of events. Edits lock the event from reading to writing. Inserts lock the caller's membership, so that nothing is added for a
// member who is being removed.

import * as z from 'zod/mini'
import { departureVerbs } from '@gaffer/domain/activity/activity'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import type { NormalizedEvent } from '@gaffer/domain/events/normalize-event'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { countUpTo, insertWithinLimit } from '#platform/db/row-limit.ts'
import { isRestorable, restorationAssignments, softDeletionAssignments } from '#platform/db/soft-deletion.ts'
import { command, hasRow, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { EventRow, eventColumns, editableColumns, editableFields, editableValues } from './event-columns.ts'

export type IdentifiedEvent = NormalizedEvent & { id: string }
/** An event with the schedule that it moved from, null if it did not move. */
export type MovedEvent = IdentifiedEvent & Pick<EventRow, 'movedFrom'>
/** The option group of an option, its number and the number of options; all null for an event without a group. */
export type OptionGroupPosition = Pick<EventRow, 'optionGroupId' | 'optionNumber' | 'optionCount'>
const noOptionGroup: OptionGroupPosition = { optionGroupId: null, optionNumber: null, optionCount: null }
/** `event` is JSON of the editable fields. */
type EventValues = { id: string; setlistId: string | null; event: string }

const eventsOfBand = sql`events where band_id = $bandId and deleted_at is null`
export const bandEventCount = countUpTo(eventsOfBand)
/** An edit without a set list keeps the event's reference to a deleted set list, which applies again if the set list is restored. */
export const keptSetlistId = sql`(
  select l.id from setlists l where l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is not null)`

const insertEventRow = optionalRow(
  EventRow,
  sql<MemberContext & OptionGroupPosition & EventValues & { maxRows: number }>`
    insert into events as e (
      band_id, id, added_by, owner_user_id, option_group_id, option_number, option_count, ${editableColumns}, setlist_id,
      created_at, updated_at)
    select m.band_id, $id, m.id, m.user_id, $optionGroupId, $optionNumber, $optionCount, ${editableValues}, $setlistId, $now, $now
    from memberships m join bands b on b.id = m.band_id cross join jsonb_to_record($event::jsonb) as r (${editableFields})
    where m.band_id = $bandId and m.id = $membershipId and r.type = any(b.allowed_event_types)
      and ${bandEventCount} < $maxRows
    for key share of m
    returning ${eventColumns}`,
)

/** Returns undefined when the band does not allow the type of the event or is full, or when the caller's membership is gone. */
export function insertBandEvent(
  db: Db,
  member: MemberContext,
  event: IdentifiedEvent,
  option: OptionGroupPosition = noOptionGroup,
): Promise<EventRow | undefined> {
  const values = { ...member, ...option, ...toEventValues(event) }
  return insertWithinLimit(db, limits.eventsPerBand, member.bandId, insertEventRow, values)
}

export const isTypeAllowed = hasRow(
  sql<MemberContext & { type: BandEventType }>`
    select from bands where id = $bandId and $type = any(allowed_event_types)`,
)

const isBandFull = hasRow(sql<MemberContext & { room: number }>`select from ${eventsOfBand} offset $room limit 1`)

/** Whether the band has no room for `newCount` more events. */
export function isEventLimitReached(db: Db, member: MemberContext, newCount = 1): Promise<boolean> {
  return isBandFull(db, { ...member, room: limits.eventsPerBand - newCount })
}

export const lockBandEvent = optionalRow(
  EventRow,
  sql<MemberContext & { id: string }>`
    select ${eventColumns} from events e where e.band_id = $bandId and e.id = $id and e.deleted_at is null for update of e`,
)

/** Returns all options of the event's group, and locks them in id order until the transaction ends. Empty for an event without a group. */
export const lockOptionsOfGroup = manyRows(
  EventRow,
  sql<MemberContext & { id: string }>`
    select ${eventColumns} from events e
    where e.band_id = $bandId and e.deleted_at is null and e.option_group_id = (
      select option_group_id from events where band_id = $bandId and id = $id)
    order by e.id for update of e`,
)

/** Returns the events with these ids in the caller's bands, without deleted ones, and locks them in id order until the transaction ends. */
export const lockEventsOfOwnBands = manyRows(
  EventRow,
  sql<AuthenticatedUser & { ids: readonly string[] }>`
    select ${eventColumns} from memberships m join events e on e.band_id = m.band_id
    where m.user_id = $userId and m.status = 'active' and e.id = any($ids::uuid[]) and e.deleted_at is null
    order by e.id for update of e`,
)

const updateEventRow = oneRow(
  EventRow,
  sql<MemberContext & EventValues & { movedFrom: string | null }>`
    update events e
    set (${editableColumns}) = row(${editableValues}), setlist_id = coalesce($setlistId, ${keptSetlistId}),
      edited_by_hand = e.series_id is not null, moved_from = $movedFrom, version = e.version + 1, updated_at = $now
    from jsonb_to_record($event::jsonb) as r (${editableFields})
    where e.band_id = $bandId and e.id = $id
    returning ${eventColumns}`,
)

export function updateBandEvent(tx: Db, member: MemberContext, event: MovedEvent): Promise<EventRow> {
  const movedFrom = event.movedFrom && JSON.stringify(event.movedFrom)
  return updateEventRow(tx, { ...member, ...toEventValues(event), movedFrom })
}

/** `deletionId` is the activity entry of the deletion. */
export const softDeleteEvents = command(
  sql<{ bandId: string; ids: readonly string[]; deletionId: string }>`
    update events set ${softDeletionAssignments}, version = version + 1, updated_at = $now
    where band_id = $bandId and id = any($ids::uuid[])`,
)

// Events that an earlier release deleted with their member have no `added_by` and no `deletion_id`. They cannot be restored, because their
// texts were cleared.
const isRestorableEvent = sql`
  e.band_id = $bandId and e.id = $id and (e.added_by is not null or e.deletion_id is not null)
  and ${isRestorable(sql`e.deleted_at`)}`

// A restored event of a former member goes to the member who restores it.
const restoreEventRow = optionalRow(
  EventRow,
  sql<MemberContext & { id: string; maxRows: number }>`
    update events e
    set ${restorationAssignments}, version = version + 1, updated_at = $now, added_by = coalesce(e.added_by, $membershipId),
      owner_user_id = case when e.added_by is null then $userId else e.owner_user_id end
    where ${isRestorableEvent} and ${bandEventCount} < $maxRows
    returning ${eventColumns}`,
)

/** Returns undefined when the band is full. Call it after `lockRestorableEvent`. */
export function restoreDeletedEvent(tx: Db, member: MemberContext, id: string): Promise<EventRow | undefined> {
  return insertWithinLimit(tx, limits.eventsPerBand, member.bandId, restoreEventRow, { ...member, id })
}

/**
 * The deletion of a restorable event. `wentWithMember`: its member left, was removed, or erased their account. `isOfSeries`: the dates of a
 * series were deleted together.
 */
export const findDeletion = optionalRow(
  z.strictObject({ id: Id, deletedAt: z.date(), wentWithMember: z.boolean(), isOfSeries: z.boolean() }),
  sql<MemberContext & { id: string }>`
    select a.id, e.deleted_at as "deletedAt", a.verb in (${literal(departureVerbs)}) as "wentWithMember",
      a.verb = 'deleted_series' as "isOfSeries"
    from events e join activity a on a.band_id = e.band_id and a.id = e.deletion_id
    where ${isRestorableEvent}`,
)

/** Locks a restorable event until the transaction ends. Returns false when there is none, also when it was restored meanwhile. */
export const lockRestorableEvent = hasRow(
  sql<MemberContext & { id: string }>`select from events e where ${isRestorableEvent} for update of e`,
)

/** Locks the row of an event until the transaction ends, without reading it. */
export const lockEventRow = command(
  sql<MemberContext & { id: string }>`
    select from events where band_id = $bandId and id = $id and deleted_at is null for no key update`,
)

function toEventValues(event: IdentifiedEvent): EventValues {
  return { id: event.id, setlistId: event.setlistId, event: JSON.stringify(withLastDay(event)) }
}

export function withLastDay<Event extends NormalizedEvent>(event: Event): Event & { lastDay: string } {
  return { ...event, lastDay: lastDayOfSpan(event) }
}
