import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { getErrorMessage } from '#lib/api-error.ts'
import { showFailureToast, showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

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
      showFailureToast({ title: eventMessages.daysAwayNotRestored, text: getErrorMessage(error, messages.tryAgain) })
    }
  }
  return {
    durationMs: undoToastMs,
    action: { label: 'Undo', altText: eventMessages.restoreInActivity, onPress: () => void onPress() },
  }
}
