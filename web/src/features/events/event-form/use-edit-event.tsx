// Saves an edit of an event or of days away, based on the version that the form opened with, and detects an edit conflict.

import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { fetchDeleterName, fetchLastEditorName } from '#features/activity/queries.ts'
import {
  fetchEventUncached,
  useAddEvent,
  useChangeEvent,
  useInvalidateEventLists,
  owningBandId,
} from '#features/events/queries.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { mergeEdits, useEditConflict } from '#lib/edit-conflict.ts'
import { showFailure } from '#lib/show-failure.ts'
import { hasWaitingChange } from '#offline/outbox-state.ts'
import { showToast } from '#ui/toast-store.ts'
import { describeEventEditConflict, type ConflictingEventEdit } from './event-differences.ts'
import type { EventFormProps } from './event-form-props.ts'
import { changedEventFields, eventRequestBody, formValuesFromEvent } from './event-form-values.ts'
import { useCancelledEventsToast } from './use-affected-events-dialog.tsx'
import type { EventEditing } from './use-event-form.ts'

type Options = Pick<EventFormProps, 'onClose' | 'onDeleted'> & {
  /** The event as it was when the form opened. */
  event: CalendarEntry
  /** The member's own membership in the band of the event; null for days away, which belong to no band. */
  membershipId: string | null
  editing: EventEditing
  /** Runs after the save, before the form closes. */
  onStored?: (stored: CalendarEntry) => Promise<void>
}

export function useEditEvent({ event, membershipId, editing, onStored, onClose, onDeleted }: Options) {
  const bandId = owningBandId(event)
  const { form, fields, set } = editing
  const change = useChangeEvent(bandId, null)
  const addEventAgain = useAddEvent(bandId)
  const { keyFor } = useIdempotencyKeySource()
  const describeCancelled = useCancelledEventsToast()
  const showChangeToast = useEventChangeToast(bandId)
  const refreshCalendars = useInvalidateEventLists()
  const [baseEvent, setBaseEvent] = useState<CalendarEntry | null>(event)
  const { attempt, theirs, dismiss } = useEditConflict<ConflictingEventEdit>((error) => {
    showFailure(error, { title: 'Error', text: eventMessages.eventNotUpdated })
    editing.showIssuesOf(error)
  })

  /** Saves the edit as a change of `base`. If `base` is null (deleted), adds the event again. The same request deletes the `cancelled` events. */
  function save(draft: ParsedEvent, cancelled: readonly CalendarEntry[] = [], base = baseEvent): Promise<void> {
    const cancelledEventIds = cancelled.length > 0 && { cancelEventIds: cancelled.map(({ id }) => id) }
    const send = async () => {
      if (base === null) {
        const body = { ...eventRequestBody(draft, membershipId), ...cancelledEventIds }
        const added = await addEventAgain.mutateAsync({ body, idempotencyKey: keyFor(body) })
        await onStored?.(added)
        editing.finishSave(added)
        return showToast({ title: 'Success', text: eventMessages.eventCreated, ...describeCancelled(cancelled) })
      }
      const changes = { ...changedEventFields(base, draft), ...cancelledEventIds }
      const stored = await change.mutateAsync({ ...base, changes })
      await onStored?.(stored)
      editing.finishSave(stored)
      const text = hasWaitingChange(stored.id) ? undefined : eventMessages.eventUpdated
      const toast = { title: text ? 'Success' : 'Waiting to send', text }
      if (cancelled.length > 0) showToast({ ...toast, ...describeCancelled(cancelled) })
      else void showChangeToast(toast, base, stored)
    }
    return attempt(send, async (error) => base && readTheirs(error, base))
  }

  /** Reads the event of an edit conflict; `event` is null if it is deleted. Null if the error is not a conflict, or the event is not found. */
  async function readTheirs(error: unknown, mine: CalendarEntry): Promise<ConflictingEventEdit | null> {
    if (hasErrorCode(error, 'stale')) {
      const stored = await fetchEventUncached(bandId, mine)
      return stored ? { event: stored, changedBy: bandId && (await fetchLastEditorName(bandId, stored)) } : null
    }
    if (!hasErrorCode(error, 'not_found')) return null
    return { event: null, changedBy: bandId && (await fetchDeleterName(bandId, mine)) }
  }

  function keepTheirs() {
    dismiss()
    editing.finish()
    if (theirs?.event) onClose()
    else onDeleted()
    void refreshCalendars()
  }

  /** Applies the member's changes to the stored version and saves the result. */
  function keepMine(before: CalendarEntry, stored: CalendarEntry | null) {
    if (stored) set(mergeEdits(formValuesFromEvent(before), fields, formValuesFromEvent(stored)))
    setBaseEvent(stored)
    dismiss()
    void editing.submit((parsed) => save(parsed, [], stored))
  }

  const conflictDialog = baseEvent && theirs && (
    <EditConflictDialog
      {...describeEventEditConflict(formValuesFromEvent(baseEvent), fields, theirs)}
      isBusy={form.formState.isSubmitting}
      onKeepMine={() => keepMine(baseEvent, theirs.event)}
      onKeepTheirs={keepTheirs}
      onClose={dismiss}
    />
  )
  return { save, baseEvent, conflictDialog }
}
