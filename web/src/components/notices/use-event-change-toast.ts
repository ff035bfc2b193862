// The toast after an event was moved or cancelled, or an option confirmed: how many members get a notice, with Undo.

import { weekdayAndDate } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { hasStartOrPlaceChanged } from '@gaffer/domain/event-change'
import { messages } from '@gaffer/domain/messages'
import { noticeMessages } from '@gaffer/domain/notice-messages'
import { useChangeEvent, useUndoConfirmation, type EventChangesBody } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { joinNames } from '@gaffer/domain/join-names'
import { hasWaitingChange } from '#lib/outbox-state.ts'
import { showFailureToast, showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

type ChangeToast = Pick<ToastContent, 'detail' | 'action' | 'durationMs'>

/**
 * Returns a function that makes the second line, the Undo action and the duration of the toast after a change. It returns null if no
 * member gets a notice, for instance because the event was not moved or cancelled.
 */
export function useEventChangeToastFactory(bandId: string | null): (before: Event, after: Event) => ChangeToast | null {
  const { mutateAsync: change } = useChangeEvent(bandId)
  const { mutateAsync: undoConfirmation } = useUndoConfirmation(bandId)

  /** Changes the event back. The server makes notices only after a delay, so an early Undo prevents them. */
  async function undo(before: Event, after: Event) {
    try {
      if (isOptionConfirmed(before, after)) {
        const { kept } = await undoConfirmation(after)
        if (kept.length > 0) return showToast(undoneExcept(kept))
      } else await change({ ...after, changes: changesToUndoEdit(before, after) })
      showToast(noticeMessages.changeUndone)
    } catch (error) {
      showFailureToast({ title: noticeMessages.changeNotUndone, text: getErrorMessage(error, messages.tryAgain) })
    }
  }

  return (before, after) => {
    if (hasWaitingChange(after.id)) return { detail: noticeMessages.waitsToBeSent }
    const others = countNotifiedMembers(before, after)
    if (others === 0 && !isOptionConfirmed(before, after)) return null
    const onPress = () => void undo(before, after)
    return {
      ...(others > 0 && { detail: noticeMessages.othersNotified(others) }),
      durationMs: undoToastMs,
      action: { label: 'Undo', altText: 'Edit the event to change it back', onPress },
    }
  }
}

/** Whether the change confirmed an option of an enquiry, which cancels the other options. */
export function isOptionConfirmed(
  before: Pick<Event, 'status'>,
  after: Pick<Event, 'status' | 'optionGroupId'>,
): boolean {
  return after.optionGroupId !== null && after.status === 'confirmed' && before.status !== 'confirmed'
}

/** The toast after an Undo that left options alone, because they were changed since. */
export function undoneExcept(kept: readonly string[]): Pick<ToastContent, 'title' | 'text'> {
  return { title: messages.confirmationUndone, text: messages.optionsKept(joinNames(kept.map(weekdayAndDate))) }
}

/** The number of members who get a notice, without the one who made the change; 0 if the event was neither moved nor cancelled. */
export function countNotifiedMembers(before: Event, after: Event): number {
  if (before.type === 'unavailable' || before.status === 'cancelled') return 0
  if (after.status !== 'cancelled' && !hasStartOrPlaceChanged(before, after)) return 0
  const { yes = 0, maybe = 0, no = 0, away = 0, none = 0 } = after.answerCounts ?? {}
  return Math.max(0, yes + maybe + no + away + none - 1)
}

const undone = [
  'type',
  'title',
  'date',
  'endDate',
  'startTime',
  'endTime',
  'isAllDay',
  'location',
  'venue',
  'notes',
  'status',
  'replyBy',
  'asksAnswers',
  'isPublic',
  'setlistId',
] as const satisfies (keyof EventChangesBody & keyof Event)[]

/** The old values of the fields that differ. */
export function changesToUndoEdit(before: Event, after: Event): EventChangesBody {
  return Object.fromEntries(undone.filter((key) => before[key] !== after[key]).map((key) => [key, before[key]]))
}
