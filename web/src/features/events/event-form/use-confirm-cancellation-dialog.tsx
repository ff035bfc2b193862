// Asks before the form stores a band event as cancelled.

import type { CalendarEntry, ParsedEvent } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { eventName } from '#features/events/format-event.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

export function useConfirmCancellationDialog(event: CalendarEntry) {
  const [answer, setAnswer] = useState<((isAgreed: boolean) => void) | null>(null)

  /** Resolves to whether to save: true without a question unless the draft cancels the event. */
  async function ask({ status }: ParsedEvent): Promise<boolean> {
    if (status !== 'cancelled' || event.status === 'cancelled') return true
    const isAgreed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    return isAgreed
  }

  const dialog = (
    <ConfirmDialog
      isOpen={answer !== null}
      title={eventMessages.askCancelEvent(eventName(event))}
      text={eventMessages.cancellingTells}
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      onConfirm={() => answer?.(true)}
      onCancel={() => answer?.(false)}
    />
  )
  return { ask, dialog }
}
