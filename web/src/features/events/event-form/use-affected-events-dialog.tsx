// The dialog that asks about each band event on new days away. It only collects the choices: the save of the days away then cancels the
// events.

import type { ConflictCheckInput } from '@gaffer/domain/clashes/conflict-check'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { getErrorMessage } from '#lib/api-error.ts'
import type { ClashCheck } from './event-form-props.ts'
import type { EventEditing } from './use-event-form.ts'
import { useEventUndoToastFactory } from '#features/events/event-details/use-event-undo-toast-factory.ts'
import { eventName, formatEventNameAndDates } from '#features/events/format-event.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import type { ToastContent } from '#ui/toast-store.ts'

type EventChoice = 'cancel' | 'keep' | 'leave'
type AskedEvent = { event: CalendarEntry; at: number; of: number; choose: (choice: EventChoice) => void }

type FailedCheck = { request: ConflictCheckInput; text: string }

export function useAffectedEventsDialog(bandId: string | null, checkConflicts: ClashCheck['checkConflicts']) {
  const [asked, setAsked] = useState<AskedEvent | null>(null)
  const [failedCheck, setFailedCheck] = useState<FailedCheck | null>(null)

  /**
   * Resolves to the events to cancel. Resolves to null, so that the caller saves nothing, if the check failed or the member dismissed a
   * question.
   */
  async function askAbout(request: ConflictCheckInput): Promise<CalendarEntry[] | null> {
    const affected = await findAffectedEvents(request)
    if (affected === null) return null
    const cancelled: CalendarEntry[] = []
    for (const [at, event] of affected.entries()) {
      const choice = await new Promise<EventChoice>((choose) =>
        setAsked({ event, at: at + 1, of: affected.length, choose }),
      )
      if (choice === 'cancel') cancelled.push(event)
      if (choice !== 'leave') continue
      setAsked(null)
      return null
    }
    setAsked(null)
    return cancelled
  }

  async function findAffectedEvents(request: ConflictCheckInput): Promise<CalendarEntry[] | null> {
    try {
      const { affectedBandEvents } = await checkConflicts(bandId, request)
      setFailedCheck(null)
      return affectedBandEvents
    } catch (error) {
      setFailedCheck({ request, text: getErrorMessage(error, messages.tryAgain) })
      return null
    }
  }

  const dialog = asked && (
    <ConfirmDialog
      key={asked.event.id}
      isOpen
      title={eventMessages.confirmCancelEvent(eventName(asked.event), formatDate(asked.event.date))}
      text={formatQuestionText(asked)}
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      onConfirm={() => asked.choose('cancel')}
      onCancel={() => asked.choose('keep')}
      onDismiss={() => asked.choose('leave')}
    />
  )
  return { askAbout, dialog, failedCheck }
}

type FailureProps = {
  of: { failedCheck: FailedCheck | null }
  /** The form's current request. The failure of an earlier request is not shown. */
  request: ConflictCheckInput | null
  /** The form that the button Try again submits. */
  editing: Pick<EventEditing, 'id' | 'form'>
}

export function AffectedEventsFailure({ of: { failedCheck }, request, editing: { id, form } }: FailureProps) {
  if (failedCheck === null || failedCheck.request !== request) return null
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button type="submit" form={id} size="sm" variant="secondary" isBusy={form.formState.isSubmitting}>
          Try again
        </Button>
      }
    >
      <p className="font-semibold">{eventMessages.affectedEventsNotChecked}</p>
      <p className="text-sm text-muted">{failedCheck.text}</p>
    </Banner>
  )
}

/** Returns a function that makes the part of the toast that names the cancelled events, with Undo; empty without any. */
export function useCancelledEventsToast(): (cancelled: readonly CalendarEntry[]) => Partial<ToastContent> {
  const undo = useEventUndoToastFactory()
  return (cancelled) => {
    if (cancelled.length === 0) return {}
    const names = cancelled.map(formatEventNameAndDates).join(', ')
    return { detail: `${eventMessages.affectedEventsDeleted}: ${names}`, ...undo(cancelled) }
  }
}

/** The text of the question. In the personal calendar it names the band, because the event may be of any of the member's bands. */
function formatQuestionText({ event: { bandName }, at, of }: AskedEvent): string {
  const place = of > 1 ? `${at} of ${of}. ` : ''
  const whose = bandName ? `everybody in ${bandName}` : 'the whole band'
  return `${place}It would be deleted for ${whose}. Nothing is saved before your last answer.`
}
