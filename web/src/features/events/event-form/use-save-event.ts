// Saves the event form: adds an event once (idempotency key) or changes the version that was read, and detects edit conflicts.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { fetchDeleterName, fetchLastEditorName } from '#features/activity/queries.ts'
import { fetchEventUncached, useAddEvent, useChangeEvent } from '#features/events/queries.ts'
import { ApiError, hasErrorCode } from '#lib/api-error.ts'
import { hasWaitingChange } from '#offline/outbox-state.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { useEditConflict } from '#lib/use-edit-conflict.ts'
import { showToast } from '#ui/toast-store.ts'
import { eventRequestBody, changedEventFields } from './event-form-values.ts'
import type { ConflictingEventEdit } from './event-differences.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { useEventUndoToastFactory } from '#features/events/event-details/use-event-undo-toast-factory.ts'

type SaveEventOptions = {
  /** The event as it was when the form opened; null to add one. */
  event: CalendarEntry | null
  /** The band that stores the event, or null for the member's own calendar. */
  ownerBandId: string | null
  /** The id of the member's own membership in the selected band. */
  membershipId: string | null
  onSaved: (event: CalendarEntry) => void
  onRefused: (issues: readonly FieldIssue[]) => void
}

export function useSaveEvent({ event, ownerBandId, membershipId, onSaved, onRefused }: SaveEventOptions) {
  const add = useAddEvent(ownerBandId)
  const change = useChangeEvent(ownerBandId, null)
  const undoDeletion = useEventUndoToastFactory()
  const showChangeToast = useEventChangeToast(ownerBandId)
  // One key generator while the form is open: a double press or a retry after a lost response adds one event.
  const { keyFor } = useIdempotencyKeySource()
  const [seen, setSeen] = useState(event)
  const { attempt, theirs, dismiss } = useEditConflict<ConflictingEventEdit>(fail)

  /** Saves the draft over `base` (null adds a new event). `cancelled` events are deleted in the same request. */
  function save(draft: ParsedEvent, base = seen, cancelled: readonly CalendarEntry[] = []): Promise<void> {
    const cancelling = cancelled.length > 0 && { cancelEventIds: cancelled.map(({ id }) => id) }
    const deleted = cancelled.length > 0 && { detail: namesOf(cancelled), ...undoDeletion(cancelled) }
    const send = async () => {
      if (base === null) {
        const body = { ...eventRequestBody(draft, membershipId), ...cancelling }
        onSaved(await add.mutateAsync({ body, idempotencyKey: keyFor(body) }))
        showToast({ title: 'Success', text: eventMessages.eventCreated, ...deleted })
      } else {
        const changes = { ...changedEventFields(base, draft), ...cancelling }
        const stored = await change.mutateAsync({ ...base, changes })
        onSaved(stored)
        const text = hasWaitingChange(stored.id) ? undefined : eventMessages.eventUpdated
        const toast = { title: text ? 'Success' : 'Waiting to send', text }
        if (deleted) showToast({ ...toast, ...deleted })
        else void showChangeToast(toast, base, stored)
      }
    }
    return attempt(send, async (error) => base && readTheirs(error, base))
  }

  /** The version that was saved first, by another member, or for days away on another device; null if the error is no edit conflict. */
  async function readTheirs(error: unknown, mine: CalendarEntry): Promise<ConflictingEventEdit | null> {
    if (hasErrorCode(error, 'stale')) {
      const stored = await fetchEventUncached(ownerBandId, mine)
      return stored
        ? { event: stored, changedBy: ownerBandId && (await fetchLastEditorName(ownerBandId, stored)) }
        : null
    }
    if (!hasErrorCode(error, 'not_found')) return null
    return { event: null, changedBy: ownerBandId && (await fetchDeleterName(ownerBandId, mine)) }
  }

  function fail(error: unknown): void {
    const fallback = event === null ? eventMessages.eventNotCreated : eventMessages.eventNotUpdated
    showFailure(error, { title: 'Error', text: fallback })
    if (error instanceof ApiError && error.reply?.issues) onRefused(error.reply.issues)
  }

  /** Continues from the stored version. If it is null, because the event was deleted, the next save adds a new event. */
  function acceptTheirs(stored: CalendarEntry | null): void {
    setSeen(stored)
    dismiss()
  }

  return { save, seen, theirs, acceptTheirs, forgetTheirs: dismiss }
}

function namesOf(cancelled: readonly CalendarEntry[]): string {
  return `${eventMessages.affectedEventsDeleted}: ${cancelled.map(formatEventNameAndDates).join(', ')}`
}
