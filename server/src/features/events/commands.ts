// Any member may edit band events. Only their owner may edit days away.

import { randomUUIDv7 } from 'node:crypto'
import { canEditEvent } from '@gaffer/domain/access'
import { overlaps } from '@gaffer/domain/span'
import {
  EventInput,
  normalizeEvent,
  withChanges,
  type Event,
  type EventChanges,
  type EventDraft,
  type NormalizedEvent,
} from '@gaffer/domain/event'
import { eventTypeLabels, type BandEventType } from '@gaffer/domain/event-type'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { refuseStaleEdit } from '#platform/version-check.ts'
import { activityValues } from '#features/activity/columns.ts'
import { logActivity } from '#features/activity/service.ts'
import { parse } from '#http/parse.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { refuseOtherMembership } from './service.ts'
import {
  isDaysAwayFull,
  isBandFull,
  insertDaysAway,
  insertBandEvent,
  isDaysAwayRestorable,
  isEventRestorable,
  isTypeAllowed,
  lockEventsOfOwnBands,
  lockBandEvent,
  lockDaysAway,
  softDeleteDaysAway,
  softDeleteEvent,
  restoreDeletedDaysAway,
  restoreDeletedEvent,
  updateBandEvent,
  updateDaysAway,
  type Viewer,
} from './write-store.ts'

export async function addEvent(db: Db, member: MemberContext, draft: EventDraft): Promise<Event> {
  refuseOtherMembership(member, draft)
  const event = { id: randomUUIDv7(), ...normalizeEvent(draft) }
  if (event.type === 'unavailable') return addDaysAway(db, member, event, draft.cancelEventIds)
  const added = await insertBandEvent(
    db,
    member,
    event,
    activityValues(member, { verb: 'booked', ...subjectAndDate(event) }),
  )
  if (added) return added
  await refuseDisallowedType(db, member, event.type)
  if (await isBandFull(db, member)) throw new AppError('conflict', messages.bandEventsFull)
  throw notFoundError()
}

/** Days away without a band: no band sees their title and notes. */
export async function addOwnEvent(db: Db, user: AuthenticatedUser, draft: EventDraft): Promise<Event> {
  refuseOtherMembership(user, draft)
  if (draft.type !== 'unavailable') throw wrongType(messages.bandEventElsewhere)
  return addDaysAway(db, user, { id: randomUUIDv7(), ...normalizeEvent(draft) }, draft.cancelEventIds)
}

async function addDaysAway(
  db: Db,
  caller: Viewer,
  away: NormalizedEvent & { id: string },
  cancelEventIds: readonly string[] = [],
): Promise<Event> {
  if (cancelEventIds.length === 0) return insertDaysAwayOrRefuse(db, caller, away)
  return inTransaction(db, async (tx) => {
    const stored = await insertDaysAwayOrRefuse(tx, caller, away)
    await cancelAffected(tx, caller, stored, cancelEventIds)
    return stored
  })
}

async function insertDaysAwayOrRefuse(db: Db, caller: Viewer, away: NormalizedEvent & { id: string }): Promise<Event> {
  const added = await insertDaysAway(db, caller, away)
  if (!added && (await isDaysAwayFull(db, caller))) throw new AppError('conflict', messages.daysAwayFull)
  return orNotFound(added)
}

/**
 * Cancels events of the caller's bands that overlap the days away. Refuses the whole request when one of them was moved
 * or deleted since the caller chose it.
 */
async function cancelAffected(tx: Db, caller: Viewer, away: Event, eventIds: readonly string[] = []): Promise<void> {
  if (eventIds.length === 0) return
  const events = await lockEventsOfOwnBands(tx, caller, eventIds)
  const isComplete = events.length === new Set(eventIds).size
  if (!isComplete || !events.every((event) => overlaps(event, away))) {
    throw invalidFieldError('cancelEventIds', messages.affectedEventsChanged)
  }
  for (const event of events) {
    const actor = { userId: caller.userId, bandId: event.bandId as string }
    await softDeleteEvent(tx, actor, event.id)
    await logActivity(tx, actor, { verb: 'cancelled', ...subjectAndDate(event) })
  }
}

export function changeEvent(
  db: Db,
  member: MemberContext,
  id: string,
  changes: EventChanges,
  seenVersion: number | null,
): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const stored = await lockForEditing(tx, member, id, seenVersion)
    const event = applyChanges(member, stored, changes)
    if (isAway(event) !== isAway(stored)) throw wrongType(messages.awayStaysAway)
    if (isAway(event)) return updateAway(tx, member, stored, event, changes.cancelEventIds)
    if (isUnchanged(event, stored)) return stored
    if (event.type !== stored.type) await refuseDisallowedType(tx, member, event.type as BandEventType)
    const updated = await updateBandEvent(tx, member, event)
    const moved = updated.date === stored.date ? null : { previousDate: stored.date }
    await logActivity(tx, member, { verb: moved ? 'moved' : 'changed', ...subjectAndDate(updated), ...moved })
    return updated
  })
}

