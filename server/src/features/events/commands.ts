// Any member may edit band events; only the owner may edit days away.

import { randomUUIDv7 } from 'node:crypto'
import { canRestoreAfterDeparture } from '@gaffer/domain/bands/access'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon, weekdayAndDate } from '@gaffer/domain/shared/dates'
import { normalizeEvent } from '@gaffer/domain/events/normalize-event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import type { BandEvent, CalendarEntry, EventChanges, ParsedEvent } from '@gaffer/domain/events/event'
import type { ParsedEventOptions } from '@gaffer/domain/events/event-options'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { refuseForeignSetlist } from '#features/set-lists/service.ts'
import { lockMembershipOfCaller } from '#features/bands/member-service.ts'
import type { EventChange, NonEmpty } from './hooks.ts'
import { recordEventChanges, recordEventDeletion } from './record-event-change.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { addDaysAway, softDeleteLockedDaysAway, restoreDaysAway, changeLockedDaysAway } from './days-away.ts'
import { toDaysAway, type DaysAwayRow } from './days-away-columns.ts'
import { lockDaysAway } from './days-away-store.ts'
import { mergeAndValidateChanges, isEventUnchanged, createEventFromDraft, wrongEventTypeError } from './event-draft.ts'
import type { EventRow } from './event-columns.ts'
import { listChangesOfSameEdit } from './history-store.ts'
import { addMovedFrom } from './moved-from.ts'
import { refuseOtherMembership, addAnswersAndDeps, addAnswersAndDepsToOne } from './service.ts'
import {
  findDeletion,
  isEventLimitReached,
  isTypeAllowed,
  lockBandEvent,
  lockOptionsOfGroup,
  lockRestorableEvent,
  insertBandEvent,
  restoreDeletedEvent,
  softDeleteEvents,
  updateBandEvent,
  type IdentifiedEvent,
  type MovedEvent,
  type OptionGroupPosition,
} from './write-store.ts'

export async function addEvent(db: Db, member: MemberContext, draft: ParsedEvent): Promise<CalendarEntry> {
  refuseOtherMembership(member, draft)
  if (draft.type === 'unavailable') return addDaysAway(db, member, draft)
  const event = createEventFromDraft({ ...draft, type: draft.type }, db.clock)
  return addAnswersAndDepsToOne(db, member, await addBandEvent(db, member, event))
}

async function addBandEvent(
  db: Db,
  member: MemberContext,
  event: IdentifiedEvent,
  option?: OptionGroupPosition,
): Promise<EventRow> {
  await refuseForeignSetlist(db, member, event.setlistId)
  return inTransaction(db, async (tx) => {
    const added = await insertBandEvent(tx, member, event, option)
    if (added) {
      await recordEventChanges(tx, member, [{ kind: 'added', after: added }])
      return added
    }
    await refuseDisallowedType(tx, member, event.type)
    if (await isEventLimitReached(tx, member)) throw new AppError('conflict', eventMessages.bandEventsFull)
    throw notFoundError()
  })
}

/** Adds one tentative event for each date, in date order. */
export function addEventOptions(
  db: Db,
  member: MemberContext,
  { event, dates }: ParsedEventOptions,
): Promise<{ optionGroupId: string; events: BandEvent[] }> {
  refuseOtherMembership(member, event)
  const today = todayInLondon(db.clock.now())
  const pastIndex = dates.findIndex((date) => date < today)
  if (pastIndex >= 0) {
    throw invalidFieldError(`dates.${pastIndex}`, eventMessages.optionDatePast)
  }
  const optionGroupId = randomUUIDv7()
  const asksAnswers = event.asksAnswers ?? true
  // The cast is safe: the schema of the options refuses days away.
  const shared = { ...event, type: event.type as BandEventType, status: 'tentative', asksAnswers } as const
  return inTransaction(db, async (tx) => {
    const events: EventRow[] = []
    for (const [index, date] of dates.toSorted().entries()) {
      const option = { optionGroupId, optionNumber: index + 1, optionCount: dates.length }
      const draft = createEventFromDraft({ ...shared, date, cancelEventIds: undefined }, db.clock)
      events.push(await addBandEvent(tx, member, draft, option))
    }
    return { optionGroupId, events: await addAnswersAndDeps(tx, member, events) }
  })
}

