import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { listUnansweredMembers } from '@gaffer/domain/answers/unanswered'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'

/** "Kit and Mags have not answered this date yet." */
export function formatUnanswered(answers: readonly MemberAnswer[]): string {
  const names = listUnansweredMembers(answers).map(({ displayName }) => displayName)
  return names.length === 0
    ? optionMessages.everybodyAnswered
    : optionMessages.notAnswered(joinNamesUpToLimit(names), names.length)
}
