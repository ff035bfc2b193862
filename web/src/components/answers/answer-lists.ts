// The answers of an event's members, grouped and filtered.

import type { Answer } from '@gaffer/domain/answer'
import type { AnswerCounts } from '@gaffer/domain/event'
import { answerKinds, answerKindWords } from './format-answers.ts'

/** The members whom a nudge reminds: those without an answer, or with one from before a change. */
export function membersToRemind(answers: readonly Answer[], ownId: string): Answer[] {
  return answers.filter(
    ({ membershipId, answer, isAway, isStale }) => membershipId !== ownId && ((answer === null && !isAway) || isStale),
  )
}

export type AnswerGroup = { kind: keyof AnswerCounts; label: string; answers: Answer[] }

/** Members by answer. `isOpen`: the event still takes answers. Those who have not answered come first if the reader is one of them, or an admin after the last day. */
export function answerGroups(
  answers: readonly Answer[],
  { ownId, isOpen, isMissingFirst }: { ownId: string; isOpen: boolean; isMissingFirst: boolean },
): AnswerGroup[] {
  const wordOf = (kind: keyof AnswerCounts) =>
    kind === 'none' && !isOpen ? 'without an answer' : answerKindWords[kind]
  const kindOf = ({ answer, isAway }: Answer) => answer ?? (isAway ? 'away' : 'none')
  const groups = answerKinds
    .map((kind) => ({ kind, answers: answers.filter((one) => kindOf(one) === kind) }))
    .filter((group) => group.answers.length > 0)
    .map((group) => ({ ...group, label: `${group.answers.length} ${wordOf(group.kind)}` }))
  const isFirst = ({ kind, answers }: AnswerGroup) =>
    kind === 'none' && (isMissingFirst || answers.some(({ membershipId }) => membershipId === ownId))
  return groups.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
}
