import type { Event } from '@gaffer/domain/event'
import { messages } from '@gaffer/domain/messages'
import { useRestoreEvent } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { eventNameAndDates } from '#components/format-event.ts'
import { showFailure, showToast, undoToastMs, type ToastNotice } from '#ui/toast-store.ts'
import { owningBandId } from './owning-band.ts'

/** The Undo action of the toast that names the deleted events. */
export function useUndoDeletion(): (events: readonly Event[]) => Pick<ToastNotice, 'action' | 'durationMs'> {
  const restoreEvent = useRestoreEvent()

  async function restore(events: readonly Event[]) {
    try {
      await Promise.all(events.map((event) => restoreEvent({ bandId: owningBandId(event), eventId: event.id })))
      showToast({ title: messages.eventRestored, text: events.map(eventNameAndDates).join(', ') })
    } catch (error) {
      showFailure({ title: messages.eventNotRestored, text: getErrorMessage(error, messages.tryAgain) })
    }
  }

  return (events) => ({
    durationMs: undoToastMs,
    action: { label: 'Undo', altText: 'Open the calendar to restore it', onPress: () => void restore(events) },
  })
}
