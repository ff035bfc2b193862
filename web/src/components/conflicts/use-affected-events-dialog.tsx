// Asks about each band event that new days away affect. Only collects the answers: a later request saves the days away and deletes the
// events.

import type { ConflictCheckInput } from '@gaffer/domain/conflict-check'
import type { Event } from '@gaffer/domain/event'
import { formatDate } from '@gaffer/domain/dates'
import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { checkConflicts } from '#api/conflicts.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { eventName } from '#components/format-event.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailureToast } from '#ui/toast-store.ts'

type Answer = 'cancel' | 'keep' | 'leave'
type AskedEvent = { event: Event; at: number; of: number; answer: (answer: Answer) => void }

export function useAffectedEventsDialog(bandId: string | null) {
  const [asked, setAsked] = useState<AskedEvent | null>(null)

  /** The events to cancel; null if the member dismissed the questions, so that nothing is saved. */
  async function askAbout(request: ConflictCheckInput): Promise<Event[] | null> {
    const affected = await affectedBy(bandId, request)
    const cancelled: Event[] = []
    for (const [at, event] of affected.entries()) {
      const given = await new Promise<Answer>((answer) => setAsked({ event, at: at + 1, of: affected.length, answer }))
      if (given === 'cancel') cancelled.push(event)
      if (given !== 'leave') continue
      setAsked(null)
      return null
    }
    setAsked(null)
    return cancelled
  }

  const dialog = asked && (
    <ConfirmDialog
      key={asked.event.id}
      isOpen
      title={messages.confirmCancelEvent(eventName(asked.event), formatDate(asked.event.date))}
      text={deletionText(asked)}
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      onConfirm={() => asked.answer('cancel')}
      onCancel={() => asked.answer('keep')}
      onDismiss={() => asked.answer('leave')}
    />
  )
  return { askAbout, dialog }
}

/** The text of the question. In the personal calendar it names the band, because the event may be of any of the member's bands. */
function deletionText({ event: { bandName }, at, of }: AskedEvent): string {
  const place = of > 1 ? `${at} of ${of}. ` : ''
  const whose = bandName ? `everybody in ${bandName}` : 'the whole band'
  return `${place}It would be deleted for ${whose}. Nothing is saved before your last answer.`
}

/** A failed check shows a toast and does not block saving. */
async function affectedBy(bandId: string | null, request: ConflictCheckInput): Promise<Event[]> {
  try {
    return (await checkConflicts(bandId, request)).affectedBandEvents
  } catch (error) {
    showFailureToast({ title: 'Error', text: getErrorMessage(error, messages.tryAgain) })
    return []
  }
}
