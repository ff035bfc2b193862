// Each date of a series is an event of its own. Any member may change the events from today on. One notice covers all events that a request
// changes, and links to the first.

import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { normalizeEvent } from '@gaffer/domain/events/normalize-event'
import { EventFieldsSchema, findEventIssues, mergeEventChanges, type BandEvent } from '@gaffer/domain/events/event'
import {
  moveEventToDate,
  issueMessageOnDate,
  type ParsedEventSeries,
  type SeriesChangeResult,
  type SeriesChanges,
} from '@gaffer/domain/events/event-series'
import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'
import { canRepeat, computeRepeatDates } from '@gaffer/domain/events/repeat'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import type { Clock } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { recordSeriesChange } from './record-event-change.ts'
import { refuseDisallowedType } from './commands.ts'
import { isEventUnchanged, createEventFromDraft } from './event-draft.ts'
import type { EventRow } from './event-columns.ts'
import { addMovedFrom } from './moved-from.ts'
import { insertSeries, lockSeries, updateSeries } from './series-store.ts'
import { refuseOtherMembership, addAnswersAndDeps } from './service.ts'
import { isEventLimitReached, softDeleteEvents, type IdentifiedEvent } from './write-store.ts'

export function addEventSeries(
  db: Db,
  member: MemberContext,
  { event, repeat }: ParsedEventSeries,
): Promise<{ seriesId: string; events: BandEvent[] }> {
  refuseOtherMembership(member, event)
  const seriesId = randomUUIDv7()
  const type = event.type as BandEventType
  const drafts = computeRepeatDates(event.date, repeat).dates.map((date) =>
    createEventFromDraft({ ...moveEventToDate(event, date), type }, db.clock),
  ) as [IdentifiedEvent, ...IdentifiedEvent[]]
  return inTransaction(db, async (tx) => {
    const events = await insertSeries(tx, member, seriesId, drafts)
    const [first, ...more] = events
    if (first) {
      const toAddition = (after: EventRow) => ({ kind: 'added', after }) as const
      await recordSeriesChange(tx, member, [toAddition(first), ...more.map(toAddition)])
      return { seriesId, events: await addAnswersAndDeps(tx, member, events) }
    }
    await refuseDisallowedType(tx, member, type)
    if (await isEventLimitReached(tx, member, drafts.length))
      throw new AppError('conflict', eventMessages.bandEventsFull)
    throw notFoundError()
  })
}

/** Events before `from`, past events and events edited by hand stay as they are. `kept` lists the dates of events edited by hand. */
export function changeEventSeries(
  db: Db,
  member: MemberContext,
  seriesId: string,
  { from, changes }: { from: string; changes: SeriesChanges },
): Promise<SeriesChangeResult> {
  if (changes.type !== undefined && !canRepeat(changes.type)) {
    throw invalidFieldError('changes.type', seriesMessages.typeCannotRepeat)
  }
  return inTransaction(db, async (tx) => {
    const events = await lockSeriesFrom(tx, member, seriesId, from)
    const kept = events.filter(({ isEditedByHand }) => isEditedByHand).map(({ date }) => date)
    const edits = events
      .filter(({ isEditedByHand }) => !isEditedByHand)
      .map((before) => ({ before, after: withSeriesChanges(before, changes, db.clock) }))
      .filter(({ before, after }) => !isEventUnchanged(after, before))
    const [first, ...more] = edits
    if (!first) return { changed: 0, kept }
    if (first.after.type !== first.before.type) await refuseDisallowedType(tx, member, first.after.type)
    const versions = await updateSeries(tx, member, await addMovedFrom(tx, member, edits))
    const toEdit = ({ before, after }: (typeof edits)[0]) =>
      ({ kind: 'edited', before, after: { ...after, version: versions.get(after.id) as number } }) as const
    await recordSeriesChange(tx, member, [toEdit(first), ...more.map(toEdit)])
    return { changed: edits.length, kept }
  })
}

/** Deletes the events on and after `from`, also events that were edited by hand. Past events stay. */
export function deleteEventSeries(
  db: Db,
  member: MemberContext,
  seriesId: string,
  { from }: { from: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const events = await lockSeriesFrom(tx, member, seriesId, from)
    const [first, ...more] = events
    if (!first) return
    const toDeletion = (before: EventRow) => ({ kind: 'deleted', before }) as const
    const deletionId = await recordSeriesChange(tx, member, [toDeletion(first), ...more.map(toDeletion)])
    await softDeleteEvents(tx, { ...member, ids: events.map(({ id }) => id), deletionId })
  })
}

/** Locks the events of the series; returns the events on or after both `from` and today, by date. */
async function lockSeriesFrom(tx: Db, member: MemberContext, seriesId: string, from: string): Promise<EventRow[]> {
  const events = await lockSeries(tx, member, seriesId)
  if (events.length === 0) throw notFoundError()
  const today = todayInLondon(tx.clock.now())
  return events.filter(({ date }) => date >= from && date >= today)
}

function withSeriesChanges(stored: EventRow, changes: SeriesChanges, clock: Clock): IdentifiedEvent {
  const type = changes.type && canRepeat(changes.type) ? changes.type : stored.type
  const draft = parseWithSchema(EventFieldsSchema, mergeEventChanges(stored, changes))
  const [issue] = findEventIssues(draft)
  if (issue) throw invalidFieldError(`changes.${issue.path}`, issueMessageOnDate(issue, stored.date))
  return { id: stored.id, ...normalizeEvent({ ...draft, type }, todayInLondon(clock.now())) }
}
