import type { MemberAnswer } from './answer.ts'

/** The members who have not answered the event and are not away, and the members who answered it before it changed. */
export function listUnansweredMembers(answers: readonly MemberAnswer[]): MemberAnswer[] {
  return answers.filter(({ answer, isAway, isStale }) => (answer === null && !isAway) || isStale)
}
