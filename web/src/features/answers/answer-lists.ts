// The answers of an event's members, grouped and filtered.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { AnswerCounts, CalendarEntry } from '@gaffer/domain/events/event'
import { answerKinds, answerCountLabels } from './format-answers.ts'

/** The other members whom a reminder goes to: those without an answer who are not away, and those with a stale answer. */
export function answersNeedingReminder(answers: readonly MemberAnswer[], ownId: string): MemberAnswer[] {
  return answers.filter(
    ({ membershipId, answer, isAway, isStale }) => membershipId !== ownId && ((answer === null && !isAway) || isStale),
  )
}

/** Deps are listed with the members who answered Yes. */
export type AnswerGroup = {
  kind: keyof AnswerCounts
  label: string
  answers: MemberAnswer[]
  deps: CalendarEntry['deps']
}

type GroupOptions = { ownId: string; isOpen: boolean; isMissingFirst: boolean; deps: CalendarEntry['deps'] }

/** Members by answer. `isOpen`: the event still takes answers. The members without an answer come first if the reader is one of them, or if `isMissingFirst`. */
export function groupAnswersByKind(
  answers: readonly MemberAnswer[],
  { ownId, isOpen, isMissingFirst, deps }: GroupOptions,
): AnswerGroup[] {
  const wordOf = (kind: keyof AnswerCounts) =>
    kind === 'none' && !isOpen ? 'without an answer' : answerCountLabels[kind]
  const labelOf = ({ kind, answers, deps }: Omit<AnswerGroup, 'label'>) =>
    [
      answers.length > 0 && `${answers.length} ${wordOf(kind)}`,
      deps.length > 0 && `${deps.length} ${deps.length === 1 ? 'dep' : 'deps'}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const kindOf = ({ answer, isAway }: MemberAnswer) => answer ?? (isAway ? 'away' : 'none')
  const groups = answerKinds
    .map((kind) => ({
      kind,
      answers: answers.filter((one) => kindOf(one) === kind),
      deps: kind === 'yes' ? deps : [],
    }))
    .filter((group) => group.answers.length + group.deps.length > 0)
    .map((group) => ({ ...group, label: labelOf(group) }))
  const isFirst = ({ kind, answers }: AnswerGroup) =>
    kind === 'none' && (isMissingFirst || answers.some(({ membershipId }) => membershipId === ownId))
  return groups.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
}
