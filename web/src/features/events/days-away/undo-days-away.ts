import { eventMessages } from '@gaffer/domain/events/event-messages'
import { showFailure } from '#lib/show-failure.ts'
import { showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

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
