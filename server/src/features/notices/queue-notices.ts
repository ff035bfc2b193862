// Other features call these functions in the transaction of a change. The settler (settle.ts) makes the notices.

import type { Access } from '@gaffer/domain/access'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import type { EventSnapshot } from '@gaffer/domain/event-change'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#platform/db/connection.ts'
import { insertPending, type EventFacts } from './pending-store.ts'

type Actor = { userId: string; bandId: string }

export function queueEventAdded(tx: Db, actor: Actor, event: Pick<Event, 'id'>): Promise<void> {
  return queueEvent(tx, actor, event.id, { before: null, wasRestored: false })
}

type InSeries = Pick<Event, 'id' | 'date'>

/** One notice for all events of a series that were added together, in date order. */
export function queueSeriesAdded(tx: Db, actor: Actor, events: readonly [InSeries, ...InSeries[]]): Promise<void> {
  return queueEvent(tx, actor, events[0].id, { before: null, wasRestored: false, dates: datesOf(events) })
}

/** One notice for all events of a series that were changed or deleted together, in date order, as they were before. */
export function queueSeriesChange(tx: Db, actor: Actor, events: readonly [Event, ...Event[]]): Promise<void> {
  const [first] = events
  return queueEvent(tx, actor, first.id, { before: snapshotOf(first), wasRestored: false, dates: datesOf(events) })
}

function datesOf(events: readonly InSeries[]): EventFacts['dates'] {
  const last = events.at(-1)
  return last && events.length > 1 ? { count: events.length, last: last.date } : undefined
}

/** `before` is the event before it was changed or deleted. */
export function queueEventChange(tx: Db, actor: Actor, before: Event): Promise<void> {
  return queueEvent(tx, actor, before.id, { before: snapshotOf(before), wasRestored: false })
}

export function queueEventRestored(tx: Db, actor: Actor, event: Pick<Event, 'id'>): Promise<void> {
  return queueEvent(tx, actor, event.id, { before: null, wasRestored: true })
}

function queueEvent(tx: Db, { userId: actorId, bandId }: Actor, eventId: string, facts: EventFacts): Promise<void> {
  return insertPending(tx, { cause: 'event', subject: eventId, bandId, eventId, actorId, facts })
}

function snapshotOf(event: Event): EventSnapshot & { asksAnswers: boolean } {
  const { type, status, title, date, endDate, startTime, endTime, isAllDay, location, venue, notes, asksAnswers } =
    event
  return { type, status, title, date, endDate, startTime, endTime, isAllDay, location, venue, notes, asksAnswers }
}

/** An answer was changed from Yes to No. Whether it makes a notice depends on the event when the change has settled. */
export function queueAnswerWithdrawn(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { eventId, membershipId }: { eventId: string; membershipId: string },
): Promise<void> {
  const subject = `${eventId} ${membershipId}`
  return insertPending(tx, { cause: 'answer', subject, bandId, eventId, actorId, facts: { membershipId } })
}

export function queueNudge(tx: Db, { userId: actorId, bandId }: Actor, eventId: string): Promise<void> {
  return insertPending(tx, { cause: 'nudge', subject: eventId, bandId, eventId, actorId, facts: {} })
}

export function queueMemberJoined(tx: Db, { userId: actorId, bandId }: Actor): Promise<void> {
  return insertPending(tx, { cause: 'joined', subject: `${bandId} ${actorId}`, bandId, actorId, facts: {} })
}

/** `actorId` is null and the name a general one if the member erased the account. */
export function queueMemberLeft(
  tx: Db,
  { bandId, actorId }: { bandId: string; actorId: string | null },
  { membershipId, name, userId }: { membershipId: string; name: string; userId: string | null },
): Promise<void> {
  return insertPending(tx, { cause: 'left', subject: membershipId, bandId, actorId, facts: { name, userId } })
}

export function queueAccessChanged(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { userId, access }: { userId: string; access: Access },
): Promise<void> {
  const subject = `${bandId} ${userId} ${access}`
  return insertPending(tx, { cause: 'access', subject, bandId, actorId, facts: { userId, access } })
}

/** One digest an evening: songs that are added until then join the row. */
export function queueSongAdded(tx: Db, { userId: actorId, bandId }: Actor, songId: string): Promise<void> {
  const { date, time } = londonWallClock(Date.now())
  const evening = time < limits.reminderEvening ? date : addDays(date, 1)
  const dueAt = new Date(londonInstant(evening, limits.reminderEvening)).toISOString()
  const facts = { [songId]: actorId }
  return insertPending(tx, { cause: 'songs', subject: bandId, bandId, actorId, facts, dueAt })
}

/** To the owner of a connected calendar. `failingSince` is a date. */
export function queueCalendarFailing(
  tx: Db,
  facts: { userId: string; calendarName: string; failingSince: string },
): Promise<void> {
  const subject = `${facts.userId} ${facts.calendarName}`
  return insertPending(tx, { cause: 'calendar', subject, bandId: null, actorId: null, facts })
}
