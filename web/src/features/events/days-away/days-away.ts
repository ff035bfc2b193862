// Saves changes of the user's own days away, with Undo.

import type { CalendarEntry, EventInput } from '@gaffer/domain/events/event'
import type { DayRange } from '@gaffer/domain/events/days-away'
import type { DaysAwayEntry, DaysAwayPlan, NewDaysAway } from '@gaffer/domain/events/days-away-plan'
import { spansOverlap, type Span } from '@gaffer/domain/shared/span'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { showFailure } from '#lib/show-failure.ts'
import { showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

/** Finds the band to store a new entry in, and the user's membership there; null for the user's own calendar. */
type FindBandForDaysAway = (entry: NewDaysAway) => { bandId: string; membershipId: string } | null

/**
 * New entries are stored in the band of `membership`; if that is null, in the user's own calendar. The second part of a split entry is stored
 * in the band of the original entry, if the user is still in it.
 */
export function useFindBandForDaysAway(membership: OwnMembership | null): FindBandForDaysAway {
  const { bands } = useMeOrThrow()
  return ({ copyOf }) => {
    const bandId = copyOf ? copyOf.bandId : (membership?.bandId ?? null)
    const own = bands.find((band) => band.bandId === bandId)
    return own ? { bandId: own.bandId, membershipId: own.id } : null
  }
}

/** `done` of `of` requests succeeded; `error` is null if all did. `undo` reverses the successful requests, up to its first failure. */
type DaysAwaySaveOutcome = { done: number; of: number; error: unknown; undo: () => Promise<void> }
/** Sends a request of the plan. Resolves to the function that undoes it. */
type SaveStep = () => Promise<Undo>
type Undo = () => Promise<unknown>

/**
 * Returns a function that sends the requests of a plan one by one, up to the first failure. Each cancelled event is sent with a request whose
 * days overlap it.
 */
export function useSaveDaysAway(findBand: FindBandForDaysAway) {
  const client = useQueryClient()
  // A retry after a lost response must not store the same days twice.
  const idempotencyKeys = useRef(new Map<string, string>())

  function keyFor(body: unknown): string {
    const sent = JSON.stringify(body)
    const key = idempotencyKeys.current.get(sent) ?? generateIdempotencyKey()
    idempotencyKeys.current.set(sent, key)
    return key
  }

  async function createDaysAway(days: NewDaysAway, cancelEventIds: Cancellations): Promise<Undo> {
    const targetBand = findBand(days)
    const { date, endDate, copyOf } = days
    const texts = { title: copyOf?.title ?? null, notes: copyOf?.notes ?? null }
    const membershipId = targetBand?.membershipId ?? null
    const body: EventInput = { type: 'unavailable', date, endDate, ...texts, membershipId, ...cancelEventIds }
    const input = { body, idempotencyKey: keyFor([targetBand, body]) }
    const { id, version } = await (targetBand === null
      ? request('POST /api/me/events', input)
      : request('POST /api/bands/:bandId/events', { params: { bandId: targetBand.bandId }, ...input }))
    return () => deleteUnlessGone(id, version)
  }

  return async (plan: DaysAwayPlan, cancelled: readonly CalendarEntry[]): Promise<DaysAwaySaveOutcome> => {
    const pickCancellations = makeCancellationsPicker(cancelled)
    const steps: SaveStep[] = [
      ...plan.creates.map((days) => () => createDaysAway(days, pickCancellations(days))),
      ...plan.changes.map(
        ({ entry, days }) =>
          () =>
            changeDaysAway(entry, { ...days, ...pickCancellations(days) }),
      ),
      ...plan.deletes.map(({ id, version }) => async () => {
        await deleteUnlessGone(id, version)
        return () => request('POST /api/me/events/:eventId/restore', { params: { eventId: id } })
      }),
    ]
    const undoSteps: Undo[] = []
    const invalidate = () => invalidateChanges(client, [{ bandId: null, what: 'events' }])
    const undo = async () => {
      try {
        // Undoes in reverse order, so that a failure in between leaves too many days away rather than too few.
        for (const undoStep of undoSteps.toReversed()) await undoStep()
      } finally {
        await invalidate()
      }
    }
    const makeOutcome = (error: unknown) => ({ done: undoSteps.length, of: steps.length, error, undo })
    try {
      for (const step of steps) undoSteps.push(await step())
      // New keys for the next save: after an Undo, the member may save the same days again.
      idempotencyKeys.current.clear()
      return makeOutcome(null)
    } catch (error) {
      return makeOutcome(error)
    } finally {
      await invalidate()
    }
  }
}

async function changeDaysAway(entry: DaysAwayEntry, body: DayRange & Cancellations): Promise<Undo> {
  const { id, date, endDate } = entry
  const patchEntry = (changes: DayRange & Cancellations, version: number) =>
    request('PATCH /api/me/events/:eventId', { params: { eventId: id }, body: changes, version })
  const { version } = await patchEntry(body, entry.version)
  return () => patchEntry({ date, endDate }, version)
}

type Cancellations = { cancelEventIds?: string[] }

/** Returns a function that lists the events on the given days. It never lists an event twice, so that only one request cancels each event. */
function makeCancellationsPicker(
  events: readonly CalendarEntry[],
): (days: Pick<Span, 'date' | 'endDate'>) => Cancellations {
  const remainingEvents = new Set(events)
  return ({ date, endDate }) => {
    const span = { date, endDate, startTime: null, endTime: null, isAllDay: true }
    const takenEvents = [...remainingEvents].filter((event) => spansOverlap(event, span))
    for (const event of takenEvents) remainingEvents.delete(event)
    return takenEvents.length > 0 ? { cancelEventIds: takenEvents.map(({ id }) => id) } : {}
  }
}

async function deleteUnlessGone(eventId: string, version: number): Promise<void> {
  try {
    await request('DELETE /api/me/events/:eventId', { params: { eventId }, version })
  } catch (error) {
    if (!hasErrorCode(error, 'not_found')) throw error
  }
}

/** The Undo action and the duration of the toast after days away were saved. `afterwards` runs after a successful Undo. */
export function daysAwayUndoToast(
  undo: () => Promise<void>,
  afterwards?: () => void,
): Pick<ToastContent, 'action' | 'durationMs'> {
  const onPress = async () => {
    try {
      await undo()
      showToast({ title: eventMessages.daysAwayRestored })
      afterwards?.()
    } catch (error) {
      showFailure(error, { title: eventMessages.daysAwayNotRestored })
    }
  }
  return {
    durationMs: undoToastMs,
    action: { label: 'Undo', altText: eventMessages.restoreInActivity, onPress: () => void onPress() },
  }
}
