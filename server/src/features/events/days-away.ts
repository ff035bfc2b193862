// Days away: only their owner may edit them.

import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { DaysAway, EventChanges, ParsedEvent } from '@gaffer/domain/events/event'
import { normalizeDaysAway } from '@gaffer/domain/events/normalize-event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { spansOverlap } from '@gaffer/domain/shared/span'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { invalidFieldError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { logDaysAwayActivity } from '#features/activity/service.ts'
import { recordEventDeletion } from './record-event-change.ts'
import { toDaysAway, type DaysAwayRow } from './days-away-columns.ts'
import { mergeAndValidateChanges, wrongEventTypeError } from './event-draft.ts'
import { refuseOtherMembership } from './service.ts'
import {
  insertDaysAway,
  isDaysAwayLimitReached,
  isDaysAwayRestorable,
  lockDaysAway,
  restoreDeletedDaysAway,
  softDeleteDaysAway,
  updateDaysAway,
  type UserOrMember,
} from './days-away-store.ts'
import { lockEventsOfOwnBands, softDeleteEvents } from './write-store.ts'

/** Adds days away without a band: no band sees their title and notes. */
export async function addOwnDaysAway(db: Db, user: AuthenticatedUser, draft: ParsedEvent): Promise<DaysAway> {
  refuseOtherMembership(user, draft)
  if (draft.type !== 'unavailable') throw wrongEventTypeError(eventMessages.bandEventElsewhere)
  return addDaysAway(db, user, draft)
}

export async function addDaysAway(db: Db, caller: UserOrMember, draft: ParsedEvent): Promise<DaysAway> {
  const { cancelEventIds = [] } = draft
  if (cancelEventIds.length === 0) return insertDaysAwayOrRefuse(db, caller, draft)
  return inTransaction(db, async (tx) => {
    const stored = await insertDaysAwayOrRefuse(tx, caller, draft)
    await deleteAffectedEvents(tx, caller, stored, cancelEventIds)
    return stored
  })
}

async function insertDaysAwayOrRefuse(db: Db, caller: UserOrMember, draft: ParsedEvent): Promise<DaysAway> {
  const added = await insertDaysAway(db, caller, { id: randomUUIDv7(), ...normalizeDaysAway(draft) })
  if (!added && (await isDaysAwayLimitReached(db, caller))) throw new AppError('conflict', eventMessages.daysAwayFull)
  return toDaysAway(orNotFound(added), caller)
}

/**
 * Soft-deletes the events `eventIds` of the caller's bands. Refuses the whole request when one of them is gone or does not overlap the days
 * away any more.
 */
async function deleteAffectedEvents(
  tx: Db,
  caller: UserOrMember,
  away: DaysAway,
  eventIds: readonly string[] = [],
): Promise<void> {
  if (eventIds.length === 0) return
  const events = await lockEventsOfOwnBands(tx, { ...caller, ids: eventIds })
  const isComplete = events.length === new Set(eventIds).size
  if (!isComplete || !events.every((event) => spansOverlap(event, away))) {
    throw invalidFieldError('cancelEventIds', eventMessages.affectedEventsChanged)
  }
  for (const event of events) {
    const actor = { userId: caller.userId, bandId: event.bandId, address: caller.address }
    const deletionId = await recordEventDeletion(tx, actor, { kind: 'deleted', before: event })
    await softDeleteEvents(tx, { ...actor, ids: [event.id], deletionId })
  }
}

export function changeOwnDaysAway(
  db: Db,
  user: AuthenticatedUser,
  id: string,
  changes: EventChanges,
  seenVersions: SeenVersions,
): Promise<DaysAway> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockDaysAway(tx, user, id))
    refuseStaleEdit(stored, seenVersions)
    if (changes.type !== undefined && changes.type !== 'unavailable')
      throw wrongEventTypeError(eventMessages.bandEventElsewhere)
    return changeLockedDaysAway(tx, user, stored, changes)
  })
}

export async function changeLockedDaysAway(
  tx: Db,
  caller: UserOrMember,
  stored: DaysAwayRow,
  changes: EventChanges,
): Promise<DaysAway> {
  refuseOtherMembership(caller, changes)
  const { id } = stored
  const draft = mergeAndValidateChanges(toDaysAway(stored, caller), changes)
  if (draft.type !== 'unavailable') throw wrongEventTypeError(eventMessages.awayStaysAway)
  const days = normalizeDaysAway(draft)
  const isUnchanged = Object.entries(days).every(([field, value]) => stored[field as keyof typeof days] === value)
  const row = isUnchanged ? stored : orNotFound(await updateDaysAway(tx, caller, { id, ...days }))
  const updated = toDaysAway(row, caller)
  await deleteAffectedEvents(tx, caller, updated, changes.cancelEventIds)
  return updated
}

export function deleteOwnDaysAway(
  db: Db,
  user: AuthenticatedUser,
  id: string,
  seenVersions: SeenVersions,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockDaysAway(tx, user, id))
    refuseStaleEdit(stored, seenVersions)
    await softDeleteLockedDaysAway(tx, user, stored)
  })
}

export async function softDeleteLockedDaysAway(tx: Db, owner: UserOrMember, { id, date }: DaysAwayRow): Promise<void> {
  const deletionId = await logDaysAwayActivity(tx, owner, { verb: 'removed_days_away', date })
  await softDeleteDaysAway(tx, { ...owner, id, deletionId })
}

export function restoreOwnDaysAway(db: Db, user: AuthenticatedUser, id: string): Promise<DaysAway> {
  return inTransaction(db, async (tx) => {
    const row = (await restoreDaysAway(tx, user, id)) ?? (await lockDaysAway(tx, user, id))
    return toDaysAway(orNotFound(row), user)
  })
}

export async function restoreDaysAway(tx: Db, caller: UserOrMember, id: string): Promise<DaysAwayRow | undefined> {
  const away = await restoreDeletedDaysAway(tx, caller, id)
  if (!away && (await isDaysAwayRestorable(tx, { ...caller, id })))
    throw new AppError('conflict', eventMessages.daysAwayFull)
  if (away) await logDaysAwayActivity(tx, caller, { verb: 'restored_days_away', date: away.date })
  return away
}
