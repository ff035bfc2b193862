// Takes back the confirmation of an option, which pencils the options again that were cancelled with it.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import { joinNames } from '@gaffer/domain/shared/join-names'
import type { Failure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { showToast, type ToastContent } from '#ui/toast-store.ts'
import { writeSavedEvent } from './cached-events.ts'

/** `undoConfirmation` shows the toast `done` if all options are restored. */
export function useUndoConfirmation(bandId: string, failure: Failure) {
  const { send, isPending } = useChange('POST /api/bands/:bandId/events/:eventId/undo-confirmation', {
    changes: 'events',
    failure,
    onSuccess: ({ event }, client) => writeSavedEvent(event, client),
  })

  async function undoConfirmation({ id, version }: Pick<CalendarEntry, 'id' | 'version'>, done: ToastContent) {
    const undone = await send({ params: { bandId, eventId: id }, version })
    if (!undone) return
    const { kept } = undone.reply
    showToast(kept.length > 0 ? formatPartlyUndone(kept) : done)
  }
  return { undoConfirmation, isPending }
}

/** The toast that names the options that were changed since the confirmation, and therefore stay as they are. */
function formatPartlyUndone(kept: readonly string[]): ToastContent {
  return {
    title: eventMessages.confirmationUndone,
    text: eventMessages.optionsKept(joinNames(kept.map(weekdayAndDate))),
  }
}
