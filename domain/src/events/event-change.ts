// The difference between two versions of an event: decides which notice is sent and whether members are asked again.

import { daysBetween } from '@gaffer/domain/shared/dates'
import { eventPlace } from './event-place.ts'
import type { BandEvent, EventSchedule } from './event.ts'

/** The fields of an event whose changes are reported in notices. */
export type EventSnapshot = Pick<
  BandEvent,
  | 'type'
  | 'status'
  | 'title'
  | 'date'
  | 'endDate'
  | 'startTime'
  | 'endTime'
  | 'isAllDay'
  | 'location'
  | 'venue'
  | 'notes'
>

/** `start`: date, start time or all-day; `end`: last day or end time. */
export type ChangedPart = 'start' | 'end' | 'place' | 'title' | 'type' | 'notes' | 'status'

export type NoticeableEventChange = {
  kind: 'event.added' | 'event.changed' | 'event.confirmed' | 'event.cancelled' | 'event.restored'
  /** The changed parts; empty for an event that was added or deleted. The notice of a deleted event describes its last version. */
  parts: ChangedPart[]
}

/**
 * The one change that a notice reports for all changes to an event in the settling time (NOTICE_SETTLE_SECONDS), which debounces notices.
 *
 * @param before the event before the first change; null if it did not exist or was deleted
 * @param after the event now; null if it is deleted
 * @returns null if there is nothing to report: the changes were undone, or the event was added and deleted
 */
export function findNoticeableEventChange(
  before: EventSnapshot | null,
  after: EventSnapshot | null,
): NoticeableEventChange | null {
  const wasOn = before !== null && before.status !== 'cancelled'
  const isOn = after !== null && after.status !== 'cancelled'
  if (!isOn) return wasOn ? { kind: 'event.cancelled', parts: after ? findChangedParts(before, after) : [] } : null
  if (before === null) return { kind: 'event.added', parts: [] }
  const parts = findChangedParts(before, after)
  if (!wasOn) return { kind: 'event.restored', parts }
  if (before.status === 'tentative' && after.status === 'confirmed') return { kind: 'event.confirmed', parts }
  return parts.length > 0 ? { kind: 'event.changed', parts } : null
}

/** The parts in which two versions of an event differ, in the order in which notices name them. */
export function findChangedParts(before: EventSnapshot, after: EventSnapshot): ChangedPart[] {
  const parts: [ChangedPart, boolean][] = [
    ['start', startOf(before) !== startOf(after)],
    ['end', endPartOf(before) !== endPartOf(after)],
    ['place', eventPlace(before) !== eventPlace(after)],
    ['title', before.title !== after.title],
    ['type', before.type !== after.type],
    ['notes', before.notes !== after.notes],
    ['status', before.status !== after.status],
  ]
  return parts.flatMap(([part, isChanged]) => (isChanged ? [part] : []))
}

/** True if date, start time or place differ: members are then asked to answer again, and texts may be sent. */
export function hasStartOrPlaceChanged(before: EventSnapshot, after: EventSnapshot): boolean {
  return startOf(before) !== startOf(after) || eventPlace(before) !== eventPlace(after)
}

/**
 * The schedule that an event moved from, after a change.
 *
 * @param announcedEvent the event as members were last notified of it; null if no member was notified
 */
export function findMovedFrom(
  announcedEvent: (EventSnapshot & { movedFrom: EventSchedule | null }) | null,
  event: EventSnapshot,
): EventSchedule | null {
  if (announcedEvent === null) return null
  if (!hasStartOrPlaceChanged(announcedEvent, event)) return announcedEvent.movedFrom
  return {
    date: announcedEvent.date,
    startTime: announcedEvent.isAllDay ? null : announcedEvent.startTime,
    place: eventPlace(announcedEvent),
  }
}

function startOf({ date, startTime, isAllDay }: EventSnapshot): string {
  return `${date} ${isAllDay ? '' : (startTime ?? '')}`
}

/** The last day and end time as one comparable string. An `endDate` equal to `date` is the same as null. */
function endPartOf({ date, endDate, endTime, isAllDay }: EventSnapshot): string {
  const days = endDate === null || endDate === date ? '' : String(daysBetween(date, endDate))
  return `${days} ${isAllDay ? '' : (endTime ?? '')}`
}

/** The event as it was before a change. */
export type EventBeforeChange = EventSnapshot & Pick<BandEvent, 'asksAnswers' | 'movedFrom'>
/**
 * The facts of a change to an event, kept until its notices are made. `before` is the event before the first change that has no notice yet;
 * null if the event did not exist or was deleted.
 */
export type EventChangeFacts = {
  before: EventBeforeChange | null
  wasRestored: boolean
  /** The event was deleted because a member left; the notice of the departure has told every member. */
  wentWithMember?: boolean
  /**
   * Several dates of a series that were written together, in date order; `before` is the first one. With `deletedAt`, an ISO time, dates
   * that were deleted together and restored one by one.
   */
  series?: { eventIds: string[]; isDeletion: boolean; deletedAt?: string }
}
