// Asks before a change of an event is taken back, and says what that sets.

import type { Event } from '@gaffer/domain/event'
import type { EventHistoryEntry } from '@gaffer/domain/event-history'
import { messages } from '@gaffer/domain/messages'
import { useChangeEvent, type EventChangesBody } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { eventName } from '#components/format-event.ts'
import { useEventChangeToast } from '#components/notices/use-event-change-toast.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailureToast } from '#ui/toast-store.ts'
import { formatFieldChanges, fieldChangesToTakeBack, type SetlistNamesById } from './format-history.ts'

type Props = {
  event: Event
  bandId: string
  change: EventHistoryEntry
  setlists: SetlistNamesById
  onClose: () => void
}

export function TakeBackDialog({ event, bandId, change, setlists, onClose }: Props) {
  const { mutateAsync: save, isPending } = useChangeEvent(bandId)
  const showChangeToast = useEventChangeToast(bandId)
  const fields = fieldChangesToTakeBack(event, change)

  async function takeBack() {
    const changes: EventChangesBody = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
    try {
      const stored = await save({ ...event, changes })
      void showChangeToast({ title: messages.changeTakenBack, text: eventName(stored) }, event, stored)
    } catch (error) {
      showFailureToast({ title: messages.changeNotTakenBack, text: getErrorMessage(error, messages.tryAgain) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={messages.askTakeBack(change.displayName)}
      text={warningOf(event, fields)}
      confirmLabel="Take back"
      confirmVariant="secondary"
      cancelLabel="Keep it"
      isBusy={isPending}
      canConfirm={fields.length > 0}
      onConfirm={() => void takeBack()}
      onCancel={onClose}
    >
      <ul>
        {formatFieldChanges({ fields }, setlists).map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** The warning about further effects of a change of the status; undefined without any. */
function warningOf({ optionCount }: Event, fields: EventHistoryEntry['fields']): string | undefined {
  const status = fields.find(({ field }) => field === 'status')?.to
  if (status === 'cancelled') return messages.cancellingTells
  const others = (optionCount ?? 1) - 1
  return status === 'confirmed' && others > 0 ? messages.confirmingCancels(others) : undefined
}
