// Other features call these functions in the transaction of a change. The settler (settle.ts) makes the notices.

import type { AccessLevel } from '@gaffer/domain/bands/access'
import { addDays, londonInstant, londonWallClock } from '@gaffer/domain/shared/dates'
import type { LiftNews } from '@gaffer/domain/notices/lift-notice'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import type { DepartedMember } from '#features/bands/hooks.ts'
import type { EventBeforeChange, EventChangeFacts } from '@gaffer/domain/events/event-change'
import type { Actor, EventChange, NonEmpty } from '#features/events/hooks.ts'
import { findAnnouncedVersions } from '#features/events/announced-versions.ts'
import { deletePendingEventChanges, upsertPendingNotice, type FactsByCause } from './pending-store.ts'

export async function queueEventChange(tx: Db, actor: Actor, change: EventChange): Promise<void> {
  if (change.kind === 'restored' && change.seriesDeletion)
    return queueRestoredDate(tx, actor, change.after.id, change.seriesDeletion)
  return queueEventFacts(tx, actor, getEventId(change), await findChangeFacts(tx, actor, change))
}

/** The facts of a change to one event. For a date of a series, `before` is the announced version: a change of the series may be pending. */
async function findChangeFacts(tx: Db, { bandId }: Actor, change: EventChange): Promise<EventChangeFacts> {
  if (!('before' in change) || change.before.seriesId === null) return toFacts(change)
  const before = (await findAnnouncedVersions(tx, bandId, [change.before]))(change.before)
  return { before: before && toSnapshot(before), wasRestored: false }
}

/** Queues one cause for all events of a series. A later change to one date is a cause of its own. */
export function queueSeriesChange(tx: Db, actor: Actor, changes: NonEmpty<EventChange>): Promise<void> {
  const [first] = changes
  const eventId = getEventId(first)
  if (changes.length === 1) return queueEventChange(tx, actor, first)
  const { userId: actorId, bandId, address = null } = actor
  const series = { eventIds: changes.map(getEventId), isDeletion: first.kind === 'deleted' }
  const subject = `series from ${eventId}`
  const facts = { ...toFacts(first), series }
  return upsertPendingNotice(tx, { cause: 'event', subject, bandId, eventId, actorId, address, facts })
}

/** Queues one cause for all dates that are restored after one deletion of a series. */
function queueRestoredDate(
  tx: Db,
  { userId: actorId, bandId, address = null }: Actor,
  eventId: string,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  const series = { eventIds: [eventId], isDeletion: false, deletedAt: at.toISOString() }
  const facts = { before: null, wasRestored: true, series }
  const subject = `restored after ${id}`
  return upsertPendingNotice(tx, { cause: 'event', subject, bandId, eventId, actorId, address, facts })
}

function getEventId(change: EventChange): string {
  return change.kind === 'deleted' ? change.before.id : change.after.id
}

function toFacts(change: EventChange): EventChangeFacts {
  if (change.kind === 'added') return { before: null, wasRestored: false }
  if (change.kind === 'restored')
    return { before: null, wasRestored: true, ...(change.wentWithMember && { wentWithMember: true }) }
  return { before: toSnapshot(change.before), wasRestored: false }
}

function queueEventFacts(
  tx: Db,
  { userId: actorId, bandId, address = null }: Actor,
  eventId: string,
  facts: EventChangeFacts,
): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'event', subject: eventId, bandId, eventId, actorId, address, facts })
}

function toSnapshot(event: EventBeforeChange): EventBeforeChange {
  const { type, status, title, date, endDate, startTime, endTime, isAllDay, location, venue, notes } = event
  const { asksAnswers, movedFrom } = event
  const place = { location, venue }
  return { type, status, title, date, endDate, startTime, endTime, isAllDay, ...place, notes, asksAnswers, movedFrom }
}

/**
 * Queues the notice of answers that changed from Yes to No. Several answers are to options of one group. Whether they make a notice
 * depends on the events at the time when the change has settled.
 */
export function queueAnswersWithdrawn(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  {
    eventIds,
    membershipId,
    optionGroupId,
  }: { eventIds: NonEmpty<string>; membershipId: string; optionGroupId: string | null },
): Promise<void> {
  const [eventId] = eventIds
  const subject = `${optionGroupId ?? eventId} ${membershipId}`
  const facts = { membershipId, eventIds: [...eventIds] }
  return upsertPendingNotice(tx, { cause: 'answer', subject, bandId, eventId, actorId, facts })
}

