// Asks before a change of an event is taken back, and says what that sets.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useChangeEvent, type EventChangesBody } from '#features/events/queries.ts'
import { eventName } from '#features/events/format-event.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { useUndoConfirmation } from '#features/events/use-undo-confirmation.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatFieldChanges, fieldChangesToTakeBack, type SetlistNamesById } from './format-history.ts'

type Props = {
  event: CalendarEntry
  bandId: string
  change: EventHistoryEntry
  setlists: SetlistNamesById
  onClose: () => void
}

export function TakeBackDialog({ event, bandId, change, setlists, onClose }: Props) {
  const failure = { title: eventMessages.changeNotTakenBack }
  const save = useChangeEvent(bandId, failure)
  const showChangeToast = useEventChangeToast(bandId)
  const { undoConfirmation, isPending: isUndoing } = useUndoConfirmation(bandId, failure)
  const fields = fieldChangesToTakeBack(event, change)
  const isConfirmation = isLastConfirmationOfOption(event, change)

  async function takeBack() {
    if (isConfirmation) {
      await undoConfirmation(event, { title: eventMessages.changeTakenBack, text: eventName(event) })
    } else await takeBackFields()
    onClose()
  }

  async function takeBackFields() {
    const changes: EventChangesBody = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
    const saved = await save.send({ ...event, changes })
    if (!saved) return
    const toast = { title: eventMessages.changeTakenBack, text: eventName(saved.reply) }
    void showChangeToast(toast, event, saved.reply)
  }

  return (
    <ConfirmDialog
      isOpen
      title={eventMessages.askTakeBack(change.displayName)}
      text={isConfirmation ? eventMessages.optionsReopened : warningOf(event, fields)}
      confirmLabel="Take back"
      confirmVariant="secondary"
      cancelLabel="Keep it"
      isBusy={save.isPending || isUndoing}
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

/** Whether the change is the event's last one and confirmed an option: then the other options are pencilled again, too. */
function isLastConfirmationOfOption({ optionGroupId, version }: CalendarEntry, change: EventHistoryEntry): boolean {
  const isConfirmation = change.fields.some(({ field, to }) => field === 'status' && to === 'confirmed')
  return optionGroupId !== null && change.version === version && isConfirmation
}

/** The warning about further effects of a change of the status; undefined without any. */
function warningOf({ optionCount }: CalendarEntry, fields: EventHistoryEntry['fields']): string | undefined {
  const status = fields.find(({ field }) => field === 'status')?.to
  if (status === 'cancelled') return eventMessages.cancellingTells
  const others = (optionCount ?? 1) - 1
  return status === 'confirmed' && others > 0 ? eventMessages.confirmingCancels(others) : undefined
}
