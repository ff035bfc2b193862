// Answers that are being sent: an overlay over the query's data, so that a refetch in between does not undo them on screen.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { mergeAnswerComment } from '@gaffer/domain/answers/answer-comment'
import type { AnswerCounts, AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The mutations that send answers. */
export const answerMutationKey = ['answer']

/** An answer to send; a null `answer` withdraws the stored one. Without `comment`, the same answer keeps the stored one. */
export type AnswerChange = {
  membershipId: string
  answer: AnswerValue | null
  comment?: string | null
}

/** An answer that is being sent. `isOwn`: it is the user's own answer, and not one for another member. */
export type PendingAnswer = AnswerChange & {
  eventId: string
  isOwn: boolean
  setBy: string | null
  /** ISO time. */ sentAt: string
}

/** The answers that are being sent, oldest first. */
export function usePendingAnswers(): PendingAnswer[] {
  return useMutationState({
    filters: { mutationKey: answerMutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PendingAnswer,
  })
}

/** The events with the user's pending answers applied; undefined stays undefined. */
export function useOptimisticEvents(events: CalendarEntry[] | undefined): CalendarEntry[] | undefined {
  const pending = usePendingAnswers()
  return useMemo(() => events && applyPendingAnswersToEvents(events, pending), [events, pending])
}

/** Applies the user's own answers in the given order. Events without a pending answer stay the same objects; without own answers the list does too. */
export function applyPendingAnswersToEvents<Entry extends CalendarEntry>(
  events: Entry[],
  pending: readonly PendingAnswer[],
): Entry[] {
  const own = pending.filter(({ isOwn }) => isOwn)
  if (own.length === 0) return events
  return events.map((event) => own.filter(({ eventId }) => eventId === event.id).reduce(applyOwn, event))
}

function applyOwn<Entry extends CalendarEntry>(event: Entry, { answer }: PendingAnswer): Entry {
  const counts = event.answerCounts
  if (counts === null || event.myAnswer === answer) return event
  const unanswered: keyof AnswerCounts = counts.none > 0 || counts.away === 0 ? 'none' : 'away'
  const [from, to] = [event.myAnswer ?? unanswered, answer ?? ('none' as const)]
  return {
    ...event,
    myAnswer: answer,
    answerCounts: { ...counts, [from]: Math.max(0, counts[from] - 1), [to]: counts[to] + 1 },
  }
}

/** The members' answers with the pending ones applied. */
export function applyPendingAnswers(answers: MemberAnswer[], pending: readonly PendingAnswer[]): MemberAnswer[] {
  if (pending.length === 0) return answers
  // One after another, as the server stores them: No and then Yes drops the comment of an earlier Yes.
  return answers.map((row) =>
    pending.filter(({ membershipId }) => membershipId === row.membershipId).reduce(applyToRow, row),
  )
}

function applyToRow(row: MemberAnswer, sent: PendingAnswer): MemberAnswer {
  const { answer, setBy, sentAt } = sent
  const given =
    answer === null
      ? { comment: null, setBy: null, answeredAt: null }
      : { comment: mergeAnswerComment({ ...sent, answer }, row), setBy, answeredAt: sentAt }
  return { ...row, ...given, answer, isStale: false, isAway: false }
}