export function changeEvent(
  db: Db,
  member: MemberContext,
  id: string,
  changes: EventChanges,
  seenVersions: SeenVersions,
): Promise<CalendarEntry> {
  return inTransaction(db, async (tx) => {
    const others = changes.status === 'confirmed' ? await lockOtherOptions(tx, member, id) : []
    const { event: stored, daysAway } = await lockEntryForEditing(tx, member, id, seenVersions)
    if (daysAway) return changeLockedDaysAway(tx, member, daysAway, changes)
    refuseOtherMembership(member, changes)
    const draft = mergeAndValidateChanges(stored, changes)
    if (draft.type === 'unavailable') throw wrongEventTypeError(eventMessages.awayStaysAway)
    const event = { id, ...normalizeEvent({ ...draft, type: draft.type }, todayInLondon(tx.clock.now())) }
    if (isEventUnchanged(event, stored)) return addAnswersAndDepsToOne(tx, member, stored)
    if (event.type !== stored.type) await refuseDisallowedType(tx, member, event.type)
    if (event.setlistId !== stored.setlistId) await refuseForeignSetlist(tx, member, event.setlistId)
    const cancelled = others
      .filter(({ status }) => status !== 'cancelled')
      .map((option) => ({ before: option, after: { ...option, status: 'cancelled' as const } }))
    return updateAndRecord(tx, member, [{ before: stored, after: event }, ...cancelled])
  })
}

type Edit = { before: EventRow; after: IdentifiedEvent }

/** Stores and records edits that were made together. Returns the first event. */
async function updateAndRecord(tx: Db, member: MemberContext, edits: readonly [Edit, ...Edit[]]): Promise<BandEvent> {
  const [first, ...others] = await addMovedFrom(tx, member, edits)
  const event = await updateBandEvent(tx, member, first as MovedEvent)
  const changes: NonEmpty<EventChange> = [{ kind: 'edited', before: edits[0].before, after: event }]
  const more: EventChange[] = []
  for (const [index, other] of others.entries()) {
    more.push({
      kind: 'edited',
      before: (edits[index + 1] as Edit).before,
      after: await updateBandEvent(tx, member, other),
    })
  }
  await recordEventChanges(tx, member, [...changes, ...more])
  return addAnswersAndDepsToOne(tx, member, event)
}

/**
 * Undoes the last edit of the event, which must have confirmed this option of a group. Options that were changed since that edit
 * cancelled them stay as they are; `kept` lists their dates.
 */
export function undoConfirmation(
  db: Db,
  member: MemberContext,
  id: string,
  seenVersions: SeenVersions,
): Promise<{ event: BandEvent; kept: string[] }> {
  return inTransaction(db, async (tx) => {
    const options = await lockOptionsOfGroup(tx, { ...member, id })
    const locked = await lockEntryForEditing(tx, member, id, seenVersions)
    const { version } = locked.event ?? locked.daysAway
    const optionIds = options.map((option) => option.id)
    const changes = await listChangesOfSameEdit(tx, { ...member, id, version, optionIds })
    const isConfirmation = changes.some(
      ({ eventId, fields }) =>
        eventId === id && fields.some(({ field, to }) => field === 'status' && to === 'confirmed'),
    )
    if (!isConfirmation) throw new AppError('conflict', eventMessages.confirmationNotLast)
    const changed = changes.flatMap((change) => {
      const stored = options.find((option) => option.id === change.eventId)
      return stored ? [{ stored, change }] : []
    })
    const [own, ...others] = changed
      .filter(({ stored, change }) => stored.version === change.version)
      .toSorted((a, b) => Number(b.stored.id === id) - Number(a.stored.id === id))
      .map(({ stored, change }) => ({ before: stored, after: withOldValues(stored, change) }))
    const event = await updateAndRecord(tx, member, [own as Edit, ...others])
    const kept = changed.filter(({ stored, change }) => stored.version !== change.version)
    return { event, kept: kept.map(({ stored }) => stored.date).toSorted() }
  })
}

function withOldValues(stored: EventRow, { fields }: Pick<EventHistoryEntry, 'fields'>): IdentifiedEvent {
  return { ...stored, ...Object.fromEntries(fields.map(({ field, from }) => [field, from])) } as IdentifiedEvent
}

/**
 * Locks all options of the event's group, and returns the other options. Refuses when one of them is confirmed, as after a parallel
 * confirmation: the version check covers the caller's option only.
 */