export function changeOwnEvent(
  db: Db,
  user: AuthenticatedUser,
  id: string,
  changes: EventChanges,
  seenVersion: number | null,
): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockDaysAway(tx, user, id))
    refuseStaleEdit(stored, seenVersion)
    if (changes.type !== undefined && changes.type !== 'unavailable') throw wrongType(messages.bandEventElsewhere)
    const event = applyChanges(user, stored, changes)
    return updateAway(tx, user, stored, event, changes.cancelEventIds)
  })
}

async function updateAway(
  tx: Db,
  caller: Viewer,
  stored: Event,
  away: NormalizedEvent & { id: string },
  cancelEventIds: readonly string[] | undefined,
): Promise<Event> {
  const updated = isUnchanged(away, stored) ? stored : orNotFound(await updateDaysAway(tx, caller, away))
  await cancelAffected(tx, caller, updated, cancelEventIds)
  return updated
}

/** Soft delete: feeds then show the event as cancelled. */
export function deleteEvent(db: Db, member: MemberContext, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = await lockForEditing(tx, member, id, seenVersion)
    if (isAway(stored)) return softDeleteDaysAway(tx, member, id)
    await softDeleteEvent(tx, member, id)
    await logActivity(tx, member, { verb: 'cancelled', ...subjectAndDate(stored) })
  })
}

export function deleteOwnEvent(db: Db, user: AuthenticatedUser, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    refuseStaleEdit(orNotFound(await lockDaysAway(tx, user, id)), seenVersion)
    await softDeleteDaysAway(tx, user, id)
  })
}

/**
 * Restores an event deleted within `limits.deletedEventDays`, unless the band is full. Returns an event that is not deleted
 * unchanged, so that a repeated Undo succeeds.
 */
export function restoreEvent(db: Db, member: MemberContext, id: string): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const event = await restoreDeletedEvent(tx, member, id)
    if (!event && (await isEventRestorable(tx, member, id))) throw new AppError('conflict', messages.bandEventsFull)
    if (!event) return (await restoreDaysAway(tx, member, id)) ?? lockForEditing(tx, member, id, null)
    await logActivity(tx, member, { verb: 'restored', ...subjectAndDate(event) })
    return event
  })
}

export function restoreOwnEvent(db: Db, user: AuthenticatedUser, id: string): Promise<Event> {
  return inTransaction(db, async (tx) =>
    orNotFound((await restoreDaysAway(tx, user, id)) ?? (await lockDaysAway(tx, user, id))),
  )
}

async function restoreDaysAway(tx: Db, caller: Viewer, id: string): Promise<Event | undefined> {
  const away = await restoreDeletedDaysAway(tx, caller, id)
  if (!away && (await isDaysAwayRestorable(tx, caller, id))) throw new AppError('conflict', messages.daysAwayFull)
  return away
}

function subjectAndDate({ title, type, date }: Pick<Event, 'title' | 'type' | 'date'>): {
  subject: string
  date: string
} {
  return { subject: title ?? eventTypeLabels[type], date }
}

async function lockForEditing(tx: Db, member: MemberContext, id: string, seenVersion: number | null): Promise<Event> {
  const stored = orNotFound((await lockBandEvent(tx, member, id)) ?? (await lockDaysAway(tx, member, id)))
  if (!canEditEvent(member, stored)) {
    throw new AppError('not_allowed', messages.onlyOwnerEdits(stored.displayName as string))
  }
  refuseStaleEdit(stored, seenVersion)
  return stored
}

/** Applies the changes to the stored event and validates the result like a new event. */
function applyChanges(caller: Viewer, stored: Event, changes: EventChanges) {
  refuseOtherMembership(caller, changes)
  return { id: stored.id, ...normalizeEvent(parse(EventInput, withChanges(stored, changes))) }
}

/** An unchanged event keeps its version, so that parallel edits get no 412. */
function isUnchanged(event: NormalizedEvent, stored: Event): boolean {
  return Object.entries(event).every(([field, value]) => stored[field as keyof NormalizedEvent] === value)
}

async function refuseDisallowedType(db: Db, member: MemberContext, type: BandEventType): Promise<void> {
  if (!(await isTypeAllowed(db, member, type))) throw wrongType(messages.eventTypeNotAllowed)
}

function isAway({ type }: Pick<Event, 'type'>): boolean {
  return type === 'unavailable'
}

function wrongType(message: string): AppError {
  return invalidFieldError('type', message)
}