/** `subjectId` is the id of the event, or for an option the id of its option group. */
export function queueNudge(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { eventId, subjectId }: { eventId: string; subjectId: string },
): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'nudge', subject: subjectId, bandId, eventId, actorId, facts: {} })
}

/** `news` is the kind of notice for each recipient, by membership id. `userId` is null for a driver who erased the account. */
export async function queueLiftsChanged(
  tx: Db,
  { userId: actorId, bandId }: { userId: string | null; bandId: string },
  eventId: string,
  news: Readonly<Record<string, LiftNews>>,
): Promise<void> {
  if (Object.keys(news).length === 0) return
  await upsertPendingNotice(tx, { cause: 'lift', subject: eventId, bandId, eventId, actorId, facts: news })
}

export function queueMemberJoined(tx: Db, { userId: actorId, bandId }: Actor): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'joined', subject: `${bandId} ${actorId}`, bandId, actorId, facts: {} })
}

/**
 * Queues one notice of the departure, and one that names all events that were deleted with the member. Unsettled changes to these events,
 * except cancellations, make no notices. If the member erased the account, `actorId` is null and `name` is `formerMemberName`.
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

/** Queues the notice to a member to whom a payment was recorded. */
export function queuePaymentReceived(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { entryId, userId }: { entryId: string; userId: string },
): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'paid', subject: entryId, bandId, actorId, facts: { userId } })
}

/** Queues the digest of added songs for the next `limits.reminderEvening`. Songs that are added until then join the waiting row. */
export function queueSongAdded(tx: Db, { userId: actorId, bandId }: Actor, songId: string): Promise<void> {
  const { date, time } = londonWallClock(tx.clock.now().getTime())
  const evening = time < limits.reminderEvening ? date : addDays(date, 1)
  const dueAt = new Date(londonInstant(evening, limits.reminderEvening)).toISOString()
  const facts = { [songId]: actorId }
  return upsertPendingNotice(tx, { cause: 'songs', subject: bandId, bandId, actorId, facts, dueAt })
}

/** Queues the notice of a confirmed enquiry to admins and owners. */
export function queueEnquiryReceived(tx: Db, { bandId, enquiryId, dates }: ReceivedEnquiry): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'enquiry', subject: enquiryId, bandId, actorId: null, facts: { dates } })
}

type ReceivedEnquiry = { bandId: string; enquiryId: string; dates: string[] }

/** Queues a notice to the owner of a connected calendar. `failingSince` is a date. */
export function queueCalendarFailing(
  tx: Db,
  facts: { userId: string; calendarName: string; failingSince: string },
): Promise<void> {
  const subject = `${facts.userId} ${facts.calendarName}`
  return upsertPendingNotice(tx, { cause: 'calendar', subject, bandId: null, actorId: null, facts })
}

type NoteSubject = FactsByCause['note']['about']

/** Queues one notice for all notes of a thread since the cause began. Must be called before the note is stored. */
export function queueNoteAdded(tx: Db, { userId: actorId, bandId }: Actor, about: NoteSubject): Promise<void> {
  const subject = `${about.kind} ${about.id}`
  return upsertPendingNotice(tx, { cause: 'note', subject, bandId, ...toEventKey(about), actorId, facts: { about } })
}

/** Queues the notice to mentioned members, which is due immediately. */
export function queueMentions(
  tx: Db,
  { userId: actorId, bandId }: Actor,
  { noteId, about }: FactsByCause['mention'],
): Promise<void> {
  const facts = { noteId, about }
  return upsertPendingNotice(tx, { cause: 'mention', subject: noteId, bandId, ...toEventKey(about), actorId, facts })
}

function toEventKey({ kind, id }: NoteSubject): { eventId?: string } {
  return kind === 'event' ? { eventId: id } : {}
}

/** Queues a notice to the member whose note, chart or recording was hidden. */
export function queueContentHidden(
  tx: Db,
  { bandId, id, ...facts }: FactsByCause['hidden'] & { bandId: string; id: string },
): Promise<void> {
  return upsertPendingNotice(tx, { cause: 'hidden', subject: id, bandId, actorId: null, facts })
}