async function lockOtherOptions(tx: Db, member: MemberContext, id: string): Promise<EventRow[]> {
  const others = (await lockOptionsOfGroup(tx, { ...member, id })).filter((option) => option.id !== id)
  refuseSecondConfirmation(others)
  return others
}

function refuseSecondConfirmation(others: readonly EventRow[]): void {
  const confirmed = others.find(({ status }) => status === 'confirmed')
  if (confirmed) throw new AppError('conflict', eventMessages.optionConfirmed(weekdayAndDate(confirmed.date)))
}

/** Soft delete: feeds then show the event as cancelled. */
export function deleteEvent(db: Db, member: MemberContext, id: string, seenVersions: SeenVersions): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { event, daysAway } = await lockEntryForEditing(tx, member, id, seenVersions)
    if (daysAway) return softDeleteLockedDaysAway(tx, member, daysAway)
    const deletionId = await recordEventDeletion(tx, member, { kind: 'deleted', before: event })
    await softDeleteEvents(tx, { ...member, ids: [id], deletionId })
  })
}

/**
 * Restores an event, or days away of the caller, deleted within `limits.restorableDays`, unless a limit is reached or the band has
 * confirmed another option. An entry that is not deleted is returned as it is, so that a repeated Undo succeeds. Only admins and owners
 * restore events that were deleted with a former member.
 */
export function restoreEvent(db: Db, member: MemberContext, id: string): Promise<CalendarEntry> {
  return inTransaction(db, async (tx) => {
    const actor = await lockMembershipOfCaller(tx, member)
    const options = await lockOptionsOfGroup(tx, { ...member, id })
    if (!(await lockRestorableEvent(tx, { ...member, id }))) return restoreDaysAwayOrRead(tx, member, id)
    const deletion = await findDeletion(tx, { ...member, id })
    const wentWithMember = deletion?.wentWithMember ?? false
    if (wentWithMember && !canRestoreAfterDeparture(actor))
      throw new AppError('not_allowed', bandMessages.onlyAdminsRestoreGone)
    const event = await restoreDeletedEvent(tx, member, id)
    if (!event) throw new AppError('conflict', eventMessages.bandEventsFull)
    if (event.status === 'confirmed') refuseSecondConfirmation(options)
    const seriesDeletion = deletion?.isOfSeries ? { id: deletion.id, at: deletion.deletedAt } : null
    await recordEventChanges(tx, member, [{ kind: 'restored', after: event, wentWithMember, seriesDeletion }])
    return addAnswersAndDepsToOne(tx, member, event)
  })
}

async function restoreDaysAwayOrRead(tx: Db, member: MemberContext, id: string): Promise<CalendarEntry> {
  const restored = await restoreDaysAway(tx, member, id)
  if (restored) return toDaysAway(restored, member)
  const { event, daysAway } = await lockEntryForEditing(tx, member, id, null)
  return event ? addAnswersAndDepsToOne(tx, member, event) : toDaysAway(daysAway, member)
}

type LockedEntry = { event: EventRow; daysAway?: never } | { event?: never; daysAway: DaysAwayRow }

/** Locks an event of the band, or days away of the caller. Refuses a stale edit, and a member who was removed since the guard ran. */
async function lockEntryForEditing(
  tx: Db,
  member: MemberContext,
  id: string,
  seenVersions: SeenVersions,
): Promise<LockedEntry> {
  // Sends both statements at once. The membership is locked before the event, as a removal does, so that the two cannot deadlock.
  const [, event] = await Promise.all([lockMembershipOfCaller(tx, member), lockBandEvent(tx, { ...member, id })])
  if (event) {
    refuseStaleEdit(event, seenVersions)
    return { event }
  }
  const daysAway = orNotFound(await lockDaysAway(tx, member, id))
  if (daysAway.ownerUserId !== member.userId) {
    throw new AppError('not_allowed', eventMessages.onlyOwnerEdits(daysAway.displayName as string))
  }
  refuseStaleEdit(daysAway, seenVersions)
  return { daysAway }
}

export async function refuseDisallowedType(db: Db, member: MemberContext, type: BandEventType): Promise<void> {
  if (!(await isTypeAllowed(db, { ...member, type }))) throw wrongEventTypeError(eventMessages.eventTypeNotAllowed)
}
