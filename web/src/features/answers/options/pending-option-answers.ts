// Answers to options that are being sent, or wait in the outbox: an overlay over the stored ones.

import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import type { AnswerValue } from '@gaffer/domain/events/event'
import {
  applyPendingAnswers,
  applyPendingAnswersToEvents,
  type PendingAnswer,
} from '#features/events/pending-answers.ts'

/** Answers of one member to some of the options. */
export type OptionAnswers = {
  membershipId: string
  answers: { eventId: string; answer: AnswerValue }[]
}

/** The answers as those of each event are shown before the server has replied. */
export function pendingAnswersOf(
  { membershipId, answers }: OptionAnswers,
  ownId: string | null,
  sentAt: string,
): PendingAnswer[] {
  const isOwn = membershipId === ownId
  return answers.map((given) => ({ ...given, membershipId, isOwn, setBy: isOwn ? null : ownId, sentAt }))
}

/** Returns the same group if no answer is to one of its options. */
export function applyAnswersToOptions(group: OptionGroup, pending: readonly PendingAnswer[]): OptionGroup {
  const given = pending.filter((one) => group.events.some(({ id }) => id === one.eventId))
  if (given.length === 0) return group
  return {
    events: applyPendingAnswersToEvents(group.events, given),
    answers: group.answers.map(({ eventId, answers }) => ({
      eventId,
      answers: applyPendingAnswers(
        answers,
        given.filter((one) => one.eventId === eventId),
      ),
    })),
  }
}
