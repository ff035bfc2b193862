// Any member may edit band events. Only their owner may edit days away.

import { randomUUIDv7 } from 'node:crypto'
import { canEditEvent } from '@gaffer/domain/access'
import { overlaps } from '@gaffer/domain/span'
import {
  EventInput,
  normalizeEvent,
  type Event,
  type EventChanges,
  type EventDraft,
  type NormalizedEvent,
} from '@gaffer/domain/event'
import { withChanges } from '@gaffer/domain/event-changes'
import { eventTypeLabels, type BandEventType } from '@gaffer/domain/event-type'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { refuseStaleEdit } from '#platform/version-check.ts'
import { activityInsertSql, activityValues, logActivity } from '#features/activity/service.ts'
import { parse } from '#http/parse.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/auth-context.ts'
import { refuseOtherMembership } from './service.ts'
import {
  hasMostDaysAway,
  hasMostEvents,
  insertDaysAway,
  insertingBandEvent,
  isTypeAllowed,
  lockEventsOfOwnBands,
  lockBandEvent,
  lockDaysAway,
  markDaysAwayDeleted,
  markEventDeleted,
  unmarkDaysAwayDeleted,
  unmarkEventDeleted,
  updateBandEvent,
  updateDaysAway,
  type Viewer,
} from './write-store.ts'

const insertBandEvent = insertingBandEvent(activityInsertSql)

export async function addEvent(db: Db, member: MemberContext, draft: EventDraft): Promise<Event> {
  refuseOtherMembership(member, draft)
  const event = { id: randomUUIDv7(), ...normalizeEvent(draft) }
  if (event.type === 'unavailable') return addDaysAway(db, member, event, draft.cancelEventIds)
  const added = await insertBandEvent(db, member, event, activityValues(member, { verb: 'booked', ...named(event) }))
  if (added) return added
  await refuseUnlessAllowed(db, member, event.type)
  if (await hasMostEvents(db, member)) throw new AppError('conflict', messages.bandEventsFull)
  throw new AppError('not_found', messages.notFound)
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
  if (!added && (await hasMostDaysAway(db, caller))) throw new AppError('conflict', messages.daysAwayFull)
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
    const message = messages.affectedEventsChanged
    throw new AppError('invalid_input', message, { issues: [{ path: 'cancelEventIds', message }] })
  }
  for (const event of events) {
    const actor = { userId: caller.userId, bandId: event.bandId as string }
    await markEventDeleted(tx, actor, event.id)
    await logActivity(tx, actor, { verb: 'cancelled', ...named(event) })
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
    const event = changed(member, stored, changes)
    if (isAway(event) !== isAway(stored)) throw wrongType(messages.awayStaysAway)
    if (isAway(event)) return updateAway(tx, member, stored, event, changes.cancelEventIds)
    if (isAsStored(event, stored)) return stored
    if (event.type !== stored.type) await refuseUnlessAllowed(tx, member, event.type as BandEventType)
    const stands = await updateBandEvent(tx, member, event)
    const moved = stands.date === stored.date ? null : { previousDate: stored.date }
    await logActivity(tx, member, { verb: moved ? 'moved' : 'changed', ...named(stands), ...moved })
    return stands
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
    const event = changed(user, stored, changes)
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
  const updated = isAsStored(away, stored) ? stored : orNotFound(await updateDaysAway(tx, caller, away))
  await cancelAffected(tx, caller, updated, cancelEventIds)
  return updated
}

/** Soft delete: feeds then show the event as cancelled. */
export function deleteEvent(db: Db, member: MemberContext, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = await lockForEditing(tx, member, id, seenVersion)
    if (isAway(stored)) return markDaysAwayDeleted(tx, member, id)
    await markEventDeleted(tx, member, id)
    await logActivity(tx, member, { verb: 'cancelled', ...named(stored) })
  })
}

export function deleteOwnEvent(db: Db, user: AuthenticatedUser, id: string, seenVersion: number | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    refuseStaleEdit(orNotFound(await lockDaysAway(tx, user, id)), seenVersion)
    await markDaysAwayDeleted(tx, user, id)
  })
}

/**
 * Restores an event deleted within `limits.deletedEventDays`. Returns an event that is not deleted unchanged, so that a
 * repeated Undo succeeds.
 */
export function restoreEvent(db: Db, member: MemberContext, id: string): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const event = await unmarkEventDeleted(tx, member, id)
    if (!event) return (await unmarkDaysAwayDeleted(tx, member, id)) ?? lockForEditing(tx, member, id, null)
    await logActivity(tx, member, { verb: 'restored', ...named(event) })
    return event
  })
}

export function restoreOwnEvent(db: Db, user: AuthenticatedUser, id: string): Promise<Event> {
  return inTransaction(db, async (tx) =>
    orNotFound((await unmarkDaysAwayDeleted(tx, user, id)) ?? (await lockDaysAway(tx, user, id))),
  )
}

/** Subject and date of an event in the activity. */
function named({ title, type, date }: Pick<Event, 'title' | 'type' | 'date'>): { subject: string; date: string } {
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
function changed(caller: Viewer, stored: Event, changes: EventChanges) {
  refuseOtherMembership(caller, changes)
  return { id: stored.id, ...normalizeEvent(parse(EventInput, withChanges(stored, changes))) }
}

/** An unchanged event keeps its version, so that parallel edits get no 412. */
function isAsStored(event: NormalizedEvent, stored: Event): boolean {
  return Object.entries(event).every(([field, value]) => stored[field as keyof NormalizedEvent] === value)
}

async function refuseUnlessAllowed(db: Db, member: MemberContext, type: BandEventType): Promise<void> {
  if (!(await isTypeAllowed(db, member, type))) throw wrongType(messages.eventTypeNotAllowed)
}

function isAway({ type }: Pick<Event, 'type'>): boolean {
  return type === 'unavailable'
}

function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw new AppError('not_found', messages.notFound)
  return found
}

function wrongType(message: string): AppError {
  return new AppError('invalid_input', message, { issues: [{ path: 'type', message }] })
}
