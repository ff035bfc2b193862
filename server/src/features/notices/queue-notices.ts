// Other features call these functions in the transaction of a change. The settler (settle.ts) makes the notices.

import type { AccessLevel } from '@gaffer/domain/bands/access'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import type { Event } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import type { DepartedMember } from '#features/bands/hooks.ts'
import type { EventBeforeChange, EventChangeFacts } from '@gaffer/domain/events/event-change'
import type { Actor, NonEmpty } from '#features/events/hooks.ts'
import { deletePendingEventChanges, upsertPendingNotice } from './pending-store.ts'

export function queueEventAdded(tx: Db, actor: Actor, event: Pick<Event, 'id'>): Promise<void> {
  return queueEvent(tx, actor, event.id, { before: null, wasRestored: false })
}

/** One notice for all events of a series that were added together, in date order. */
export function queueSeriesAdded(tx: Db, actor: Actor, events: NonEmpty<Pick<Event, 'id'>>): Promise<void> {
  return queueSeries(tx, actor, events, { before: null, isDeletion: false })
}

/** One notice for all events of a series that were changed together, in date order, as they were before. */
export function queueSeriesChanged(tx: Db, actor: Actor, events: NonEmpty<Event>): Promise<void> {
  return queueSeries(tx, actor, events, { before: snapshotOf(events[0]), isDeletion: false })
}

/** One notice for all events of a series that were deleted together, in date order. */
export function queueSeriesDeleted(tx: Db, actor: Actor, events: NonEmpty<Event>): Promise<void> {
  return queueSeries(tx, actor, events, { before: snapshotOf(events[0]), isDeletion: true })
}

/** A row beside those of its events, so that a change to one date does not become one of all. */
function queueSeries(
  tx: Db,
  actor: Actor,
  events: NonEmpty<Pick<Event, 'id'>>,
  { before, isDeletion }: Pick<EventChangeFacts, 'before'> & { isDeletion: boolean },
): Promise<void> {
  const eventIds = events.map(({ id }) => id)
  const eventId = events[0].id
  if (eventIds.length === 1) return queueEvent(tx, actor, eventId, { before, wasRestored: false })
  const { userId: actorId, bandId, address = null } = actor
  const facts = { before, wasRestored: false, series: { eventIds, isDeletion } }
  const subject = `series from ${eventId}`
  return upsertPendingNotice(tx, { cause: 'event', subject, bandId, eventId, actorId, address, facts })
}

/** `before` is the event before it was changed or deleted. */
export function queueEventChangedOrDeleted(tx: Db, actor: Actor, before: Event): Promise<void> {
  return queueEvent(tx, actor, before.id, { before: snapshotOf(before), wasRestored: false })
}

/** `wentWithMember`: the event was deleted with a former member, which every member was told. */
export function queueEventRestored(
  tx: Db,
  actor: Actor,
  event: Pick<Event, 'id'>,
  { wentWithMember }: { wentWithMember: boolean },
): Promise<void> {
  return queueEvent(tx, actor, event.id, { before: null, wasRestored: true, ...(wentWithMember && { wentWithMember }) })
}

function queueEvent(
  tx: Db,
  { userId: actorId, bandId, address = null }: Actor,
  eventId: string,
  facts: EventChangeFacts,
): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'event', subject: eventId, bandId, eventId, actorId, address, facts })
}

function snapshotOf(event: Event): EventBeforeChange {
  const { type, status, title, date, endDate, startTime, endTime, isAllDay, location, venue, notes } = event
  const { asksAnswers, movedFrom } = event
  const place = { location, venue }
  return { type, status, title, date, endDate, startTime, endTime, isAllDay, ...place, notes, asksAnswers, movedFrom }
}

/** An answer was changed from Yes to No. Whether it makes a notice depends on the event when the change has settled. */
export function queueAnswerWithdrawn(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { eventId, membershipId }: { eventId: string; membershipId: string },
): Promise<void> {
  const subject = `${eventId} ${membershipId}`
  return upsertPendingNotice(tx, { cause: 'answer', subject, bandId, eventId, actorId, facts: { membershipId } })
}

export function queueNudge(tx: Db, { userId: actorId, bandId }: Actor, eventId: string): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'nudge', subject: eventId, bandId, eventId, actorId, facts: {} })
}

export function queueMemberJoined(tx: Db, { userId: actorId, bandId }: Actor): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'joined', subject: `${bandId} ${actorId}`, bandId, actorId, facts: {} })
}

/**
 * One notice of the departure, and one that names all events that went with the member: changes to these that are not settled yet make
 * none. `actorId` is null and the name a general one if the member erased the account.
 */
export async function queueMemberLeft(
  tx: Db,
  { bandId, actorId }: { bandId: string; actorId: string | null },
  { membershipId, ...facts }: DepartedMember,
): Promise<void> {
  await deletePendingEventChanges(tx, { bandId, eventIds: facts.eventIds })
  await upsertPendingNotice(tx, { cause: 'left', subject: membershipId, bandId, actorId, facts })
}

export function queueAccessChanged(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { userId, access }: { userId: string; access: AccessLevel },
): Promise<void> {
  const subject = `${bandId} ${userId} ${access}`
  return upsertPendingNotice(tx, { cause: 'access', subject, bandId, actorId, facts: { userId, access } })
}

/** One digest an evening: songs that are added until then join the row. */
export function queueSongAdded(tx: Db, { userId: actorId, bandId }: Actor, songId: string): Promise<void> {
  const { date, time } = londonWallClock(Date.now())
  const evening = time < limits.reminderEvening ? date : addDays(date, 1)
  const dueAt = new Date(londonInstant(evening, limits.reminderEvening)).toISOString()
  const facts = { [songId]: actorId }
  return upsertPendingNotice(tx, { cause: 'songs', subject: bandId, bandId, actorId, facts, dueAt })
}

/** Queues a notice to the owner of a connected calendar. `failingSince` is a date. */
export function queueCalendarFailing(
  tx: Db,
  facts: { userId: string; calendarName: string; failingSince: string },
): Promise<void> {
  const subject = `${facts.userId} ${facts.calendarName}`
  return upsertPendingNotice(tx, { cause: 'calendar', subject, bandId: null, actorId: null, facts })
}
