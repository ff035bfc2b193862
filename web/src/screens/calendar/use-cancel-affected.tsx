// Before days away are saved: the band's events that they hit, one by one. Each is deleted or kept as the member says.

import type { ConflictQuestion } from '@gaffer/domain/conflict-check'
import type { Event } from '@gaffer/domain/event'
import { displayDate } from '@gaffer/domain/dates'
import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { checkConflicts } from '#data/conflicts.ts'
import { deleteEvent } from '#data/events.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { entryName } from './entry-words.ts'
import { homeOf } from './event-home.ts'

type Asked = { event: Event; at: number; of: number; answer: (isCancelled: boolean) => void }

export function useCancelAffected(bandId: string | null) {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function askAbout(question: ConflictQuestion): Promise<void> {
    const affected = await affectedBy(bandId, question)
    for (const [at, event] of affected.entries()) {
      const isCancelled = await new Promise<boolean>((answer) =>
        setAsked({ event, at: at + 1, of: affected.length, answer }),
      )
      if (isCancelled) await cancel(event)
    }
    setAsked(null)
  }

  const dialog = asked && (
    <ConfirmDialog
      key={asked.event.id}
      isOpen
      title={messages.confirmCancelEvent(entryName(asked.event), displayDate(asked.event.date))}
      text={whatWouldGo(asked)}
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  )
  return { askAbout, dialog }
}

/** From the personal calendar, it may be any of the member's bands. */
function whatWouldGo({ event: { bandName }, at, of }: Asked): string {
  const place = of > 1 ? `${at} of ${of}. ` : ''
  const whose = bandName ? `everybody in ${bandName}` : 'the whole band'
  return `${place}It would be deleted for ${whose}. Your days away are saved either way.`
}

/** Nobody is kept from being away because the check could not be made. */
async function affectedBy(bandId: string | null, question: ConflictQuestion): Promise<Event[]> {
  try {
    return (await checkConflicts(bandId, question)).affectedBandEvents
  } catch (error) {
    showFailure({ title: 'Error', text: sentenceOf(error, messages.tryAgain) })
    return []
  }
}

async function cancel(event: Event): Promise<void> {
  try {
    await deleteEvent(homeOf(event), event)
    showToast({ title: 'Success', text: messages.eventDeleted })
  } catch (error) {
    showFailure({ title: 'Error', text: sentenceOf(error, messages.eventNotDeleted) })
  }
}
