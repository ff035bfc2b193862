// Days away: only their owner may edit them.

import { AppError } from '@gaffer/domain/shared/app-error'
import type { Event, EventChanges, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { spansOverlap } from '@gaffer/domain/shared/span'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { invalidFieldError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit } from '#platform/version-check.ts'
import { logDaysAwayActivity } from '#features/activity/service.ts'
import { recordEventDeletion } from './record-event-change.ts'
import { mergeAndValidateChanges, isEventUnchanged, createEventFromDraft, wrongEventTypeError } from './event-draft.ts'
import { refuseOtherMembership } from './service.ts'
import {
  insertDaysAway,
  isDaysAwayLimitReached,
  isDaysAwayRestorable,
  lockDaysAway,
  lockEventsOfOwnBands,
  restoreDeletedDaysAway,
  softDeleteDaysAway,
  softDeleteEvents,
  updateDaysAway,
  type IdentifiedEvent,
  type UserOrMember,
} from './write-store.ts'

/** Days away without a band: no band sees their title and notes. */
export async function addOwnDaysAway(db: Db, user: AuthenticatedUser, draft: ParsedEvent): Promise<Event> {
  refuseOtherMembership(user, draft)
  if (draft.type !== 'unavailable') throw wrongEventTypeError(eventMessages.bandEventElsewhere)
  return addDaysAway(db, user, createEventFromDraft(draft), draft.cancelEventIds)
}

export async function addDaysAway(
  db: Db,
  caller: UserOrMember,
  away: IdentifiedEvent,
  cancelEventIds: readonly string[] = [],
): Promise<Event> {
  if (cancelEventIds.length === 0) return insertDaysAwayOrRefuse(db, caller, away)
  return inTransaction(db, async (tx) => {
    const stored = await insertDaysAwayOrRefuse(tx, caller, away)
    await deleteAffectedEvents(tx, caller, stored, cancelEventIds)
    return stored
  })
}

async function insertDaysAwayOrRefuse(db: Db, caller: UserOrMember, away: IdentifiedEvent): Promise<Event> {
  const added = await insertDaysAway(db, caller, away)
  if (!added && (await isDaysAwayLimitReached(db, caller))) throw new AppError('conflict', eventMessages.daysAwayFull)
  return orNotFound(added)
}

/**
 * Soft-deletes events of the caller's bands that overlap the days away. Refuses the whole request when one of them was moved
 * or deleted since the caller chose it.
 */
async function deleteAffectedEvents(
  tx: Db,
  caller: UserOrMember,
  away: Event,
  eventIds: readonly string[] = [],
): Promise<void> {
  if (eventIds.length === 0) return
  const events = await lockEventsOfOwnBands(tx, { ...caller, ids: eventIds })
  const isComplete = events.length === new Set(eventIds).size
  if (!isComplete || !events.every((event) => spansOverlap(event, away))) {
    throw invalidFieldError('cancelEventIds', eventMessages.affectedEventsChanged)
  }
  for (const event of events) {
    const actor = { userId: caller.userId, bandId: event.bandId as string, address: caller.address }
    const deletionId = await recordEventDeletion(tx, actor, { kind: 'deleted', before: event })
    await softDeleteEvents(tx, { ...actor, ids: [event.id], deletionId })
  }
}

export function changeOwnDaysAway(
  db: Db,
  user: AuthenticatedUser,
  id: string,
  changes: EventChanges,
  seenVersion: number | null,
): Promise<Event> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockDaysAway(tx, user, id))
    refuseStaleEdit(stored, seenVersion)
    if (changes.type !== undefined && changes.type !== 'unavailable')
      throw wrongEventTypeError(eventMessages.bandEventElsewhere)
    const event = mergeAndValidateChanges(user, stored, changes)
    return changeLockedDaysAway(tx, user, stored, event, changes.cancelEventIds)
  })
}

export async function changeLockedDaysAway(
  tx: Db,
  caller: UserOrMember,
  stored: Event,
  away: IdentifiedEvent,
  cancelEventIds: readonly string[] | undefined,
): Promise<Event> {
  const updated = isEventUnchanged(away, stored) ? stored : orNotFound(await updateDaysAway(tx, caller, away))
  await deleteAffectedEvents(tx, caller, updated, cancelEventIds)
  return updated
}

export function deleteOwnDaysAway(
  db: Db,
  user: AuthenticatedUser,
  id: string,
  seenVersion: number | null,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockDaysAway(tx, user, id))
    refuseStaleEdit(stored, seenVersion)
    await softDeleteLockedDaysAway(tx, user, stored)
  })
}

export async function softDeleteLockedDaysAway(tx: Db, owner: UserOrMember, { id, date }: Event): Promise<void> {
  const deletionId = await logDaysAwayActivity(tx, owner, { verb: 'removed_days_away', date })
  await softDeleteDaysAway(tx, { ...owner, id, deletionId })
}

export function restoreOwnDaysAway(db: Db, user: AuthenticatedUser, id: string): Promise<Event> {
  return inTransaction(db, async (tx) =>
    orNotFound((await restoreDaysAway(tx, user, id)) ?? (await lockDaysAway(tx, user, id))),
  )
}

export async function restoreDaysAway(tx: Db, caller: UserOrMember, id: string): Promise<Event | undefined> {
  const away = await restoreDeletedDaysAway(tx, caller, id)
  if (!away && (await isDaysAwayRestorable(tx, { ...caller, id })))
    throw new AppError('conflict', eventMessages.daysAwayFull)
  if (away) await logDaysAwayActivity(tx, caller, { verb: 'restored_days_away', date: away.date })
  return away
}
