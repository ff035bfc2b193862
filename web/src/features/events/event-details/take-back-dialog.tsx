// Asks before a change of an event is taken back, and says what that sets.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { writeSavedEvent } from '#features/events/cached-events.ts'
import { useChange } from '#offline/use-change.ts'
import { useChangeEvent, type EventChangesBody } from '#features/events/queries.ts'
import { eventName } from '#features/events/format-event.ts'
import { formatPartlyUndoneConfirmation, useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
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
  const undoConfirmation = useChange('POST /api/bands/:bandId/events/:eventId/undo-confirmation', {
    changes: 'events',
    failure,
    onSuccess: ({ event: saved }, client) => writeSavedEvent(saved, client),
  })
  const fields = fieldChangesToTakeBack(event, change)
  const isConfirmation = isLastConfirmationOfOption(event, change)

  async function takeBack() {
    if (isConfirmation) await takeBackConfirmation()
    else await takeBackFields()
    onClose()
  }

  async function takeBackConfirmation() {
    const undone = await undoConfirmation.send({ params: { bandId, eventId: event.id }, version: event.version })
    if (!undone) return
    const { kept } = undone.reply
    const done = { title: eventMessages.changeTakenBack, text: eventName(event) }
    showToast(kept.length > 0 ? formatPartlyUndoneConfirmation(kept) : done)
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
      isBusy={save.isPending || undoConfirmation.isPending}
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
