// The toast after a change to an event. After a move, a cancellation or the confirmation of an option, the toast names who gets a notice, and
// has Undo. After a move for which no member gets a notice, it has neither. If a move made answers stale without asking the members again, the
// toast also has the button Ask.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { hasStartOrPlaceChanged } from '@gaffer/domain/events/event-change'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { formatNoticeRecipients, type NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { useChangeEvent, type EventChangesBody } from './queries.ts'
import { useUndoConfirmation } from './use-undo-confirmation.ts'
import { request } from '#lib/request.ts'
import { hasWaitingChange } from '#offline/outbox-state.ts'
import { showToast, undoToastMs, type ToastContent } from '#ui/toast-store.ts'

/** How long the toast waits for the names of the recipients. After that, it is shown without names. */
const recipientsTimeoutMs = 2000

/** Returns a function that shows the toast, given the event before and after the change. */
export function useEventChangeToast(
  bandId: string | null,
): (toast: ToastContent, before: CalendarEntry, after: CalendarEntry) => Promise<void> {
  const failure = { title: noticeMessages.changeNotUndone }
  const { send: change } = useChangeEvent(bandId, failure)
  const { undoConfirmation } = useUndoConfirmation(bandId ?? '', failure)

  /** Changes the event back. The server makes notices only after a delay, so an early Undo prevents them. */
  async function undoChange(before: CalendarEntry, after: CalendarEntry) {
    if (isOptionConfirmation(before, after)) return undoConfirmation(after, noticeMessages.changeUndone)
    const saved = await change({ ...after, changes: changesToUndoEdit(before, after) })
    if (saved) showToast(noticeMessages.changeUndone)
  }

  /** Asks everybody again. A move alone asks only if the event has `asksAnswers`; otherwise the answers merely become stale. */
  async function askAgain(after: CalendarEntry) {
    if (await change({ ...after, changes: { asksAnswers: true } })) showToast({ title: noticeMessages.everybodyAsked })
  }

  return async (toast, before, after) => {
    if (hasWaitingChange(after.id)) return showToast({ ...toast, detail: noticeMessages.waitsToBeSent })
    const isConfirmation = isOptionConfirmation(before, after)
    if (bandId === null || !(isConfirmation || isMoveOrCancellation(before, after))) return showToast(toast)
    const recipients = await readRecipients(bandId, after)
    const recipientsText = recipients && formatNoticeRecipients(recipients)
    const canAsk = hasStaleAnswers(before, after)
    const isCancellation = after.status === 'cancelled'
    if (recipientsText === null && !isConfirmation && !isCancellation && !canAsk) return showToast(toast)
    const onPress = () => void undoChange(before, after)
    showToast({
      ...toast,
      ...(typeof recipientsText === 'string' && { detail: recipientsText }),
      durationMs: undoToastMs,
      action: { label: 'Undo', altText: 'Edit the event to change it back', onPress },
      ...(canAsk && {
        secondAction: {
          label: 'Ask',
          altText: 'Edit the event and choose Ask everybody',
          onPress: () => void askAgain(after),
        },
      }),
    })
  }
}

/** Whether the change made answers stale without asking the members again. */
function hasStaleAnswers(before: CalendarEntry, after: CalendarEntry): boolean {
  if (after.asksAnswers || after.status === 'cancelled' || !isMoveOrCancellation(before, after)) return false
  const { yes = 0, maybe = 0, no = 0 } = before.answerCounts ?? {}
  return yes + maybe + no > 0
}

/** Whether the change confirmed an option, which cancels the other options of its group. */
function isOptionConfirmation(
  before: Pick<CalendarEntry, 'status'>,
  after: Pick<CalendarEntry, 'status' | 'optionGroupId'>,
): boolean {
  return after.optionGroupId !== null && after.status === 'confirmed' && before.status !== 'confirmed'
}

/** Reads who will get a notice. Undefined if the request fails or is too slow: the toast then names nobody. */
export function readRecipients(
  bandId: string,
  { id: eventId }: Pick<CalendarEntry, 'id'>,
): Promise<NoticeRecipients | undefined> {
  return request('GET /api/bands/:bandId/events/:eventId/notice-recipients', {
    params: { bandId, eventId },
    signal: AbortSignal.timeout(recipientsTimeoutMs),
  }).catch(() => undefined)
}

/** Whether the change moved or cancelled the event. False for days away, and for an event that was cancelled already. */
export function isMoveOrCancellation(before: CalendarEntry, after: CalendarEntry): boolean {
  if (before.type === 'unavailable' || after.type === 'unavailable' || before.status === 'cancelled') return false
  return after.status === 'cancelled' || hasStartOrPlaceChanged(before, after)
}

const undoableFields = [
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
  'isListed',
  'ticketUrl',
  'priceText',
  'setlistId',
] as const satisfies (keyof EventChangesBody & keyof CalendarEntry)[]

/** The values that the changed fields had in `before`, for the request that undoes the edit. */
function changesToUndoEdit(before: CalendarEntry, after: CalendarEntry): EventChangesBody {
  return Object.fromEntries(undoableFields.filter((key) => before[key] !== after[key]).map((key) => [key, before[key]]))
}
