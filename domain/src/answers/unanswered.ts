import type { MemberAnswer } from './answer.ts'

/** True for a member who has not answered and is not away, and for an answer from before the event changed. */
export function isUnanswered({
  answer,
  isAway,
  isStale,
}: Pick<MemberAnswer, 'answer' | 'isAway' | 'isStale'>): boolean {
  return (answer === null && !isAway) || isStale
}

/** The members who have not answered the event and are not away, and the members who answered it before it changed. */
export function listUnansweredMembers(answers: readonly MemberAnswer[]): MemberAnswer[] {
  return answers.filter(isUnanswered)
}
